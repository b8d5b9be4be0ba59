/**
 * Finds the text that a typed one was about to become: the one that a shopper meant, never the beginning at which the shopper clicked or stopped.
 * `usb c c` is no expression, `usb c cable` is. Whole words stay as they were typed; the last one is completed from what was clicked:
 * by the noun of its type, else by the word of its title that begins so. Asked when a click comes or a search is over, never for a
 * keystroke. At most 12 words of a title without spaces are read. It stores nothing; a store without an index, or a text that says nothing,
 * gives null, never an error.
 */
// Tests: ./search-intents.test.ts.

import { type IndexReader, noSignals } from '../../search/engine.ts';
import { fold } from '../../search/text/fold.ts';
import type { IndexRegistry, LoadedIndex } from './index-registry.ts';

/** A click, and what was typed before it. */
export interface ClickOnThing {
  readonly typed: string;
  /** The suggestion or category that was clicked; null for a product. */
  readonly clickedPhrase: string | null;
  /** The title of the product that was clicked, and further texts that its card shows. */
  readonly clickedTitle: string | null;
  /** The nouns for the product's type, by all its names: `laptop`, `notebook`. Empty if the type is not known. */
  readonly typeNouns: readonly string[];
}

/** A word as it is written, and folded. */
interface WrittenWord {
  readonly written: string;
  readonly folded: string;
}

/** A text up to its last word, and that word. */
interface BegunText {
  readonly before: string;
  readonly earlier: readonly WrittenWord[];
  readonly last: WrittenWord;
}

/** The text that the click says was meant; null where it is unknown, for example where the thing holds no word that begins so. */
export function intentOfClick({
  typed,
  clickedPhrase,
  clickedTitle,
  typeNouns,
}: ClickOnThing): string | null {
  if (clickedPhrase !== null) return clickedPhrase;
  const begun = begunTextOf(typed);
  if (begun === null) return null;
  const title = wordsLeft(clickedTitle ?? '', begun.earlier);
  const types = typeNouns.flatMap((noun) => wordsLeft(noun, begun.earlier));
  const last = begun.last.folded;
  if ([...title, ...types].some(({ folded }) => folded === last)) return typed;
  const meant = [...types, ...title].find(({ folded }) => folded.startsWith(last));
  return meant === undefined ? null : begun.before + meant.written;
}

/** Whether a text ends with a whole word, by a dictionary of folded words. A last word that repeats an earlier one counts as a beginning. */
export function endsWithWord(text: string, isWord: (folded: string) => boolean): boolean {
  const begun = begunTextOf(text);
  if (begun === null) return false;
  const { folded } = begun.last;
  return !begun.earlier.some((word) => word.folded === folded) && isWord(folded);
}

/** Returns the texts that continue `typed`, shortest first. */
export function textsThatGoOn(typed: string, texts: readonly string[]): string[] {
  const beginning = fold(typed);
  const isBegun = (folded: string) => folded.startsWith(beginning) && folded !== beginning;
  return texts
    .filter((text) => isBegun(fold(text)))
    .sort((left, right) => left.length - right.length || (left < right ? -1 : 1));
}

function begunTextOf(typed: string): BegunText | null {
  const runs = Array.from(typed.matchAll(runPattern));
  const lastRun = runs.at(-1);
  if (lastRun === undefined) return null;
  const [written] = lastRun;
  return {
    before: typed.slice(0, lastRun.index),
    earlier: runs.slice(0, -1).map(([run]) => toWord(run)),
    last: toWord(written),
  };
}

/** The words of a text without those that were typed already, each once. */
function wordsLeft(text: string, typed: readonly WrittenWord[]): WrittenWord[] {
  const words = Array.from(text.matchAll(runPattern)).flatMap(([run]) => wordsOfRun(run));
  for (const { folded } of typed) {
    const place = words.findIndex((word) => word.folded === folded);
    if (place >= 0) words.splice(place, 1);
  }
  return words;
}

const runPattern = /[\p{L}\p{M}\p{N}]+/gu;
const spacelessPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Returns the words of a run. In a script without spaces every sequence of words is one, because shoppers type several
 * without a space.
 */
function wordsOfRun(run: string): WrittenWord[] {
  if (!spacelessPattern.test(run)) return [toWord(run)];
  const starts = Array.from(segmenter.segment(run), ({ index }) => index).slice(0, segmentsMax);
  return starts.flatMap((start) =>
    [...starts, run.length].filter((end) => end > start).map((end) => toWord(run.slice(start, end))),
  );
}

/** The number of words read of a title without spaces, because their sequences grow with the square. Chosen. */
const segmentsMax = 12;

function toWord(written: string): WrittenWord {
  return { written, folded: fold(written) };
}

/** The words that a product card shows: title and category, in the order of their weight. */
export function cardTexts(card: Uint8Array): string {
  const { title, category } = JSON.parse(Buffer.from(card).toString()) as {
    readonly title: string;
    readonly category: string | null;
  };
  return `${title} ${category ?? ''}`;
}

/** Finds intents. All give null for a text that says nothing of its own: it stays private. */
export interface SearchIntents {
  /** Finds the intent of a search without a click. Null also while the store's index is not loaded. */
  ofText(storeId: string, text: string): string | null;
  /** Finds the intent of a click on a product; null for one that the caller cannot name. */
  ofClick(storeId: string, typed: string, productId: string | null): string | null;
}

/** Finds intents in the indexes of this thread. */
export function createSearchIntents(registry: Pick<IndexRegistry, 'find'>): SearchIntents {
  return {
    ofText(storeId, text) {
      const index = registry.find(storeId);
      return index === undefined ? null : intentOfText(index, text);
    },
    ofClick(storeId, typed, productId) {
      const index = registry.find(storeId);
      if (index === undefined) return null;
      if (productId === null || index.reader.suggestionKey(typed) !== null) return intentOfText(index, typed);
      return intentOfProduct(index.reader, typed, productId) ?? intentOfText(index, typed);
    },
  };
}

/** The text itself if it is complete, else the shortest complete one to which others continued the same beginning. */
function intentOfText({ reader, queries }: LoadedIndex, text: string): string | null {
  if (isComplete(reader, text)) return text;
  const others = queries.map(([query]) => query);
  return textsThatGoOn(text, others).find((other) => isComplete(reader, other)) ?? null;
}

function isComplete(reader: IndexReader, text: string): boolean {
  return reader.suggestionKey(text) !== null || endsWithWord(text, (word) => reader.holdsWord(word));
}

function intentOfProduct(reader: IndexReader, typed: string, productId: string): string | null {
  const product = reader.findProducts([productId], noSignals).get(productId);
  if (product === undefined) return null;
  const { card, typeNouns } = product;
  return intentOfClick({ typed, clickedPhrase: null, clickedTitle: cardTexts(card), typeNouns });
}
