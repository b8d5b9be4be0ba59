/**
 * What a title says of its thing, without what strangers wrote into it: offers, orders to the reader, addresses, foul
 * words and talk to models. What is made of titles alone, phrases and suggestions alike, is made of what is left.
 */
import { fold } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import { instructionIn, webAddress } from './phrase-rules/foreign-matter.ts';
import { isProfane } from './phrase-rules/profanity.ts';
import { promotionIn } from './phrase-rules/promotion.ts';

/** A title with more of it says nothing else. */
const foundMax = 6;

/** The title with a comma in the place of each, so that no phrase runs through; the same string where there is none. */
export function ownWords(title: string, brand: string | null, locale: string): string {
  let kept = title;
  let own: string | undefined;
  for (let found = 0; found < foundMax; found += 1) {
    const foreign = foreignIn(fold(kept), locale);
    if (foreign === null) return kept;
    own ??= brand === null ? '' : fold(ownBrand(brand, locale) ?? '');
    if (own.includes(foreign)) return kept;
    const rest = withoutWords(kept, foreign);
    if (rest === null) return kept;
    kept = rest;
  }
  return '';
}

/** By locale and brand, of which a store has few. */
const knownBrands = new Map<string, string | null>();
const knownMax = 4_096;

/** A brand, or null where it is none: `Visit evil.com today`. `startech.com` and `Best Buy` are. */
export function ownBrand(brand: string, locale: string): string | null {
  const key = `${locale} ${brand}`;
  const known = knownBrands.get(key);
  if (known !== undefined) return known;
  if (knownBrands.size === knownMax) knownBrands.clear();
  const made = readBrand(brand, locale);
  knownBrands.set(key, made);
  return made;
}

function readBrand(brand: string, locale: string): string | null {
  const foreign = foreignIn(fold(brand), locale);
  if (foreign === null || webAddress(fold(brand)) === fold(brand)) return brand;
  return isSingleOffer(foreign) ? brand : null;
}

/** A word like `buy` alone is part of many names. */
function isSingleOffer(foreign: string): boolean {
  return /^[\p{L}\p{M}]+$/u.test(foreign) && !isProfane(foreign, [foreign], 'en');
}

/** Most titles are told to hold none at one look. */
const mayBeAddress =
  /[^\s\d][.。:][^\s\d]|[^\s\d]\s?[.。]\s?(?:com|net|org|me|ru)|\d\.\d+\.\d|\s(?:dot|punkt|punto|nokta)\s/;
const mayInstruct =
  /ignor|disregard|forget|override|bypass|instruc|prompt|message|language model|gpt|openai|anthropic|jailbreak|mode|you are|act as|pretend|unable|cannot|can't|sorry|here|certainly|sure|phrase|output|json|assistant|system|user|human|developer|im_|endoftext|inst|reveal|print|repeat|leak|show|tell|drop|union|rm -rf|curl|wget|anweisung|instru|istru|pokyn|talimat|игнор|предыдущ|تجاهل|忽略|無視|ละเว้น|เพิกเฉย|do anything/;

function foreignIn(folded: string, locale: string): string | null {
  const words = scanWords(folded).flatMap(({ kind, text }) => (kind === 'tail' ? [] : [text]));
  const address =
    (mayBeAddress.test(folded) ? webAddress(folded) : null) ??
    (words.length > 1 && mayInstruct.test(folded) ? instructionIn(folded) : null) ??
    promotionIn(folded, words, locale);
  if (address !== null || !isProfane(folded, words, locale)) return address;
  return words.find((word) => isProfane(word, [word], locale)) ?? folded;
}

/** Without the fewest words in a row that hold a folded text, or null where none do. */
function withoutWords(text: string, found: string): string | null {
  const words = text.split(/\s+/);
  for (let length = 1; length <= words.length; length += 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      if (!fold(words.slice(start, start + length).join(' ')).includes(found)) continue;
      return [...words.slice(0, start), ',', ...words.slice(start + length)].join(' ');
    }
  }
  return null;
}
