/**
 * A dictionary: the distinct words of one table of a segment, sorted by code points so that words with the same beginning are
 * adjacent, and which of them share a stem. A look-up takes O(log n) comparisons and no copy; an unknown word is an empty range, never
 * an error. It never changes after it was built. Words must be folded and distinct; that is not checked.
 */
// Tests: ./dictionary.test.ts.
import { mergeColumns } from '../columns/column-merge.ts';
import { Interner } from '../columns/interner.ts';
import { mergeTables, PairList, type PostingTable, ranksOf, sameRanks } from '../columns/posting-table.ts';
import type { SectionReader } from '../columns/sections.ts';
import {
  buildStringSlab,
  prefixEnd,
  type Range,
  StringColumn,
  type StringSlab,
} from '../columns/string-column.ts';
import { orderByCodePoints } from '../columns/text-order.ts';
import type { Stem, TermPattern } from '../query/query.ts';

/** The terms that answer a pattern: one equal to it, or a range that begins with it. */
export interface TermMatch extends Range {
  /** The term that equals the pattern, or -1. It lies within the range. */
  readonly exact: number;
}

/** The stored parts of a dictionary. */
export interface DictionaryParts {
  readonly terms: StringSlab;
  /** Stems of the terms that are not their own stem, sorted, and those terms. */
  readonly stems: StringSlab;
  readonly termsOfStem: PostingTable;
}

/** Reads a dictionary. */
export class Dictionary {
  readonly terms: StringColumn;
  readonly stems: StringColumn;
  readonly termsOfStem: PostingTable;

  constructor(parts: DictionaryParts) {
    this.terms = new StringColumn(parts.terms.offsets, parts.terms.bytes);
    this.stems = new StringColumn(parts.stems.offsets, parts.stems.bytes);
    this.termsOfStem = parts.termsOfStem;
  }

  /** O(log n). */
  find({ text, prefix }: TermPattern): TermMatch {
    const bytes = Buffer.from(text);
    const start = this.terms.lowerBound(bytes);
    const isTerm = start < this.terms.length && this.terms.compareBytes(start, bytes) === 0;
    const exact = isTerm ? start : -1;
    if (!prefix) return { start, end: isTerm ? start + 1 : start, exact };
    return { start, end: prefixEnd(this.terms, bytes, start), exact };
  }

  /** Terms of a stem, the stem itself first where it is one. */
  ofStem({ text, isWord }: Stem): number[] {
    const bytes = Buffer.from(text);
    const self = isWord ? this.terms.find(bytes) : -1;
    const found = self < 0 ? [] : [self];
    const place = this.stems.find(bytes);
    if (place < 0) return found;
    const { offsets, items } = this.termsOfStem;
    return [...found, ...items.subarray(offsets[place], offsets[place + 1])];
  }
}

/** Builds a dictionary of distinct words in any order, and returns the place of each of them. */
export function buildDictionary(
  words: readonly string[],
  stem: (word: string) => string,
): { readonly parts: DictionaryParts; readonly ranks: Uint32Array } {
  const order = orderByCodePoints(words);
  const sorted = Array.from(order, (word) => words[word] ?? '');
  const stems = new Interner();
  const pairs = new PairList();
  sorted.forEach((word, term) => {
    const stemmed = stem(word);
    if (stemmed !== word) pairs.add(stems.id(stemmed), term);
  });
  const stemOrder = orderByCodePoints(stems.texts);
  return {
    ranks: ranksOf(order),
    parts: {
      terms: buildStringSlab(sorted),
      stems: buildStringSlab(Array.from(stemOrder, (place) => stems.texts[place] ?? '')),
      termsOfStem: pairs.toTable(ranksOf(stemOrder), sameRanks(sorted.length)),
    },
  };
}

/** Merges dictionaries; `keep[source][term]` says which terms are still needed. */
export function mergeDictionaries(
  sources: readonly Dictionary[],
  keep: readonly Uint8Array[],
): { readonly parts: DictionaryParts; readonly maps: readonly Int32Array[] } {
  const terms = mergeColumns(
    sources.map(({ terms: column }) => column),
    keep,
  );
  const stems = mergeColumns(
    sources.map(({ stems: column }) => column),
    null,
  );
  const tables = sources.map((source, index) => ({
    table: source.termsOfStem,
    keys: stems.maps[index] ?? new Int32Array(0),
    items: terms.maps[index] ?? new Int32Array(0),
  }));
  const termsOfStem = mergeTables(tables, stems.slab.offsets.length - 1, terms.slab.offsets.length - 1);
  return { parts: { terms: terms.slab, stems: stems.slab, termsOfStem }, maps: terms.maps };
}

/** Sections of a dictionary. */
export function dictionarySections({ terms, stems, termsOfStem }: DictionaryParts) {
  return {
    wordOffsets: terms.offsets,
    wordBytes: terms.bytes,
    wordStemOffsets: stems.offsets,
    wordStemBytes: stems.bytes,
    wordStemTermOffsets: termsOfStem.offsets,
    wordStemTerms: termsOfStem.items,
  };
}

/** Opens the sections of a dictionary. */
export function openDictionary(sections: SectionReader): Dictionary {
  const offsets = sections.integers('wordOffsets');
  return new Dictionary({
    terms: { offsets, bytes: sections.bytes('wordBytes') },
    stems: { offsets: sections.integers('wordStemOffsets'), bytes: sections.bytes('wordStemBytes') },
    termsOfStem: {
      offsets: sections.integers('wordStemTermOffsets'),
      items: sections.integers('wordStemTerms'),
      occurrences: null,
      itemCount: offsets.length - 1,
    },
  });
}
