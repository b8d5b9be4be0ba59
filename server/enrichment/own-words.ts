/**
 * What a title says of its thing, without what strangers wrote into it: offers, orders to the reader, addresses, foul
 * words and talk to models. What is made of titles alone, phrases and suggestions alike, is made of what is left.
 */
import { fold } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import { beyondWords, endsOffer, isClear, isUnclear } from './clear-titles.ts';
import { findWords } from './find-words.ts';
import { instructionIn, webAddress } from './phrase-rules/foreign-matter.ts';
import { isProfane } from './phrase-rules/profanity.ts';
import { promotionIn } from './phrase-rules/promotion.ts';

/** A title with more of it says nothing else. */
const foundMax = 6;

/** The title with a comma in the place of each, so that no phrase runs through; the same string where there is none. */
export function ownWords(title: string, brand: string | null, locale: string): string {
  if (isClear(title, locale)) return title;
  let kept = title;
  let own: string | undefined;
  for (let found = 0; found < foundMax; found += 1) {
    const foreign = foreignIn(fold(kept), locale);
    if (foreign === null) return kept;
    own ??= brand === null ? '' : fold(ownBrand(brand, locale) ?? '');
    if (own.includes(foreign)) return kept;
    const words = kept.split(/\s+/);
    // Each word is folded once: to fold all rows of words cost 30 ms for the worst titles.
    const { start, end } = findWords(words.map(fold), foreign);
    kept = [...words.slice(0, start), ',', ...words.slice(end)].join(' ');
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

/** Most titles hold no address, as one look shows. */
const mayBeAddress =
  /[:。]|\.[^\s\d]|\D\.\d|\.\s?(?:com|net|org|me|ru)|\d\.\d+\.\d|\s(?:dot|punkt|punto|nokta)\s/;

function foreignIn(folded: string, locale: string): string | null {
  const words = scanWords(folded).flatMap(({ kind, text }) => (kind === 'tail' ? [] : [text]));
  const address = mayBeAddress.test(folded) ? webAddress(folded) : null;
  if (address !== null || !mayBeTalk(folded, words, locale)) return address;
  const talk = (words.length > 1 ? instructionIn(folded) : null) ?? promotionIn(folded, words, locale);
  if (talk !== null || !isProfane(folded, words, locale)) return talk;
  return words.find((word) => isProfane(word, [word], locale)) ?? folded;
}

/** Words that mark a dialogue with a colon behind them: `system:`. */
const ofDialogue = /^(?:assistant|system|user|human|developer)$/;
/** Whether a text may hold an instruction, an offer or a foul word. Hardly any title does, and words tell most of them. */
function mayBeTalk(folded: string, words: readonly string[], locale: string): boolean {
  if (words.some((word) => isUnclear(word, locale))) return true;
  if (folded.includes(':') && words.some((word) => ofDialogue.test(word))) return true;
  return beyondWords.test(folded) || endsOffer.test(words.at(-1) ?? '');
}
