/**
 * Describes how a product holds a word. While a product is indexed, each occurrence of the word sets bits of {@link field}; all of
 * them become one byte: whether the product is that, its type, and points of 0 to 7, how much it is about the word (Contract
 * §7: title over category and brand over attributes). They depend on nothing but the product, so they are taken once.
 *
 * In the title: 5 for the noun that names the thing, 4 elsewhere in the title, 2.5 for a word that says only what the thing
 * goes with (`case for ipad` is no ipad); and in each case 1 more if category or brand has a form of the word too, and half a
 * point more if it stands early; rounded up. Not in the title: 3 for category, brand and generated
 * phrases, 1 for the value of an attribute, 0 for a label.
 *
 * The figures were chosen on judged queries over one catalog and checked on halves of these that were left out; none was set for a
 * single word or query (docs/evaluation.md). Points are whole numbers from 0 to 7; any combination of bits has a byte, so there is no
 * bad input.
 */
// Tests: ./occurrence.test.ts.

/**
 * The places where a word occurs in a product, as bits that are collected during indexing; {@link occurrenceOf} turns them into
 * points.
 */
export const field = {
  /** The word is the noun of the title that names the thing: `mouse` of `Logitech wireless mouse M185 for notebooks`. */
  titleNoun: 1,
  /** The word is another part of the name in the title, or follows a comma, a bracket or a dash. */
  titleName: 2,
  /** The word follows a word such as `for` in the title: what the thing goes with. */
  titleUse: 4,
  /** The word is among the first few words of the title, a leading brand not counted. */
  titleEarly: 8,
  /** The title has few words. */
  titleShort: 32,
  /** The word is in the title, and category or brand hold a form of it. */
  topicForm: 64,
  category: 128,
  brand: 256,
  /** Generated phrases, shown or not (§2.1 suggestion_phrases and search_phrases). */
  phrase: 512,
  /** The value of an attribute. */
  value: 1024,
  /** The label of an attribute that the product has: not of `bluetooth: no`. */
  label: 2048,
  /** The product is that: the noun of its type, in the title or not. */
  type: 4096,
} as const;

/** Any place in the title; a type counts as one, since it says more about the product than its title. */
export const titleFields = field.titleNoun | field.titleName | field.titleUse | field.type;

/** Points are the low three bits. */
export const pointBits = 7;
/** The product is what the word says. */
export const typeBit = 8;
/** The bits that rank occurrences of a word: its type, then its points. */
export const rankBits = typeBit | pointBits;
/** The product is not merely for use with the word. */
export const mainBit = 16;
/** The word is in a short title. */
export const shortTitleBit = 32;
/** The highest occurrence that there can be. */
export const occurrenceMax = rankBits | mainBit | shortTitleBit;

/** Points of category, brand and phrases: the minimum for a word that says what the product is. */
export const topicPoints = 3;

/** The additional points of a title's noun over other words of its name. */
export const nounPoints = 1;

const namedFields = field.category | field.brand;
const topicFields = namedFields | field.phrase;
const nounFields = field.titleNoun | field.type;
const mainFields = field.titleNoun | field.titleName | field.type;

/** The byte of a word in a product, from the {@link field} bits of all its occurrences. */
export function occurrenceOf(fields: number): number {
  if ((fields & titleFields) === 0) return mainBit | elsewherePoints(fields);
  const type = (fields & field.type) !== 0 ? typeBit : 0;
  const main = (fields & mainFields) !== 0 ? mainBit : 0;
  const short = (fields & field.titleShort) !== 0 ? shortTitleBit : 0;
  return type | main | short | titlePoints(fields);
}

function titlePoints(fields: number): number {
  let halves = 5;
  if ((fields & mainFields) !== 0) halves = (fields & nounFields) !== 0 ? 10 : 8;
  if ((fields & (namedFields | field.topicForm)) !== 0) halves += 2;
  if ((fields & field.titleEarly) !== 0) halves += 1;
  return (halves + 1) >>> 1;
}

function elsewherePoints(fields: number): number {
  if ((fields & topicFields) !== 0) return topicPoints;
  return (fields & field.value) !== 0 ? 1 : 0;
}
