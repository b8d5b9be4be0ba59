/**
 * Intent: how well a query meets what a product is about, in 16 steps (§4.7 "generated intent phrase match";
 * Contract §7). A pure function of the query and one product.
 *
 *   15        the query is one of the product's codes
 *   10 to 14  the product is what a word of the query says, its type, and its title holds the others
 *   8, 9      it is that, and some other word stands elsewhere only, or is missing
 *   4 to 9    the title holds all words, but the product is none of them, or what it is is not known
 *   1 to 3    some word stands elsewhere only, or is missing
 *
 * one less where a word is met as a synonym only, down to 0. Each word counts with its best occurrence (occurrence.ts). An occurrence
 * as the product's type is better than one in the title, and that better than one elsewhere. It has its full points where the
 * whole word matches; 1 less for a beginning, another form of the word (`batteries`, `battery`), a spelling joined with its
 * neighbours (`head set`, `headset`) or a synonym; 2 less for the beginning of a joined spelling; never below 0. A whole
 * code is worth 4, the beginning of one 3.
 *
 * Within these ranges the step follows from the mean of the points,
 *
 *           plus 2 where two words or more stand side by side in the title, in their order, or plus 1 where other words
 *           stand between, but not where all of them tell what the thing goes with;
 *           plus 1 where a title of few words holds all words
 *
 * So a literal match precedes a synonym of the same kind. Among literal matches of the type, a title that holds all words precedes one
 * that does not, which lets a search end early. It reads no popularity, stock or index. Values are bytes, grades integers from 0 to
 * 15; both are trusted to be in range.
 */
// Tests: ./intent.test.ts.
import {
  mainBit,
  nounPoints,
  occurrenceMax,
  pointBits,
  rankBits,
  shortTitleBit,
  topicPoints,
  typeBit,
} from '../document/occurrence.ts';

/** The arrangement of several words in a title, and its worth. */
export const standing = { scattered: 0, inOrder: 1, sideBySide: 2 } as const;

/** The query is a code of the product. */
export const intentOfCode = 15;

/**
 * A value is what a word is worth in a product, in one byte that is higher the better: in the title (128), its type
 * (64), points (8 each), met literally (4), not merely what the thing goes with (2; always where it is not in the title), in a
 * short title (1). 0 is not met.
 */
export const inTitleBit = 128;
const pointShift = 3;
export const literalBit = 4;
const mainValueBit = 2;
const shortValueBit = 1;

const typeValueBit = typeBit << pointShift;
/** The bits that rank two values that are both in the title, or both not. */
const rankMask = rankBits << pointShift;

/** The lowest grade of each kind of product, one less where a word is met as a synonym only; and the highest. */
const ofType = { from: 10, to: 14, means: [5, 6, 7, 8] } as const;
const ofTypeElsewhere = { from: 8, to: 9 } as const;
const ofTitle = { from: 4, to: 9, means: [4, 5, 6, 7, 8.5] } as const;
const elsewhere = { from: 1, to: 3 } as const;
/** The highest grade of a product whose title does not hold all words. */
export const intentOutsideTitle = ofTypeElsewhere.to;

/** The values of occurrences: one for each byte of occurrence.ts, in the title and elsewhere. */
export interface Meaning {
  readonly inTitle: Uint8Array;
  readonly elsewhere: Uint8Array;
  /** The highest that products have: elsewhere than in the title no word has more points than those of the topic. */
  readonly bestInTitle: number;
  readonly bestElsewhere: number;
}

/** The values of occurrences by the way in which they match a word. */
export interface Meanings {
  readonly whole: Meaning;
  readonly begun: Meaning;
  /** The same of what is met in titles alone. */
  readonly titleWhole: Meaning;
  readonly titleBegun: Meaning;
  readonly variant: Meaning;
  readonly joined: Meaning;
  readonly joinedBegun: Meaning;
  readonly synonym: Meaning;
}

/** The meanings for the head of a query, which names the wanted thing. */
export const headMeanings = meaningsOf(typeBit);
/** The meanings for any other word: the type counts as the best points of a title, not as the type. */
export const qualifierMeanings = meaningsOf(0);

function meaningsOf(typeKept: number): Meanings {
  return {
    whole: meaningOf(0, true, typeKept),
    begun: meaningOf(1, true, typeKept),
    titleWhole: inTitleAlone(meaningOf(0, true, typeKept)),
    titleBegun: inTitleAlone(meaningOf(1, true, typeKept)),
    variant: meaningOf(1, true, typeKept),
    joined: meaningOf(1, true, typeKept),
    joinedBegun: meaningOf(2, true, typeKept),
    synonym: meaningOf(1, false, typeKept),
  };
}

/** Values of codes. */
export const codeValue = {
  whole: encodeValue(4 | mainBit, 0, true, false),
  begun: encodeValue(3 | mainBit, 0, true, false),
} as const;

function meaningOf(discount: number, isLiteral: boolean, typeKept: number): Meaning {
  const values = (isInTitle: boolean) =>
    Uint8Array.from({ length: occurrenceMax + 1 }, (_, occurrence) =>
      encodeValue(withoutType(occurrence, typeKept), discount, isLiteral, isInTitle),
    );
  const inTitle = values(true);
  const elsewhere = values(false);
  const bestElsewhere = encodeValue(mainBit | topicPoints, discount, isLiteral, false);
  return { inTitle, elsewhere, bestInTitle: Math.max(...inTitle), bestElsewhere };
}

/** An occurrence with no more of its type than is kept: it is worth the most points then. */
function withoutType(occurrence: number, typeKept: number): number {
  if ((occurrence & typeBit & ~typeKept) === 0) return occurrence;
  return (occurrence & ~typeBit) | pointBits;
}

/** Returns the meaning of a word that is met only in titles. */
function inTitleAlone(meant: Meaning): Meaning {
  return { ...meant, elsewhere: new Uint8Array(occurrenceMax + 1), bestElsewhere: 0 };
}

function encodeValue(occurrence: number, discount: number, isLiteral: boolean, isInTitle: boolean): number {
  const points = Math.max((occurrence & pointBits) - discount, 0);
  return (
    (isInTitle ? inTitleBit : 0) |
    ((occurrence & typeBit) << pointShift) |
    (points << pointShift) |
    (isLiteral ? literalBit : 0) |
    ((occurrence & mainBit) !== 0 ? mainValueBit : 0) |
    ((occurrence & shortTitleBit) !== 0 ? shortValueBit : 0)
  );
}

/** A value with the points of the better one and all bits of both. */
export function uniteValues(left: number, right: number): number {
  const flags = (left | right) & ~rankMask;
  return flags | Math.max(left & rankMask, right & rankMask);
}

/** The value of a word that several words match together: the lowest of their values, without the bits for title and type. */
export function valueOfAll(values: readonly number[]): number {
  return Math.min(...values.map((value) => value & ~(inTitleBit | typeValueBit)));
}

/**
 * The value of a phrase in a title: what all of its words have, its noun's points, which are {@link nounPoints} above
 * those of its other words at most, and its type.
 */
export function valueOfPhrase(values: Uint8Array): number {
  let common = inTitleBit | literalBit | mainValueBit | shortValueBit;
  let type = 0;
  let most = 0;
  let least: number = pointBits;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    common &= value;
    type |= value & typeValueBit;
    most = Math.max(most, pointsOf(value));
    least = Math.min(least, pointsOf(value));
  }
  return common | type | (Math.min(most, least + nounPoints) << pointShift);
}

/** The points of a value. */
export function pointsOf(value: number): number {
  return (value >>> pointShift) & pointBits;
}

/** Whether a synonym's value comes from a field that says what a product is. */
export function isTopicValue(value: number): boolean {
  return pointsOf(value) >= topicPoints - 1;
}

export function isTitleValue(value: number): boolean {
  return value >= inTitleBit;
}

/**
 * The grade, 0 to 14. `values` are the values of the words, 0 for a missing word; `stands` is the {@link standing} of the words in
 * the title.
 */
export function gradeIntent(values: Uint8Array, stands: number): number {
  let points = 0;
  let all = inTitleBit | literalBit;
  let any = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    points += pointsOf(value);
    all &= value === 0 ? literalBit : value;
    any |= value;
  }
  return gradeOf(values.length, points, all, any, stands);
}

/**
 * Grades a product by the points of all words, the bits that all of them have (words that are not met are literal), and those
 * that any has.
 */
export function gradeOf(wordCount: number, points: number, all: number, any: number, stands: number): number {
  const lowered = (all & literalBit) !== 0 ? 0 : 1;
  const isOfType = (any & typeValueBit) !== 0;
  let mean = points / wordCount;
  if (wordCount > 1 && (any & mainValueBit) !== 0) mean += stands;
  if ((all & inTitleBit) === 0) {
    if (isOfType) return (mean >= meanOfFull ? ofTypeElsewhere.to : ofTypeElsewhere.from) - lowered;
    return Math.min(elsewhere.to, elsewhere.from + Math.floor(mean)) - lowered;
  }

  if ((any & shortValueBit) !== 0) mean += 1;
  const { from, means } = isOfType ? ofType : ofTitle;
  let step = 0;
  while (step < means.length && mean >= (means[step] ?? 0)) step += 1;
  return from + step - lowered;
}

const meanOfFull = 4;

const pairGrades = new Uint8Array(inTitleBit * inTitleBit);
for (let left = 0; left < inTitleBit; left += 1) {
  for (let right = 0; right < inTitleBit; right += 1) {
    const values = Uint8Array.of(left | inTitleBit, right | inTitleBit);
    pairGrades[left * inTitleBit + right] = gradeIntent(values, standing.sideBySide);
  }
}

/** {@link gradeIntent} of two adjacent words of a title, from a table. */
export function pairGrade(left: number, right: number): number {
  return pairGrades[(left & ~inTitleBit) * inTitleBit + (right & ~inTitleBit)] ?? 0;
}

/** The value of words together: their points, the bits that all of them have and those that any has. */
interface JointValue {
  readonly points: number;
  readonly all: number;
  readonly any: number;
}

/**
 * An upper bound on the joint value of any `held` words, from the highest value of each: the sum of the highest points, the bits
 * that at least `held` of them may have, and the bits that any may have.
 */
export function jointBound(held: number, values: readonly number[]): JointValue {
  const mayAllHave = (bit: number) => values.filter((value) => (value & bit) !== 0).length >= held;
  const points = values.map(pointsOf).sort((left, right) => right - left);
  return {
    points: points.slice(0, held).reduce((sum, more) => sum + more, 0),
    all: (mayAllHave(inTitleBit) ? inTitleBit : 0) | (mayAllHave(literalBit) ? literalBit : 0),
    any: values.reduce((flags, value) => flags | value, 0),
  };
}

/** The highest grade of a product with `held` of a query's `wordCount` words and at most this joint value. */
export function gradeBound(wordCount: number, held: number, { points, all, any }: JointValue): number {
  const isWhole = held === wordCount;
  const stands = isWhole ? standing.sideBySide : standing.scattered;
  return gradeOf(wordCount, points, isWhole ? all : all & literalBit, any, stands);
}
