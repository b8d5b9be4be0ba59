/**
 * Decides which words of a product's attributes are indexed: the words of values that do not deny their label, while there is room.
 * Pure. At most 2,000 distinct words of one product; further attribute words are left out, and the caller reports a warning, never an
 * error.
 */
// Tests: ./attribute-words.test.ts.
import denialLines from '../../language/denials.json' with { type: 'json' };
import { wordsOfLines } from '../../language/words.ts';
import { fold } from '../text/fold.ts';
import { type Respell, textTerms } from '../text/text-terms.ts';

const denials = new Set(wordsOfLines(denialLines).map(fold));

/** Whether a value denies its label: `bluetooth: no` is not found by `bluetooth`. */
export function isDenied(value: string): boolean {
  return value.length <= 6 && denials.has(fold(value));
}

/**
 * The most distinct words that are indexed of one product, compounds and sizes included. Title, brand, category and phrases have
 * separate limits, come first and lose none; then the first words of each attribute are indexed while there is room, counting
 * repeated ones. Chosen: the fullest product of real catalogs (a server with all that Icecat knows of it) has 1,006.
 */
export const wordsPerProduct = 2_000;

/** Whether some words of a product's texts, given in the order of indexing, do not fit. */
export function exceedsWordLimit(texts: Iterable<string>, respell: Respell): boolean {
  const words = new Set<string>();
  for (const text of texts) {
    const terms = textTerms(text, respell);
    if (terms.length > wordsPerProduct - words.size) return true;
    for (const term of terms) words.add(term);
  }
  return false;
}
