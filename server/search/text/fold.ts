/**
 * Folding: the one normal form of text in which queries, titles and phrases are compared (Contract §7: case,
 * diacritics and width). Everything that compares text folds it here first; nothing else may fold.
 *
 * Marks are dropped only where they decorate a letter (Latin, Greek, Arabic and Hebrew points). Where a mark is
 * part of the letter (Thai, Indic vowel signs, Japanese dakuten, Cyrillic й) it stays.
 *
 * Pure; any text is accepted, lone surrogates too, and it never throws. The result may be empty or longer than the text, so limits are
 * checked before folding.
 */
// Tests: ./fold.test.ts.
import { normalForm } from '../../../contract/normal-form.ts';

/** Signs of law, not of language: `Intel® Core™2` is `intel core 2`, where NFKC alone would make `coretm2`. */
export const legalSigns = /[©®™℠]/g;

/** Quotes that decompose into two primes, or into nothing that a keyboard has; `15″` is `15"`. */
const doubleQuotes = /[“”„‟″〃]/g;

/** Fractions in one character. A number before them stays apart: `1½` is `1 1/2`, not `11/2`. */
const fractions = /[¼-¾⅐-⅞]/g;

/** Soft hyphens, joiners, directional marks and the like: invisible, so they must not tell two texts apart. */
const invisible = /\p{Default_Ignorable_Code_Point}|\u0640/gu;

/**
 * Marks to drop after decomposition: combining diacritics, Hebrew points, Arabic vowels and Quranic signs. The
 * look-behind keeps й, ў and ї, which are letters of their own; ё loses its dots, as Russian writers leave them out.
 */
const droppedMarks =
  /(?<![иу])\u0306|(?<!і)\u0308|[\u0300-\u0305\u0307\u0309-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]/g;

/**
 * Letters that decomposition leaves alone although shoppers type them plainly. Turkish ı is i, and so are I and İ. Letters
 * that look different at the end of a word are their usual selves: a typed beginning may end within the word.
 */
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
  ['ך', 'כ'],
  ['ם', 'מ'],
  ['ן', 'נ'],
  ['ף', 'פ'],
  ['ץ', 'צ'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
  ['ہ', 'ه'],
  ['ھ', 'ه'],
  ['ە', 'ه'],
  ['٫', '.'],
  ['٬', ','],
  ['⁄', '/'],
  ['’', "'"],
  ['‘', "'"],
  ['′', "'"],
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

/** Japanese shoppers type hiragana before they turn it into katakana, which stands this much further in Unicode. */
const hiragana = /[ぁ-ゖゝゞ]/g;
const katakanaOffset = 0x60;

/** The sign of sizes such as `30×40`, and of names that do something together. */
const times = /[×✕✖]/;
const timesBetweenDigits = /(?<=\d)[×✕✖](?=\d)/g;
const anyTimes = /[×✕✖]/g;

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
  if (isFolded(text)) return text;
  const isAscii = !beyondAscii.test(text);
  const folded = isAscii ? text.toLowerCase() : foldUnicode(text);
  // Printable ASCII has one kind of white space, which is looked for several times as fast.
  const isUneven = isAscii
    ? folded.includes('  ') || folded.startsWith(' ') || folded.endsWith(' ')
    : unevenSpace.test(folded);
  return isUneven ? folded.replace(/\s+/g, ' ').trim() : folded;
}

/** Whether a text of printable ASCII is folded already, as most words of a lower-case title are. */
function isFolded(text: string): boolean {
  let before = space;
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit < space || unit > 0x7e || (unit >= 0x41 && unit <= 0x5a)) return false;
    if (unit === space && before === space) return false;
    before = unit;
  }
  return before !== space || text === '';
}

const space = 0x20;

function foldUnicode(text: string): string {
  const spelled = times.test(text) ? text.replace(timesBetweenDigits, 'x').replace(anyTimes, ' x ') : text;
  return foldEach(spelled) ?? foldWhole(spelled);
}

/**
 * Characters that fold by what stands beside them: marks, halves of pairs, and what composes with its neighbours
 * (Hangul parts, halfwidth Hangul, voice marks of halfwidth katakana).
 */
const dependent = /[\p{M}\p{Cs}\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\ud7b0-\ud7ff\uff9e-\uffdc]/u;

/**
 * The foldings of units; another table has the place of each UTF-16 unit's folding, which is small for the few scripts of a
 * shop.
 */
const foldings: string[] = ['', ''];
const foldingPlaces = new Uint16Array(0x10000);
/** A unit that was not met yet, and one that depends on its neighbours. */
const unknownPlace = 0;
const dependentPlace = 1;

/** Folds unit by unit, several times as fast as {@link foldWhole}; null where a unit depends on its neighbours. */
function foldEach(text: string): string | null {
  let folded = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x7f) continue;
    const known = foldingPlaces[unit] ?? unknownPlace;
    const place = known === unknownPlace ? learnUnit(unit) : known;
    if (place === dependentPlace) return null;
    const folding = foldings[place] ?? '';
    if (folding.length === 1 && folding.charCodeAt(0) === unit) continue;
    folded += text.slice(from, at) + folding;
    from = at + 1;
  }
  return (folded + text.slice(from)).toLowerCase();
}

function learnUnit(unit: number): number {
  const character = String.fromCharCode(unit);
  const place = dependent.test(character) ? dependentPlace : foldings.push(foldWhole(character)) - 1;
  foldingPlaces[unit] = place;
  return place;
}

function foldWhole(text: string): string {
  const plain = text
    .toWellFormed()
    .replace(legalSigns, ' ')
    .replace(doubleQuotes, '"')
    .replace(fractions, ' $&');
  const letters = normalForm(normalForm(plain, 'NFKC').toLowerCase(), 'NFKD')
    .replace(invisible, '')
    .replace(droppedMarks, '')
    .replace(replaced, (letter) => replacements.get(letter) ?? letter)
    .replace(foreignDigits, toAsciiDigit)
    .replace(hiragana, (letter) => String.fromCharCode(letter.charCodeAt(0) + katakanaOffset));
  return normalForm(letters, 'NFC');
}

function toAsciiDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = digitZeros.findLast((start) => start <= code) ?? code;
  return String(code - zero);
}
