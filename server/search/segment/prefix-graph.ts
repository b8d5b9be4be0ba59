/**
 * Reads the prefix graph: the best documents for every beginning of a word that many documents contain, and for every word plus
 * beginning that many titles contain, ranked when the segment was built (prefix-graph-builder.ts). Lists are longer than any
 * answer, so some documents may die before a list runs out; if it does, the query is ranked from its postings.
 *
 * A beginning that few documents hold has no list: ranking it from its postings is as quick.
 *
 * It never ranks anything itself and never changes. An unknown beginning gives null. Limits are counts: a list has at most 32
 * documents and 64 suggestions, and a beginning has one from more than 256 postings on.
 */
// Tests: ./prefix-graph.test.ts.

import type { Integers, SectionReader } from '../columns/sections.ts';
import { StringColumn } from '../columns/string-column.ts';
import type { GraphShape } from '../engine.ts';

/**
 * Ranking 256 postings takes about as long as the rest of a keystroke, walking over 8,192 titles some milliseconds, and 12 documents
 * in 32 may die before a list of the longest answer, 20, runs out. In a catalog whose titles are all alike nearly every pair is
 * common, and each list takes milliseconds to make.
 */
export const usualShape: GraphShape = {
  minPostings: 256,
  minPairTitles: 8_192,
  pairsPerDocument: 1 / 128,
  listLength: 32,
  suggestionCount: 64,
};

/** The best documents of a beginning, in the order of their rank without popularity. */
export interface PrefixList {
  readonly documents: Integers;
  /** Tiers of each ({@link packTiers}). */
  readonly tiers: Uint8Array | Uint16Array;
  /** No other live document is an answer. */
  readonly isComplete: boolean;
}

/** The strongest suggestions with a beginning. */
export interface PrefixSuggestions {
  /** Ascending, which is by strength. */
  readonly numbers: Integers;
  /** No other suggestion of the segment holds the beginning. */
  readonly isComplete: boolean;
}

/** The graph of one segment. */
export class PrefixGraph {
  /** The version of the synonyms with which it was built. */
  readonly synonymsVersion: number;
  readonly #listLength: number;
  readonly #prefixes: StringColumn;
  /** Beginnings with the same best documents share a list. */
  readonly #lists: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #documents: Integers;
  readonly #tiers: Uint8Array;
  readonly #suggestionCount: number;
  readonly #suggestionOffsets: Uint32Array;
  readonly #suggestions: Integers;

  constructor(sections: SectionReader) {
    const [listLength = 0, synonymsVersion = 0, suggestionCount = 0] = sections.doubles('graphFacts');
    this.#listLength = listLength;
    this.synonymsVersion = synonymsVersion;
    this.#prefixes = new StringColumn(sections.integers('prefixOffsets'), sections.bytes('prefixBytes'));
    this.#lists = sections.integers('prefixLists');
    this.#offsets = sections.integers('prefixListOffsets');
    this.#documents = sections.narrowed('prefixListDocuments');
    this.#tiers = sections.bytes('prefixListTiers');
    this.#suggestionCount = suggestionCount;
    this.#suggestionOffsets = sections.integers('prefixSuggestionOffsets');
    this.#suggestions = sections.narrowed('prefixSuggestions');
  }

  /** Whether a folded beginning has a list, since many documents hold it. */
  isHeavy(prefix: string): boolean {
    return this.#place(prefix) >= 0;
  }

  /** The list of a folded beginning, or null where it has none. O(log n). */
  find(prefix: string): PrefixList | null {
    const place = this.#place(prefix);
    if (place < 0) return null;
    const list = this.#lists[place] ?? 0;
    const start = this.#offsets[list] ?? 0;
    const end = this.#offsets[list + 1] ?? 0;
    return {
      documents: this.#documents.subarray(start, end),
      tiers: this.#tiers.subarray(start, end),
      isComplete: end - start < this.#listLength,
    };
  }

  /** The suggestions of a folded beginning, or null where it has no list. O(log n). */
  findSuggestions(prefix: string): PrefixSuggestions | null {
    const place = this.#place(prefix);
    if (place < 0) return null;
    const start = this.#suggestionOffsets[place] ?? 0;
    const end = this.#suggestionOffsets[place + 1] ?? 0;
    return {
      numbers: this.#suggestions.subarray(start, end),
      isComplete: end - start < this.#suggestionCount,
    };
  }

  #place(prefix: string): number {
    return this.#prefixes.find(Buffer.from(prefix));
  }
}
