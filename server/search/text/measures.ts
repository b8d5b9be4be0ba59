/**
 * Measures: numbers with what they count, found in the words of a text or query and written in one way, so that `15,6 Zoll`, `15.6"`
 * and `15.6in` are one term. The same for sizes such as `30 x 40 cm` and for numbers that are written with and without points. A
 * product has these terms in addition to its words, and so does a query: equal spellings match whether they are understood here or
 * not. Nothing is converted (2.54cm never finds 1in). Any words are accepted; a text without numbers has no measures. At most 4
 * factors of a size and 3 groups of thousands are read together; longer ones stay plain words.
 */
// Tests: ./measures.test.ts.
import { amountLength, spellAmount, spellingsOfPoints } from './numbers.ts';
import { unitNameMaxLength, unitOf } from './units.ts';
import type { Word } from './word.ts';
import { WordTable } from './word-table.ts';

/** Words from `start` to before `end`, and their single normalized spelling. */
export interface Measure {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The measures of a query's words, together or alone if a number has another spelling: `15,6 zoll` is 15.6in, `90 x 200` is 90x200,
 * `1,000` is 1000, `802.11ac` is 80211ac. Spans may overlap. A word that already is its measure, such as `1tb`, has none.
 */
export function measuresOf(words: readonly Word[]): Measure[] {
  const measures: Measure[] = [];
  readMeasures(words, (start, end, text, isPart) => {
    if (!isPart) measures.push({ start, end, text });
  });
  return measures;
}

/**
 * Adds the terms of a document's measures to `terms`: those of {@link measuresOf}, and shorter forms that a shopper may type. It
 * has a 27 in `27in`, 30x40 in `30x40cm`, and 11ac in `802.11ac`.
 */
export function addMeasureTerms(words: readonly Word[], terms: string[]): void {
  readMeasures(words, (_start, _end, text) => terms.push(text));
}

/** Takes a reading of some words. `isPart`: it says less than they do, and is no answer to a query of the whole. */
type Report = (start: number, end: number, text: string, isPart: boolean) => void;

function readMeasures(words: readonly Word[], report: Report): void {
  for (let at = 0; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    const hasPoint = text.includes('.');
    if (!hasPoint && !mayBeMeasure(words, at)) continue;
    if (hasPoint) readPoints(text, at, report);
    readSpaced(words, at, report);
    at = readSizes(words, at, report) - 1;
  }
}

/** The roles that a word of ASCII without signs may have in a measure, as bits. */
const hint = {
  /** A number and nothing else: a unit or another number may follow. */
  amount: 1,
  /** A number with its unit. */
  whole: 2,
  /** A unit, a sign of multiplication or a group of digits. */
  follows: 4,
} as const;

/** The possible roles of an ASCII word without points in a measure, for {@link mayStartMeasure}; 0 for most words. */
export function measureHints(text: string): number {
  const follows = text === 'x' || startsUnit(text) || isRoundGroup(text) ? hint.follows : 0;
  if (!startsWithDigit(text)) return follows;
  const length = amountLength(text);
  if (length === text.length) return follows | hint.amount;
  return unitOf(text, length) === null ? follows : follows | hint.whole;
}

/**
 * Whether a word with these hints may begin a measure: by itself, with the next word of its part, or with a sign for
 * inches behind it. Where it may not, `addMeasureTerms` finds none there.
 */
export function mayStartMeasure(hints: number, next: number, folded: string, end: number): boolean {
  if ((hints & hint.whole) !== 0) return true;
  if ((hints & hint.amount) === 0) return false;
  return (next & hint.follows) !== 0 || /^\s?["']/.test(folded.slice(end, end + 2));
}

/** Whether to look closer at a word: few words pass, and the others must cost next to nothing. */
function mayBeMeasure(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (word === undefined || !startsWithDigit(word.text)) return false;
  const length = amountLength(word.text);
  if (length < word.text.length) return unitOf(word.text, length) !== null;
  const next = words[at + 1];
  if (word.inches || word.text.includes('х')) return true;
  if (next === undefined) return false;
  if (startsWithDigit(next.text)) return isRoundGroup(next.text);
  return next.kind !== 'word' || isTimes(next) || startsUnit(next.text);
}

/** Readings of one word with points. */
function readPoints(text: string, at: number, report: Report): void {
  const spellings = spellingsOfPoints(text);
  if (spellings.length === 0) return;
  const length = amountLength(text);
  // One letter is too little to tell a measure from a code such as 802.11g; a code has parts.
  const mayBeCode = text.length === length + 1 && spellings.length > 1;
  if (!mayBeCode && unitOf(text, length) !== null) return;
  spellings.forEach((spelling, index) => {
    report(at, at + 1, spelling, index > 0);
  });
}

/** An amount, which is one word or its beginning, and a unit, in the same word or behind it. */
interface Quantity {
  readonly start: number;
  readonly end: number;
  readonly amount: string;
  /** Empty where there is none. */
  readonly unit: string;
  /** The word is the amount and nothing more. */
  readonly isWhole: boolean;
}

/** Three dimensions and a count: `4 x 30 x 40 x 2 cm`. A longer row of numbers is a list, not a size. */
const factorsMax = 4;

/** Readings of the amount at `start` and of what it is multiplied with; returns where the next one may start. */
function readSizes(words: readonly Word[], start: number, report: Report): number {
  const first = quantityAt(words, start);
  if (first === null) return start + 1;
  if (first.unit === 'in' && isGluedNumber(words, start)) {
    readFraction(words, first, report);
    return first.end;
  }
  if (!isTimes(words[first.end])) {
    readQuantity(words, first, report);
    return first.end;
  }
  const factors = [first];
  let last = first;
  while (isTimes(words[last.end]) && factors.length < factorsMax) {
    const next = quantityAt(words, last.end + 1);
    if (next === null || isGluedNumber(words, next.end)) break;
    factors.push(next);
    last = next;
  }
  for (const factor of factors) readQuantity(words, factor, report);
  if (factors.length > 1) readDimensions(factors, last, report);
  return last.end;
}

function readQuantity(words: readonly Word[], quantity: Quantity, report: Report): void {
  const { start, end, amount, unit, isWhole } = quantity;
  const text = amount + unit;
  const isAlone = end === start + 1;
  // Alone, 2.0 stays as it is: as a beginning, 2 would be found nearly everywhere.
  const isOther = unit === '' ? amount.includes('x') : true;
  if (isOther && !(isAlone && text === words[start]?.text)) report(start, end, text, false);
  if (!isWhole) report(start, end, amount, true);
}

/** `30 x 40 cm` and `30 cm x 40 cm`: with the unit if all agree, and without. */
function readDimensions(factors: readonly Quantity[], last: Quantity, report: Report): void {
  const start = factors[0]?.start ?? 0;
  const sizes = factors.map(({ amount }) => amount).join('x');
  const isApart = last.isWhole && factors.every((factor) => factor.unit === '' || factor === last);
  report(start, last.start + 1, sizes, !isApart);
  const units = new Set(factors.map(({ unit }) => unit).filter((unit) => unit !== ''));
  if (units.size !== 1) return;
  for (const unit of units) report(start, last.end, sizes + unit, false);
}

/**
 * Inches in fractions: `1/2"`, and with a whole number before it `1 1/2"` or `1-1/2"`. A range such as `10-12"`
 * reads alike, and does no harm: it too is the same with `inch`.
 */
function readFraction(words: readonly Word[], { start, end, amount }: Quantity, report: Report): void {
  let first = start;
  while (isGluedNumber(words, first)) first -= 1;
  if (first === start - 1) {
    const fraction = `${words[first]?.text}/${amount}in`;
    report(first, end, fraction, false);
    const whole = words[first - 1]?.text ?? '';
    if (digitsOnly.test(whole)) report(first - 1, end, `${whole}-${fraction}`, false);
  } else if (first === start - 2) {
    report(first, end, `${words[first]?.text}-${words[first + 1]?.text}/${amount}in`, false);
  }
}

/** Whether the word is a number with nothing but a joining sign between it and a number before. */
function isGluedNumber(words: readonly Word[], at: number): boolean {
  const word = words[at];
  return word?.glued === true && startsWithDigit(word.text) && digitsOnly.test(words[at - 1]?.text ?? '');
}

const digitsOnly = /^\d+$/;

/** `10 000 mAh`: groups of three digits by spaces, taken for one number only if they are round and have a unit. */
function readSpaced(words: readonly Word[], start: number, report: Report): void {
  let number = words[start]?.text ?? '';
  const endMax = start + 1 + groupsMax;
  for (let at = start + 1; at < endMax; at += 1) {
    const word = words[at];
    if (word === undefined || word.glued || !isRoundGroup(word.text)) return;
    const group = quantityAt(words, at);
    if (group === null || group.amount.length !== 3 || !firstGroup.test(number)) return;
    number += group.amount;
    if (group.unit !== '') {
      report(start, group.end, number + group.unit, false);
      return;
    }
  }
}

/** `1 000 000 000`: more groups are a list of numbers. */
const groupsMax = 3;
const firstGroup = /^[1-9]\d{0,2}(?:\d00)*$/;

/** Three digits, the last two of them zeros, and perhaps a unit. */
function isRoundGroup(text: string): boolean {
  return text.length >= 3 && text.startsWith('00', 1) && startsWithDigit(text);
}

function quantityAt(words: readonly Word[], start: number): Quantity | null {
  const word = words[start];
  if (word === undefined || !startsWithDigit(word.text)) return null;
  const { text } = word;
  const length = amountLength(text);
  if (length < text.length) {
    const unit = unitOf(text, length);
    const amount = spellAmount(text.slice(0, length));
    return unit === null ? null : { start, end: start + 1, amount, unit, isWhole: false };
  }
  const amount = spellAmount(text);
  if (word.inches) return { start, end: start + 1, amount, unit: 'in', isWhole: true };
  const named = unitAt(words, start + 1);
  if (named === null) return { start, end: start + 1, amount, unit: '', isWhole: true };
  return { start, end: named.end, amount, unit: named.unit, isWhole: true };
}

interface NamedUnit {
  readonly unit: string;
  /** Its words end before this one. */
  readonly end: number;
}

/** The unit whose name starts at a word, if any. */
function unitAt(words: readonly Word[], at: number): NamedUnit | null {
  const word = words[at];
  if (word === undefined) return null;
  if (word.kind !== 'word') return spacelessUnitAt(words, at);
  const { text } = word;
  const next = words[at + 1];
  const double = doubleNames.get(text) === true && next !== undefined ? unitOf(text + next.text) : null;
  if (double !== null) return { unit: double, end: at + 2 };
  const unit = unitOf(text);
  return unit === null || isPlainWord(text, next) ? null : { unit, end: at + 1 };
}

/** First words of names of two words: `fl oz`, `sq m`. */
const doubleNames = new WordTable(new Map(['fl', 'fluid', 'sq'].map((name) => [name, true])));

function startsUnit(text: string): boolean {
  return unitOf(text) !== null || doubleNames.get(text) === true;
}

/**
 * Whether what could be a short name of a unit is rather a word of the text: `2 in 1`, `3 a 5`, `usb 3 to hdmi`,
 * `2 in-ear`, `5 g-force`.
 */
function isPlainWord(name: string, next: Word | undefined): boolean {
  if (name === 'to') return true;
  const isShort = name.length === 1 || name === 'in';
  if (!isShort || next === undefined) return false;
  return next.glued || ((name === 'in' || name === 'a') && startsWithDigit(next.text));
}

/** A name at the beginning of a run of a script without spaces, the longest that fits: `27英寸显示器`. */
function spacelessUnitAt(words: readonly Word[], at: number): NamedUnit | null {
  const first = Array.from(words[at]?.text ?? '');
  let run = first[0] ?? '';
  let longest: NamedUnit | null = null;
  for (let pair = at; run.length <= unitNameMaxLength; pair += 1) {
    const unit = unitOf(run);
    // Pairs overlap: one pair holds two characters, and each further one a character more.
    if (unit !== null) longest = { unit, end: Math.max(pair, at + 1) };
    const [left, right] = Array.from(words[pair]?.text ?? '');
    const follows = words[pair]?.kind === 'pair' && run.endsWith(left ?? ' ');
    if (!follows || right === undefined) break;
    run += right;
  }
  return longest;
}

function isTimes(word: Word | undefined): boolean {
  return word !== undefined && (word.text === 'x' || word.text === 'х');
}

function startsWithDigit(text: string | undefined): boolean {
  const unit = text?.charCodeAt(0) ?? 0;
  return unit >= 0x30 && unit <= 0x39;
}
