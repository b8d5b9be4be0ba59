/**
 * What a word says of a product, in a byte: whether the product is that, its type, and points of 0 to 7, how much it is
 * about the word (Contract §7: title over category and brand over attributes). They depend on nothing but the
 * product, so they are taken once, when it is indexed.
 *
 * In the title: 5 for the noun that names the thing, 4 elsewhere in the title, 2.5 for what the thing goes with only
 * (`case for ipad` is no ipad); and in each case 1 more if category or brand says a form of the word too, and a half more each if it
 * stands early and if it is repeated; rounded up. Not in the title: 3 for category, brand and generated phrases, 1 for
 * the value of an attribute, 0 for a label.
 *
 * The figures were chosen on judged queries over one catalog and checked on halves of these that were left out; none
 * was set for a single word or query (docs/evaluation.md).
 */
import { field, titleFields } from './fields.ts';

/** Points are the low three bits. */
export const pointBits = 7;
/** The product is what the word says. */
export const typeBit = 8;
/** What tells the best occurrence of a word: its type, then its points. */
export const rankBits = typeBit | pointBits;
/** The product is not merely for use with the word. */
export const mainBit = 16;
/** The word stands in a title of few words. */
export const shortTitleBit = 32;
/** All occurrences are at most this. */
export const occurrenceMax = rankBits | mainBit | shortTitleBit;

/** Points of category, brand and phrases; the least that a word has where it tells what the product is. */
export const topicPoints = 3;

/** What the noun of a title has more than other words of its name. */
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
  if ((fields & field.titleRepeated) !== 0) halves += 1;
  return (halves + 1) >>> 1;
}

function elsewherePoints(fields: number): number {
  if ((fields & topicFields) !== 0) return topicPoints;
  return (fields & field.value) !== 0 ? 1 : 0;
}
