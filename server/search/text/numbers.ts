/**
 * Other spellings of the numbers in a word. Pure; any text is accepted, and a word without a number has no other spelling.
 * `words.ts` has already turned commas between digits into points and removed all other points, so a point is part of a
 * decimal (`2.7`), a group (`1.000`), or a version or code (`4.5.1`, `802.11ac`).
 *
 *   decimal     one point between digits, perhaps letters after it: found only as written; 27 never finds 2.7
 *   grouped     one to three digits without a leading zero, then groups of three: also finds 1000, because `1.000` may be either
 *   dimensions  numbers joined by `x`: found only as written
 *   code        anything else: also found without its points, and by its parts
 */
// Tests: ./measures.test.ts.

/** A number, or several by the sign of multiplication, Latin or Cyrillic: `27`, `2.7`, `30x40x2.5`. */
const amount = /^\d+(?:\.\d+)*(?:[xх]\d+(?:\.\d+)*)*/;

/** The fast path: it covers most words with points. */
const shortDecimal = /^\d{1,2}\.\d{1,2}(?![\d.])/;
const grouped = /^[1-9]\d{0,2}(?:\.\d{3})+(?!\d|\.|[xх]\d)/;
const decimal = /^\d+\.\d+(?!\d|\.)/;
const dimensions = /^\d+(?:\.\d+)*[xх]\d/;
/** `802.11ac`: three or more digits before the point and letters after it are a code, not a measure. */
const longCode = /^\d{3,}\.\d+\p{L}/u;

/** Length of the number or dimensions that a word begins with: 4 in `15.6in`, 5 in `30x40cm`, 0 in `usb3`. */
export function amountLength(word: string): number {
  let digits = 0;
  while (digits < word.length && isDigit(word.charCodeAt(digits))) digits += 1;
  const isLonger = digits > 0 && digits < word.length && amountSigns.has(word.charAt(digits));
  return isLonger ? (amount.exec(word)?.[0].length ?? 0) : digits;
}

const amountSigns: ReadonlySet<string> = new Set(['.', 'x', 'х']);

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** The word without its points. */
export function withoutPoints(word: string): string {
  return word.replaceAll('.', '');
}

const noSpellings: readonly string[] = [];

/**
 * Other spellings of a word with points that is no measure: first the whole without points, then the parts of a
 * code. `1.000` has 1000, `802.11ac` has 80211ac, 802 and 11ac, and a decimal has none.
 */
export function spellingsOfPoints(word: string): readonly string[] {
  if (shortDecimal.test(word)) return noSpellings;
  if (grouped.test(word)) return [withoutPoints(word)];
  const isCode = !dimensions.test(word) && (!decimal.test(word) || longCode.test(word));
  return isCode ? [withoutPoints(word), ...word.split('.')] : noSpellings;
}

/**
 * One spelling of equal amounts: without the points of groups and zeros at the end, and with the Latin sign of
 * multiplication. `1.50` is 1.5, `10.000` is 10000, `30х40` is 30x40.
 */
export function spellAmount(text: string): string {
  let digits = 0;
  while (digits < text.length && isDigit(text.charCodeAt(digits))) digits += 1;
  return digits === text.length ? text : text.split(times).map(spellSingle).join('x');
}

const times = /[xх]/;

function spellSingle(number: string): string {
  if (shortDecimal.test(number) && !number.endsWith('0')) return number;
  if (grouped.test(number)) return withoutPoints(number);
  return /^\d+\.\d+$/.test(number) ? number.replace(/\.?0+$/, '') : number;
}
