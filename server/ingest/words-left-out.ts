/** What a merchant is told of a product that holds more words than are searched. */
import { type Problem, problem } from '../catalog/problem.ts';
import type { CanonicalProduct } from '../catalog/product.ts';
import { lacksRoom, wordsPerProduct } from '../search/document/words-bound.ts';
import { createRespell } from '../search/text/respelling.ts';

/** Of shorter attributes all words are searched: a text seldom has more words than characters. */
const surelyFits = wordsPerProduct / 2;

/** A note on a product some of whose words cannot be searched; else nothing. */
export function noteWordsLeftOut(
  { title, brand, category, author, attributes }: CanonicalProduct,
  locale: string,
): Problem[] {
  const length = attributes.reduce((total, [label, value]) => total + label.length + value.length, 0);
  if (length <= surelyFits) return [];
  const texts = [category, brand, title, author, ...attributes.flat()].filter((text) => text !== null);
  if (!lacksRoom(texts, createRespell(locale))) return [];
  const message = `Only the first ${wordsPerProduct.toLocaleString('en')} different words of the product are searched; the rest of its attributes are kept.`;
  return [problem('/attributes', 'attributes_invalid', message, null)];
}
