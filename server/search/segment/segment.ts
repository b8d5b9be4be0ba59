/**
 * Reads a segment through typed views into its buffer, created once and shared by all readers. Immutable; its tombstones are stored
 * separately (live-segment.ts).
 *
 * Documents are numbered by (in stock first, folded title, title, external id); words and codes by code points; suggestions by the
 * in-stock documents behind them, most first, then by key.
 *
 * It never checks contents, only the format: a buffer of another version throws an `Error`. Unknown ids and keys give -1. Times are
 * microseconds since 1970.
 */
// Tests: test/search/engine-property.test.ts.

import type { PostingTable, SparseTable } from '../columns/posting-table.ts';
import type { Integers, SectionName, SectionReader, WideName } from '../columns/sections.ts';
import { lowerBound, StringColumn, type StringSlab } from '../columns/string-column.ts';
import { noCategory, parseCategoryPath } from '../document/document.ts';
import type { SpellingSections } from '../spelling/spelling-sections.ts';
import { SpellingWords } from '../spelling/spelling-words.ts';
import { fold } from '../text/fold.ts';
import { CardColumn } from './card-column.ts';
import { type Dictionary, openDictionary } from './dictionary.ts';
import { GroupColumn } from './group-column.ts';
import { PrefixGraph } from './prefix-graph.ts';
import { TitleColumn } from './title-column.ts';
import { TypeNames } from './type-names.ts';
import type { DocumentWords } from './word-entries.ts';

/** A category path of a segment. */
export interface CategoryPath {
  /** The last element, as it is spelled here. */
  readonly title: string;
  readonly foldedTitle: string;
}

/** Views into one segment's buffer. */
export class Segment {
  readonly documentCount: number;
  /** Documents below this number are in stock, all others are not. */
  readonly inStockCount: number;
  /** Words of products, but for codes. */
  readonly words: Dictionary;
  /** The words that may be corrected, and corrected to. */
  readonly spelling: SpellingWords;
  /** The same as stored, for merging. */
  readonly spellingSections: SpellingSections;
  /** Word -> documents that hold it in the title. */
  readonly titlePostings: PostingTable;
  /** Word -> documents that hold it elsewhere only. */
  readonly otherPostings: PostingTable;
  /** Words of all titles in order; those of a document start at its entry of `titleWordOffsets`. */
  readonly titleWords: Uint32Array;
  readonly titleWordOffsets: Uint32Array;
  /** The same entries by document. */
  readonly titleDocuments: DocumentWords;
  /** Points of the two best terms of each title (word-entries.ts). */
  readonly titlePoints: Uint8Array;
  /** Words that each document holds elsewhere only, ascending by term. */
  readonly otherDocuments: DocumentWords;
  /** Sorted; the document of each stands beside it. */
  readonly codes: StringColumn;
  readonly codeDocuments: Integers;
  readonly titles: TitleColumn;
  readonly externalIds: StringColumn;
  readonly productIds: StringColumn;
  readonly documentsByProductId: Integers;
  /** As built; {@link LiveSegment} knows newer ones. */
  readonly cards: CardColumn;
  readonly createdAt: Float64Array;
  /** What `fingerprintOf` gave for each document: equal for versions that differ at most in their cards. */
  readonly fingerprints: Float64Array;
  /** The in-stock documents, newest first; of the same time by external id. */
  readonly newestDocuments: Integers;
  readonly categoryPaths: StringColumn;
  /** The category path of each document, or {@link noCategory}. */
  readonly documentCategories: Uint32Array;
  /** The groups of variants. */
  readonly groups: GroupColumn;
  /** Word -> category paths. */
  readonly categoryPostings: SparseTable;
  /** Documents of each category path when the segment was built, all and in stock. */
  readonly categoryProducts: Uint32Array;
  readonly categoryInStock: Uint32Array;
  readonly suggestionKeys: StringColumn;
  /** Suggestions in the order of their keys. */
  readonly suggestionsByKey: Integers;
  /** Word -> suggestions. */
  readonly suggestionPostings: SparseTable;
  /** Spellings of suggestion `n` start at entry `n`. */
  readonly suggestionSpellingOffsets: Uint32Array;
  /** The display of each of `ownSpellings`; all other spellings are shown like their key. */
  readonly spellings: StringColumn;
  /** Ascending. */
  readonly ownSpellings: Uint32Array;
  /** The evidence for each spelling: bits of `evidence` (suggestion-phrases.ts). */
  readonly spellingEvidence: Uint8Array;
  /** The number of in-stock documents behind each spelling when the segment was built. */
  readonly spellingCounts: Integers;
  readonly documentSpellings: PostingTable;
  /** The best documents of each beginning that many hold. */
  readonly graph: PrefixGraph;
  readonly #categories: (CategoryPath | undefined)[] = [];
  #types: TypeNames | null = null;

  constructor(sections: SectionReader) {
    const counts = sections.integers('counts');
    this.documentCount = counts[0] ?? 0;
    this.inStockCount = counts[1] ?? 0;
    this.words = openDictionary(sections);
    this.spellingSections = spellingSections(sections);
    this.spelling = new SpellingWords(termsOf(sections), this.spellingSections);
    this.titlePostings = table(sections, 'titlePosting', this.documentCount);
    this.otherPostings = table(sections, 'otherPosting', this.documentCount);
    this.titleWordOffsets = sections.integers('titleWordOffsets');
    this.titleWords = sections.integers('titleWords');
    this.titleDocuments = documentWords(sections, 'titleWordOffsets', 'titleWords');
    this.titlePoints = sections.bytes('titlePoints');
    this.otherDocuments = { ...documentWords(sections, 'otherWordOffsets', 'otherWords'), ascend: true };
    this.codes = column(sections, 'codeOffsets', 'codeBytes');
    this.codeDocuments = sections.narrowed('codeDocuments');
    this.titles = new TitleColumn(
      { offsets: sections.integers('titleOffsets'), bytes: sections.bytes('titleBytes') },
      { offsets: sections.integers('foldedTitleOffsets'), bytes: sections.bytes('foldedTitleBytes') },
    );
    this.externalIds = column(sections, 'externalIdOffsets', 'externalIdBytes');
    this.productIds = column(sections, 'productIdOffsets', 'productIdBytes');
    this.documentsByProductId = sections.narrowed('documentsByProductId');
    this.cards = new CardColumn(
      {
        templates: column(sections, 'cardTemplateOffsets', 'cardTemplateBytes'),
        numbers: sections.narrowed('cardTemplateNumbers'),
        own: column(sections, 'cardOwnOffsets', 'cardOwnBytes'),
      },
      { productIds: this.productIds, titles: this.titles.titles },
    );
    this.createdAt = sections.doubles('createdAt');
    this.fingerprints = sections.doubles('fingerprints');
    this.newestDocuments = sections.narrowed('newestDocuments');
    this.groups = new GroupColumn(
      sections.narrowed('documentGroups'),
      column(sections, 'groupOffsets', 'groupBytes'),
    );
    this.categoryPaths = column(sections, 'categoryPathOffsets', 'categoryPathBytes');
    this.categoryPostings = {
      ...table(sections, 'categoryPosting', this.categoryPaths.length),
      keys: sections.integers('categoryTerms'),
    };
    this.categoryProducts = sections.integers('categoryProducts');
    this.categoryInStock = sections.integers('categoryInStock');
    this.suggestionKeys = column(sections, 'suggestionKeyOffsets', 'suggestionKeyBytes');
    this.suggestionPostings = {
      ...table(sections, 'suggestionPosting', this.suggestionKeys.length),
      keys: sections.integers('suggestionTerms'),
    };
    this.suggestionSpellingOffsets = sections.integers('suggestionSpellingOffsets');
    this.spellings = column(sections, 'spellingOffsets', 'spellingBytes');
    this.ownSpellings = sections.integers('ownSpellings');
    this.spellingEvidence = sections.bytes('spellingEvidence');
    this.spellingCounts = sections.narrowed('spellingCounts');
    this.documentSpellings = {
      offsets: sections.integers('documentSpellingOffsets'),
      items: sections.narrowed('documentSpellings'),
      occurrences: null,
      itemCount: this.spellingCounts.length,
    };
    this.graph = new PrefixGraph(sections);
    this.documentCategories = sections.integers('documentCategories');
    this.suggestionsByKey = sections.narrowed('suggestionsByKey');
  }

  /** The document of a product id in UTF-8, or -1. O(log n). */
  findDocument(productId: Uint8Array): number {
    const byId = this.documentsByProductId;
    const compareAt = (place: number) => this.productIds.compareBytes(byId[place] ?? 0, productId);
    // Ids rise with time, so that what is new stands behind all that a segment holds.
    if (byId.length === 0 || compareAt(byId.length - 1) < 0) return -1;
    const place = lowerBound(0, byId.length, compareAt);
    return place < byId.length && compareAt(place) === 0 ? (byId[place] ?? -1) : -1;
  }

  /** Counts the in-stock documents behind a suggestion when the segment was built: at least as many as are live. */
  builtCount(suggestion: number): number {
    return this.sumOfSpellings(suggestion, this.spellingCounts);
  }

  /** The sum of `counts`, which has an entry for each spelling, over the spellings of a suggestion. */
  sumOfSpellings(suggestion: number, counts: Integers): number {
    const end = this.suggestionSpellingOffsets[suggestion + 1] ?? 0;
    let sum = 0;
    for (let spelling = this.suggestionSpellingOffsets[suggestion] ?? 0; spelling < end; spelling += 1) {
      sum += counts[spelling] ?? 0;
    }
    return sum;
  }

  /** Whether any spelling of a suggestion has one of these bits of `evidence`. */
  hasEvidence(suggestion: number, bits: number): boolean {
    const end = this.suggestionSpellingOffsets[suggestion + 1] ?? 0;
    let spelling = this.suggestionSpellingOffsets[suggestion] ?? 0;
    while (spelling < end && ((this.spellingEvidence[spelling] ?? 0) & bits) === 0) spelling += 1;
    return spelling < end;
  }

  /** The suggestion of a folded key in UTF-8, or -1. O(log n). */
  findSuggestion(key: Uint8Array): number {
    const byKey = this.suggestionsByKey;
    const compareAt = (place: number) => this.suggestionKeys.compareBytes(byKey[place] ?? 0, key);
    const place = lowerBound(0, byKey.length, compareAt);
    return place < byKey.length && compareAt(place) === 0 ? (byKey[place] ?? -1) : -1;
  }

  /** The suggestions that are names of types, found when first asked for. */
  get types(): TypeNames {
    this.#types ??= new TypeNames(this);
    return this.#types;
  }

  /** The number of a document's category path, or null. */
  categoryOf(document: number): number | null {
    const category = this.documentCategories[document] ?? noCategory;
    return category === noCategory ? null : category;
  }

  category(number: number): CategoryPath {
    const known = this.#categories[number];
    if (known !== undefined) return known;
    const title = parseCategoryPath(this.categoryPaths.text(number)).at(-1) ?? '';
    const category = { title, foldedTitle: fold(title) };
    this.#categories[number] = category;
    return category;
  }
}

function termsOf(sections: SectionReader): StringSlab {
  return { offsets: sections.integers('wordOffsets'), bytes: sections.bytes('wordBytes') };
}

function spellingSections(sections: SectionReader): SpellingSections {
  return {
    words: sections.integers('spellingWords'),
    forward: { shared: sections.bytes('spellingShared'), skips: sections.bytes('spellingSkips') },
    backwardOrder: sections.integers('spellingBackwardOrder'),
    backward: {
      shared: sections.bytes('spellingBackwardShared'),
      skips: sections.bytes('spellingBackwardSkips'),
    },
  };
}

function column(sections: SectionReader, offsets: WideName, bytes: SectionName): StringColumn {
  return new StringColumn(sections.integers(offsets), sections.bytes(bytes));
}

function documentWords(sections: SectionReader, offsets: WideName, entries: WideName): DocumentWords {
  return {
    offsets: sections.integers(offsets),
    entries: sections.integers(entries),
  };
}

type PostingName = 'titlePosting' | 'otherPosting' | 'categoryPosting' | 'suggestionPosting';

function table(sections: SectionReader, name: PostingName, itemCount: number): PostingTable {
  const hasOccurrences = name === 'titlePosting' || name === 'otherPosting';
  return {
    offsets: sections.integers(`${name}Offsets`),
    items: sections.narrowed(`${name}Items`),
    occurrences: hasOccurrences ? sections.bytes(`${name}Occurrences`) : null,
    itemCount,
  };
}
