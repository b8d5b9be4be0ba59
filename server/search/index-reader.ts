/** The read side of the engine: answers from one snapshot. It keeps nothing of a query. */
import { searchCategories, strongestCategories } from './category-search.ts';
import { discoverProducts } from './discovery.ts';
import type { IndexReader, IndexSnapshot, SearchResult, Signals } from './engine.ts';
import { LiveSegment } from './live-segment.ts';
import { searchProducts } from './product-search.ts';
import { parseQuery } from './query.ts';
import { searchSuggestions, strongestSuggestions } from './suggestion-search.ts';
import { lookUpWords } from './term-lookup.ts';

/**
 * Opens a snapshot. `previous`, a reader of an earlier snapshot of the same writer, lends the views of the segments
 * that both share. Throws an Error for a buffer that is no segment of this version of the format.
 */
export function openIndex(snapshot: IndexSnapshot, previous?: IndexReader): IndexReader {
  return new SegmentReader(snapshot, previous instanceof SegmentReader ? previous : null);
}

class SegmentReader implements IndexReader {
  readonly documentCount: number;
  readonly #segments: readonly LiveSegment[];

  constructor(snapshot: IndexSnapshot, previous: SegmentReader | null) {
    const known = new Map(previous === null ? [] : previous.#segments.map((live) => [live.id, live]));
    this.#segments = snapshot.segments.map((segment) => new LiveSegment(segment, known.get(segment.id)));
    this.documentCount = this.#segments.reduce((total, live) => total + live.documentCount, 0);
  }

  search(text: string, limit: number, signals: Signals): SearchResult {
    const query = parseQuery(text);
    if (query.words.length === 0) return { products: [], categories: [], suggestions: [] };
    const segments = this.#segments.map((live) => ({ live, words: lookUpWords(live.segment, query) }));
    return {
      products: searchProducts(segments, query, limit, signals),
      categories: searchCategories(segments, query.folded, limit),
      suggestions: searchSuggestions(segments, limit, signals),
    };
  }

  discover(limit: number, signals: Signals): SearchResult {
    return {
      products: discoverProducts(this.#segments, limit, signals),
      categories: strongestCategories(this.#segments, limit),
      suggestions: strongestSuggestions(this.#segments, limit, signals),
    };
  }
}
