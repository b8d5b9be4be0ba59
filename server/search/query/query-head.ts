/**
 * Which word of a query says what is sought, by its place: `bag` of `laptop bag`, `laptop` of `laptop under 500`, `tv` of
 * `tv 4k`. Where phrases begin with their noun it is the first of the words that could be it, elsewhere the last.
 */
import { isPreposition } from '../document/title-zones.ts';

/** They bound a query as prepositions do, in front of prices and sizes. */
const bounds = new Set(
  'under over below above less more up unter uber ab bis moins plus menos hasta bajo meno fino ate onder boven alti ustu'.split(
    ' ',
  ),
);

const anyDigit = /\p{N}/u;

/** The place of the head among the folded words of a query; -1 where there are none. */
export function headOf(words: readonly string[], nounFirst: boolean): number {
  const isBound = (word: string) => isPreposition(word) || bounds.has(word);
  const bound = words.findIndex((word, place) => place > 0 && isBound(word));
  const named = bound < 0 ? words : words.slice(0, bound);
  const isNoun = (word: string) => !anyDigit.test(word) && !isBound(word);
  const place = nounFirst ? named.findIndex(isNoun) : named.findLastIndex(isNoun);
  return place < 0 ? words.length - 1 : place;
}
