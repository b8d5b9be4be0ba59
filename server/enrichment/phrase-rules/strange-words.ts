/** Words that nothing justifies: said twice, or known neither to the product nor to its store nor to its language. */
import type { Word } from '../../search/text/words.ts';
import { isOwnWord, type ProductWords, type Relations } from './product-words.ts';

/** Whether a phrase says a word twice that the product's own title does not. Pairs of spaceless scripts come again. */
export function repeatsWord(
  words: readonly Word[],
  { named }: ProductWords,
  { language }: Relations,
): boolean {
  if (words.length < 2) return false;
  const seen = new Set<string>();
  for (const { kind, text } of words) {
    if (kind !== 'word') continue;
    if (!seen.has(text)) seen.add(text);
    else if (!/\p{N}/u.test(text) && !language.stopWords.has(text) && !saysTwice(named.spaced, text))
      return true;
  }
  return false;
}

function saysTwice(spaced: string, word: string): boolean {
  const first = spaced.indexOf(` ${word} `);
  return first >= 0 && spaced.includes(` ${word} `, first + word.length + 1);
}

/** Strange words that a phrase may have in any case: `reading lamp for students` in a store of few products. Chosen. */
const strangeWordsFree = 2;

/** Whether more words of a phrase are strange than known. */
export function isMostlyStrange(
  words: readonly Word[],
  product: ProductWords,
  relations: Relations,
): boolean {
  if (words.length <= strangeWordsFree) return false;
  const { language, titleWords } = relations;
  const doubtful = words.filter(
    ({ kind, text }) => kind === 'word' && !product.named.spaced.includes(` ${text} `),
  );
  if (doubtful.length <= strangeWordsFree) return false;
  const strange = doubtful.filter(
    ({ text }) =>
      !/\p{N}/u.test(text) &&
      !language.stopWords.has(text) &&
      !titleWords.has(text) &&
      !language.vocabulary.has(language.stem(text)) &&
      !isOwnWord(text, product, relations),
  ).length;
  const known =
    words.filter(({ kind, text }) => kind === 'word' && !language.stopWords.has(text)).length - strange;
  return strange > strangeWordsFree && strange > known;
}
