/**
 * What searches count as: what shoppers were about to type, never the beginning at which they clicked or stopped. Asked
 * when a click comes or a search is over, never for a keystroke.
 */
import type { IndexReader } from '../search/engine.ts';
import { endsWithWord, intentOfClick, textsThatGoOn } from '../search/query/typed-intent.ts';
import { noSignals } from '../search/signals.ts';
import { cardTexts } from './card-texts.ts';
import type { IndexRegistry, LoadedIndex } from './index-registry.ts';

/** Finds intents. All give null for a text that says nothing of its own: it stays private. */
export interface SearchIntents {
  /** Of a search that nothing was clicked for. Null also while the store's index is not loaded. */
  ofText(storeId: string, text: string): string | null;
  /** Of a click on a product; null for one that the caller cannot name. Where pages are missing, it throws (`Autocomplete.whole`). */
  ofClick(storeId: string, typed: string, productId: string | null): string | null;
}

/** By the indexes of this thread. */
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

/** What a complete text says, else the shortest complete one that others ended the same beginning with. */
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
