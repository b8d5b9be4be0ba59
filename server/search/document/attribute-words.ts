/** Which words of a product's attributes are indexed: those of values that deny nothing, as far as there is room. */
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
 * The most distinct words that are indexed of one product, compounds and sizes included. Title, brand, category and phrases
 * have limits of their own, come first and lose none; of each attribute the first words are taken while there is room,
 * repeated ones counted. Chosen: the fullest product of real catalogs (a server with all that Icecat knows of it) has 1,006.
 */
export const wordsPerProduct = 2_000;

/** Whether there is no room for some words of a product's texts, which come in the order in which they are indexed. */
export function lacksRoom(texts: Iterable<string>, respell: Respell): boolean {
  const words = new Set<string>();
  for (const text of texts) {
    const terms = textTerms(text, respell);
    if (terms.length > wordsPerProduct - words.size) return true;
    for (const term of terms) words.add(term);
  }
  return false;
}
