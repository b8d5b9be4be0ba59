/**
 * Intent: how well a query meets what a product is about, in 16 steps (§4.7 "generated intent phrase match";
 * Contract §7). A pure function of the query and one product.
 *
 *   15       the query is a shown phrase of the product, but for letters of its last word, or one of its codes
 *   14       the query is the first words of one, two at least: who types `laptop` does not mean a `laptop bag`
 *   7 to 13  the title holds all words; 6 to 12 if one of them as a synonym only
 *   1 to 5   some word stands elsewhere only, or is missing; 0 to 4 if one is met as a synonym only
 *
 * Each word is worth the points of its best occurrence (occurrence.ts), one in the title before all others: as they
 * are for the whole word; 1 less for a beginning, for another form of the word (`batteries`, `battery`), for a
 * spelling together with its neighbours (`head set`, `headset`) and for a synonym; 2 less for the beginning of such a
 * spelling; never below 0. A whole code is worth 8, the beginning of one 7.
 *
 *   grade = points of all words / words, rounded up, or down if one is met as a synonym only; minus 1;
 *           plus 2 where two words or more stand side by side in the title, in their order, or plus 1 where other words
 *           stand between, but not where all of them tell what the thing goes with;
 *           plus 1 where a title of few words holds all words
 *
 * then brought into its range. So a literal match comes before a synonym of the same kind, and a product whose title
 * holds all words before all that lack one there, which lets a search end early.
 */
import {
  mainBit,
  nounPoints,
  occurrenceMax,
  pointBits,
  shortTitleBit,
  topicPoints,
} from '../document/occurrence.ts';

/** How two words or more stand in a title, and what that is worth. */
export const standing = { scattered: 0, inOrder: 1, sideBySide: 2 } as const;

/** The query is a generated phrase, its last word begun at least, or a code. */
export const intentOfPhrase = 15;
/** The query is the first words of a generated phrase, two at least. */
export const intentOfPhraseStart = 14;

/**
 * A value is what a word is worth in a product, in one byte that is higher the better: in the title (128), points
 * (8 each), met literally (4), not merely what the thing goes with (2; always where it is not in the title), in a
 * short title (1). 0 is not met.
 */
export const inTitleBit = 128;
const pointShift = 3;
export const literalBit = 4;
const mainValueBit = 2;
const shortValueBit = 1;

const pointMask = pointBits << pointShift;

const highest = { inTitle: 13, elsewhere: 5 } as const;
/** The highest grade of a product whose title does not hold all words. */
export const intentOutsideTitle = highest.elsewhere;
const lowest = { inTitle: 7, elsewhere: 1 } as const;

/** What occurrences are worth: a value for each byte that occurrence.ts gives, in the title and elsewhere. */
export interface Meaning {
  readonly inTitle: Uint8Array;
  readonly elsewhere: Uint8Array;
  /** The highest that products have: elsewhere than in the title no word has more points than those of the topic. */
  readonly bestInTitle: number;
  readonly bestElsewhere: number;
}

/** What occurrences are worth by the way in which they meet the word. */
export const meaning = {
  whole: meaningOf(0, true),
  begun: meaningOf(1, true),
  titleWhole: inTitleAlone(meaningOf(0, true)),
  titleBegun: inTitleAlone(meaningOf(1, true)),
  variant: meaningOf(1, true),
  joined: meaningOf(1, true),
  joinedBegun: meaningOf(2, true),
  synonym: meaningOf(1, false),
} as const;

/** Values of codes. */
export const codeValue = {
  whole: encodeValue(8 | mainBit, 0, true, false),
  begun: encodeValue(7 | mainBit, 0, true, false),
} as const;

function meaningOf(discount: number, isLiteral: boolean): Meaning {
  const values = (isInTitle: boolean) =>
    Uint8Array.from({ length: occurrenceMax + 1 }, (_, occurrence) =>
      encodeValue(occurrence, discount, isLiteral, isInTitle),
    );
  const inTitle = values(true);
  const elsewhere = values(false);
  const bestElsewhere = encodeValue(mainBit | topicPoints, discount, isLiteral, false);
  return { inTitle, elsewhere, bestInTitle: Math.max(...inTitle), bestElsewhere };
}

/** Of a word that is not met elsewhere than in titles. */
function inTitleAlone(meant: Meaning): Meaning {
  return { ...meant, elsewhere: new Uint8Array(occurrenceMax + 1), bestElsewhere: 0 };
}

function encodeValue(occurrence: number, discount: number, isLiteral: boolean, isInTitle: boolean): number {
  const points = Math.max((occurrence & pointBits) - discount, 0);
  return (
    (isInTitle ? inTitleBit : 0) |
    (points << pointShift) |
    (isLiteral ? literalBit : 0) |
    ((occurrence & mainBit) !== 0 ? mainValueBit : 0) |
    ((occurrence & shortTitleBit) !== 0 ? shortValueBit : 0)
  );
}

/** A value with the points of the better one and all bits of both. */
export function uniteValues(left: number, right: number): number {
  const flags = (left | right) & ~pointMask;
  return flags | Math.max(left & pointMask, right & pointMask);
}

/** The value of a word that is met by several words together: the lowest of theirs, as if none were in the title. */
export function valueOfAll(values: readonly number[]): number {
  return Math.min(...values.map((value) => value & ~inTitleBit));
}

/**
 * The value of a phrase in a title: that of its noun, which is {@link nounPoints} above its other words at most, and what
 * all of its words have.
 */
export function valueOfPhrase(values: Uint8Array): number {
  let common = inTitleBit | literalBit | mainValueBit | shortValueBit;
  let most = 0;
  let least = pointMask >>> pointShift;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    common &= value;
    most = Math.max(most, pointsOf(value));
    least = Math.min(least, pointsOf(value));
  }
  return common | (Math.min(most, least + nounPoints) << pointShift);
}

/** The points of a value. */
export function pointsOf(value: number): number {
  return (value & ~inTitleBit) >>> pointShift;
}

/** Whether a synonym's value is of one of the fields that say what a product is. */
export function isTopicValue(value: number): boolean {
  return pointsOf(value) >= topicPoints - 1;
}

export function isTitleValue(value: number): boolean {
  return value >= inTitleBit;
}

/**
 * The grade, 0 to 13. `values` are those of the words, 0 where one is not met; `stands` is the {@link standing} of the
 * words in the title.
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

/** Of so many words: their points, and the bits that all of them have (those that are not met are literal) and any has. */
export function gradeOf(wordCount: number, points: number, all: number, any: number, stands: number): number {
  const lowered = (all & literalBit) !== 0 ? 0 : 1;
  // Rounded up, or down where one is met as a synonym only.
  const rounded = lowered === 0 ? points + wordCount - 1 : points;
  let grade = ((rounded / wordCount) | 0) - 1;
  if (wordCount > 1 && (any & mainValueBit) !== 0) grade += stands;
  if ((all & inTitleBit) === 0) return within(grade, lowest.elsewhere - lowered, highest.elsewhere - lowered);
  if ((any & shortValueBit) !== 0) grade += 1;
  return within(grade, lowest.inTitle - lowered, highest.inTitle - lowered);
}

const pairGrades = new Uint8Array(inTitleBit * inTitleBit);
for (let left = 0; left < inTitleBit; left += 1) {
  for (let right = 0; right < inTitleBit; right += 1) {
    const values = Uint8Array.of(left | inTitleBit, right | inTitleBit);
    pairGrades[left * inTitleBit + right] = gradeIntent(values, standing.sideBySide);
  }
}

/** {@link gradeIntent} of two words of a title that stand side by side, from a table. */
export function pairGrade(left: number, right: number): number {
  return pairGrades[(left & ~inTitleBit) * inTitleBit + (right & ~inTitleBit)] ?? 0;
}

/** What words are worth together: their points, the bits that all of them have and those that any has. */
interface JointValue {
  readonly points: number;
  readonly all: number;
  readonly any: number;
}

/**
 * An upper bound on what any `held` of the words are worth together, from the most that each is worth: the sum of the highest points,
 * the bits that at least `held` of them may have, and the bits that any may have.
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

/** The highest grade of a product that holds `held` words of a query of `wordCount`, worth so much together at most. */
export function gradeBound(wordCount: number, held: number, { points, all, any }: JointValue): number {
  const isWhole = held === wordCount;
  const stands = isWhole ? standing.sideBySide : standing.scattered;
  return gradeOf(wordCount, points, isWhole ? all : all & literalBit, any, stands);
}

function within(grade: number, least: number, most: number): number {
  return grade < least ? least : grade > most ? most : grade;
}
