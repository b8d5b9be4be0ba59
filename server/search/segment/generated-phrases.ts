/**
 * How generated phrases lie in a segment: those with the same number of words together, so that a query of two words
 * finds as one range the phrases of two words that it is, its last word begun at least, and as a few more those that
 * it begins. Which of them count is said in intent.ts.
 */
import { prefixRange, type Range, type StringColumn } from '../columns/string-column.ts';

/** Phrases of more words lie together; a query has no more characters than would make twice as many. */
const wordsMax = 9;
/** A printable sign for one word, and the following ones for more. */
const oneWordSign = 0x31;

/** Of a folded phrase: what the column of phrases is sorted by. */
export function phraseEntry(folded: string): string {
  return entryOf(folded, wordCount(folded));
}

function entryOf(folded: string, words: number): string {
  return String.fromCharCode(oneWordSign - 1 + Math.min(words, wordsMax)) + folded;
}

function wordCount(folded: string): number {
  let count = 1;
  for (let at = folded.indexOf(' '); at >= 0; at = folded.indexOf(' ', at + 1)) count += 1;
  return count;
}

/** Where phrases lie that a folded query meets. */
export interface PhraseRanges {
  /** Phrases that the query is, but for letters of the last word. */
  readonly whole: Range;
  /** Phrases of more words that begin with all of its words, and then something; only of queries of two words or more. */
  readonly begun: readonly Range[];
}

/** Looks a folded query up in a column of {@link phraseEntry}. `endsWhole`: letters of its last word are none to come. */
export function phraseRanges(column: StringColumn, folded: string, endsWhole: boolean): PhraseRanges {
  const words = wordCount(folded);
  const rangeOf = (text: string, count: number) => prefixRange(column, Buffer.from(entryOf(text, count)));
  const start = endsWhole ? `${folded} ` : folded;
  const begun: Range[] = [];
  for (let count = words + 1; words > 1 && count <= wordsMax; count += 1) begun.push(rangeOf(start, count));
  return { whole: endsWhole ? equalRange(column, phraseEntry(folded)) : rangeOf(folded, words), begun };
}

function equalRange(column: StringColumn, entry: string): Range {
  const place = column.find(Buffer.from(entry));
  return place < 0 ? { start: 0, end: 0 } : { start: place, end: place + 1 };
}
