import type { Respell } from '../text/respelling.ts';
import { textTerms } from '../text/text-terms.ts';

/**
 * Of one product so many different words are indexed, compounds and sizes counted. Title, brand, category and phrases have
 * limits of their own, come first and lose none; of each attribute as many of the first words as there is room for,
 * repeated ones counted. Chosen: the fullest product of real catalogs (a server with all that Icecat knows of it) holds 1,006.
 */
export const wordsPerProduct = 2_000;

/** Whether some words of a product's texts, in the order in which they are indexed, find no room. */
export function lacksRoom(texts: Iterable<string>, respell: Respell): boolean {
  const words = new Set<string>();
  for (const text of texts) {
    const terms = textTerms(text, respell);
    if (terms.length > wordsPerProduct - words.size) return true;
    for (const term of terms) words.add(term);
  }
  return false;
}
