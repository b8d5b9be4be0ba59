/**
 * Points of a word in a product, 0 to 14: how much the product is about the word (Contract §7: title over category and
 * brand over attributes). They depend on nothing but the product, so they are taken once, when it is indexed.
 *
 * In the title: 10 for the noun that names the thing, 8 elsewhere in the title, 5 for what the thing goes with only
 * (`case for ipad` is no ipad); and in each case 2 more if category or brand says a form of the word too, and 1 more each if it stands
 * early and if it is repeated. Generated phrases repeat most words of a title, the less important ones too, and so they
 * say nothing about any of them; what they are worth as a whole is in products/intent.ts. Not in the title: 5 for category, brand and generated
 * phrases, 2 for the value of an attribute, 0 for a label.
 *
 * The figures were chosen on judged queries over one catalog and checked on halves of these that were left out; none
 * was set for a single word or query (docs/evaluation.md).
 */
import { field, titleFields } from './fields.ts';

/** Occurrences are kept as a byte: points in the low four bits, and the two bits below. */
export const pointBits = 15;
/** The product is not merely for use with the word. */
export const mainBit = 16;
/** The word stands in a title of few words. */
export const shortTitleBit = 32;
/** All occurrences are at most this. */
export const occurrenceMax = pointBits | mainBit | shortTitleBit;

/** Points of category, brand and phrases; the least that a word has where it tells what the product is. */
export const topicPoints = 5;

/** What the noun of a title has more than other words of its name. */
export const nounPoints = 2;

const namedFields = field.category | field.brand;
const topicFields = namedFields | field.phrase;
const mainFields = field.titleNoun | field.titleName;

/** The byte of a word in a product, from the {@link field} bits of all its occurrences. */
export function occurrenceOf(fields: number): number {
  if ((fields & titleFields) === 0) return mainBit | elsewherePoints(fields);
  const main = (fields & mainFields) !== 0 ? mainBit : 0;
  const short = (fields & field.titleShort) !== 0 ? shortTitleBit : 0;
  return main | short | titlePoints(fields);
}

function titlePoints(fields: number): number {
  let points = 5;
  if ((fields & mainFields) !== 0) points = 8 + ((fields & field.titleNoun) !== 0 ? nounPoints : 0);
  if ((fields & (namedFields | field.topicForm)) !== 0) points += 2;
  if ((fields & field.titleEarly) !== 0) points += 1;
  if ((fields & field.titleRepeated) !== 0) points += 1;
  return points;
}

function elsewherePoints(fields: number): number {
  if ((fields & topicFields) !== 0) return topicPoints;
  return (fields & field.value) !== 0 ? 2 : 0;
}
