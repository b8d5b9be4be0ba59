/**
 * Folding: the one normal form of text in which queries, titles and phrases are compared (Contract §7: case,
 * diacritics and width). Everything that compares text folds it here first; nothing else may fold.
 *
 * Marks are dropped only where they decorate a letter (Latin, Greek, Arabic and Hebrew points). Where a mark is
 * part of the letter (Thai, Indic vowel signs, Japanese dakuten, Cyrillic й) it stays.
 */

/** Signs of law, not of language: `Intel® Core™2` is `intel core 2`, where NFKC alone would make `coretm2`. */
const legalSigns = /[©®™℠]/g;

/** Soft hyphens, joiners, directional marks and the like: invisible, so they must not tell two texts apart. */
const invisible = /\p{Default_Ignorable_Code_Point}|\u0640/gu;

/**
 * Marks to drop after decomposition: combining diacritics, Hebrew points, Arabic vowels and Quranic signs. The
 * look-behind keeps й, ў and ї, which are letters of their own; ё loses its dots, as Russian writers leave them out.
 */
const droppedMarks =
  /(?<![иу])\u0306|(?<!і)\u0308|[\u0300-\u0305\u0307\u0309-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/g;

/** What decomposition leaves alone although shoppers type it plainly. Turkish ı is i, and so are I and İ. */
const replacements = new Map<string, string>([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ŋ', 'n'],
  ['ĸ', 'k'],
  ['ƒ', 'f'],
  ['ƶ', 'z'],
  ['ɨ', 'i'],
  ['ʉ', 'u'],
  ['ς', 'σ'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
  ['⁄', '/'],
  ['’', "'"],
  ['‘', "'"],
  ['ʼ', "'"],
  ['‐', '-'],
  ['–', '-'],
  ['—', '-'],
  ['−', '-'],
]);
const replaced = new RegExp(`[${Array.from(replacements.keys()).join('')}]`, 'gu');

/** Zeros of the decimal digits that shops use besides ours: Arabic, Persian, Devanagari, Bengali, Thai, Lao, Khmer. */
const digitZeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x0ed0, 0x17e0];
const foreignDigits = /[٠-٩۰-۹०-९০-৯๐-๙໐-໙០-៩]/g;

/** Anything but printable ASCII, which needs lower case only. */
const beyondAscii = /[^ -~]/;

const unevenSpace = /^\s|\s$|\s\s|[^\S ]/;

/**
 * Folded text: lower case, without diacritics, width and other compatibility forms, white space as single spaces,
 * none at the ends; punctuation stays. `fold('  Crème  BRÛLÉE ')` is `creme brulee`. Idempotent, and the same for
 * every locale, so that a phrase folds alike wherever it comes from: the four Turkish letters I, ı, İ and i fall
 * together in every store, as ş and s do.
 */
export function fold(text: string): string {
  const folded = beyondAscii.test(text) ? foldUnicode(text) : text.toLowerCase();
  return unevenSpace.test(folded) ? folded.replace(/\s+/g, ' ').trim() : folded;
}

function foldUnicode(text: string): string {
  return text
    .toWellFormed()
    .replace(legalSigns, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(invisible, '')
    .replace(droppedMarks, '')
    .replace(replaced, (letter) => replacements.get(letter) ?? letter)
    .replace(foreignDigits, toAsciiDigit)
    .normalize('NFC');
}

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = digitZeros.findLast((start) => start <= code) ?? code;
  return String(code - zero);
}
