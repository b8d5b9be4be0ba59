/**
 * Finds the head of a query and the upper price at its end.
 *
 * The head is the word that says what is sought: `bag` of `laptop bag`, `laptop` of `laptop under 500`, `tv` of `tv 4k`. Where
 * phrases begin with their noun it is the first of the words that could be it, elsewhere the last.
 *
 * The upper price that ends a query: `under 500` of `laptop under 500`, `500 tl altı`. No product says it, so products are looked
 * for without it. Lower bounds stay words: products say `over 50`.
 *
 * Words must be folded. Any query is accepted: one without a head gives -1, one without a price the number of its words. It compares
 * no prices and converts no currency.
 */
// Tests: ./head-and-price.test.ts.
import priceWords from '../../language/price-words.json' with { type: 'json' };
import { wordsOfLines } from '../../language/words.ts';
import { isPreposition } from '../document/title-zones.ts';

/** Phrases before a price, such as `less than`. */
const phrasesBefore = new Set(priceWords.before);
/** Words behind a price, such as the Turkish `altı`. */
const wordsBehind = new Set(priceWords.behind);
const currencies = new Set(wordsOfLines(priceWords.currencies));
/** First words of bounds on prices and sizes, lower ones too. */
const boundWords = new Set([
  ...priceWords.before.map((phrase) => phrase.split(' ')[0] ?? ''),
  ...priceWords.behind,
  ...wordsOfLines(priceWords.otherBounds),
]);

const amount = /^\p{N}+$/u;

/** Returns the place of the first folded word of the price; the number of words where there is no price, or nothing else. */
export function priceStart(words: readonly string[]): number {
  const hasBehind = wordsBehind.has(words.at(-1) ?? '');
  let end = words.length - (hasBehind ? 1 : 0);
  if (currencies.has(words[end - 1] ?? '')) end -= 1;
  if (!amount.test(words[end - 1] ?? '')) return words.length;
  if (hasBehind) return end > 1 ? end - 1 : words.length;
  const starts = [end - 3, end - 2].filter((start) => start > 0);
  return starts.find((start) => phrasesBefore.has(words.slice(start, end - 1).join(' '))) ?? words.length;
}

const anyDigit = /\p{N}/u;

/** The index of the head among the folded words of a query; -1 if there are none. */
export function headOf(words: readonly string[], nounFirst: boolean): number {
  const isBound = (word: string) => isPreposition(word) || boundWords.has(word);
  const bound = words.findIndex((word, place) => place > 0 && isBound(word));
  const named = bound < 0 ? words : words.slice(0, bound);
  const isNoun = (word: string) => !anyDigit.test(word) && !isBound(word);
  const place = nounFirst ? named.findIndex(isNoun) : named.findLastIndex(isNoun);
  return place < 0 ? words.length - 1 : place;
}
