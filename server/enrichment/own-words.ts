/**
 * Removes foreign matter from titles: offers, orders to the reader, addresses, foul words and instructions to models. Phrases and
 * suggestions that come from titles alone are made from what is left. Pure but for remembered brands (4,096, then it begins again);
 * the stored title never changes. A title with more than 6 pieces of foreign matter gives an empty text.
 */
// Tests: ./own-words.test.ts.

import { fold } from '../search/text/fold.ts';
import { scanWords } from '../search/text/words.ts';
import { remembered } from '../structures/bounded-by-count.ts';
import { beyondWords, endsOffer, isClear, isUnclear } from './clear-titles.ts';
import { instructionIn, webAddress } from './phrase-rules/foreign-matter.ts';
import { isProfane } from './phrase-rules/profanity.ts';
import { promotionIn } from './phrase-rules/promotion.ts';

/** A title with more foreign matter says nothing else. */
const foundMax = 6;

/** The title with a comma instead of each, so that no phrase crosses it; the same string if there is none. */
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

/** A store has few brands. */
const brandsMax = 4_096;
const knownBrands = remembered(brandsMax, (key): { readonly brand: string | null } => {
  const [locale = '', ...brand] = key.split(' ');
  return { brand: readBrand(brand.join(' '), locale) };
});

/** The brand, or null if it is none: `Visit evil.com today`. `startech.com` and `Best Buy` are brands. */
export function ownBrand(brand: string, locale: string): string | null {
  return knownBrands(`${locale} ${brand}`).brand;
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

/** A quick check: most titles contain no address. */
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

/**
 * The fewest words in a row that hold a text, the first of them where several rows do; all of them where none does. Words and
 * text are folded; a word may fold to nothing. Linear in the letters of the words for each time that the text occurs.
 */
export function findWords(words: readonly string[], text: string): { start: number; end: number } {
  let joined = '';
  /** The word of each letter of `joined`. */
  const places: number[] = [];
  for (const [place, word] of words.entries()) {
    if (word === '') continue;
    const letters = joined === '' ? word : ` ${word}`;
    joined += letters;
    for (let count = letters.length; count > 0; count -= 1) places.push(place);
  }
  let best = { start: 0, end: words.length };
  const wanted = text.trim();
  if (wanted === '') return best;
  let isFound = false;
  for (let at = joined.indexOf(wanted); at >= 0; at = joined.indexOf(wanted, at + 1)) {
    const start = places[at] ?? 0;
    const end = (places[at + wanted.length - 1] ?? start) + 1;
    if (isFound && end - start >= best.end - best.start) continue;
    best = { start, end };
    isFound = true;
  }
  return best;
}
