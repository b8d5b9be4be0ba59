/**
 * Intent: how well a query meets what a product is about, in 16 steps (§4.7 "generated intent phrase match";
 * Contract §7). A pure function of the query and one document, so that a segment never needs to know the others.
 *
 *   15       the folded query equals or begins a generated phrase of the product
 *   0 to 14  otherwise: ⌊12 × (points of all words) / (4 × words)⌋, and 2 more if the words stand side by side
 *            in the title, in the order of the query, the last one possibly unfinished; a single word need
 *            only stand in the title.
 *
 * Points of a word that stands in a field as a whole:
 *
 *   4  in the title, and in category, brand or a generated phrase too
 *   3  in the title, or it is a whole identifier
 *   2  in category, brand or a generated phrase
 *   1  in the value of an attribute
 *   0  elsewhere, or nowhere
 *
 * A word that stands somewhere only as a beginning is worth one point less, never less than nothing, and the
 * beginning of an identifier nothing. The better of both readings counts.
 *
 * Example: `wireless mou` and a product with the title "Logitech wireless mouse", the category "Mice" and the
 * attribute `type: mouse`. "wireless" is whole in the title: 3. "mou" begins a word of title and attribute: 3 - 1.
 * ⌊12 × 5 / 8⌋ = 7, and 2 since both stand side by side: 9. Once `wireless mouse` is typed it is 9 + 2.
 */
import { field } from './fields.ts';

/** The query equals or begins a generated phrase. */
export const intentOfPhrase = 15;

const topicFields = field.category | field.brand | field.phrase;
/** The most points of a word. */
export const pointsPerWord = 4;
const stepsOfPoints = 12;
const stepsOfNeighbours = 2;

/**
 * Points of one word, 0 to 4. `whole` and `held` are masks of fields ({@link field}): where the word stands as a
 * whole, and where it stands whole or begun.
 */
export function wordPoints(whole: number, held: number): number {
  return Math.max(fieldPoints(whole), fieldPoints(held & ~field.identifier) - 1);
}

/** The grade, 0 to 14, from the points of all words together. */
export function gradeIntent(points: number, wordCount: number, sideBySide: boolean): number {
  const steps = Math.floor((stepsOfPoints * points) / (pointsPerWord * wordCount));
  return sideBySide ? steps + stepsOfNeighbours : steps;
}

function fieldPoints(mask: number): number {
  if ((mask & field.title) !== 0) return (mask & topicFields) !== 0 ? 4 : 3;
  if ((mask & field.identifier) !== 0) return 3;
  if ((mask & topicFields) !== 0) return 2;
  return (mask & field.attributeValue) !== 0 ? 1 : 0;
}
