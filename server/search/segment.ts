/**
 * A segment as it is read: typed views into its buffer, made once and shared by everything that asks. Immutable;
 * what has died in it since it was built is kept beside it (tombstones.ts).
 *
 * Documents are numbered by (in stock first, folded title, title, external id); terms and generated phrases by
 * code points; suggestions by the in-stock documents behind them, most first, then by key.
 */
import { parseCategoryPath } from './category-path.ts';
import { fold } from './fold.ts';
import type { PostingTable } from './posting-table.ts';
import { openSections, type SectionName, type SectionReader } from './sections.ts';
import { noCategory } from './segment-columns.ts';
import { lowerBound, StringColumn } from './string-column.ts';

/** Places from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

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
  readonly terms: StringColumn;
  readonly postings: PostingTable;
  readonly categoryWords: PostingTable;
  readonly suggestionWords: PostingTable;
  /** Terms of all titles in order; those of a document start at its entry of `titleWordOffsets`. */
  readonly titleWords: Uint32Array;
  readonly titleWordOffsets: Uint32Array;
  readonly foldedTitles: StringColumn;
  readonly titles: StringColumn;
  readonly externalIds: StringColumn;
  readonly productIds: StringColumn;
  readonly cards: StringColumn;
  readonly createdAt: Float64Array;
  /** In-stock documents by (newest first, external id). */
  readonly newestDocuments: Uint32Array;
  readonly categoryPaths: StringColumn;
  /** Documents of each category path when the segment was built, all and in stock. */
  readonly categoryProducts: Uint32Array;
  readonly categoryInStock: Uint32Array;
  readonly generatedPhrases: StringColumn;
  readonly generatedDocuments: PostingTable;
  readonly suggestionKeys: StringColumn;
  /** Spellings of suggestion `n` start at entry `n`. */
  readonly suggestionSpellingOffsets: Uint32Array;
  readonly spellings: StringColumn;
  /** 1 where somebody named the spelling, 0 for a sequence of title words. */
  readonly spellingNamed: Uint8Array;
  /** In-stock documents behind each spelling when the segment was built. */
  readonly spellingCounts: Uint32Array;
  readonly documentSpellings: PostingTable;
  readonly #documentsByProductId: Uint32Array;
  readonly #documentCategories: Uint32Array;
  readonly #suggestionsByKey: Uint32Array;
  readonly #categories: (CategoryPath | undefined)[] = [];

  /** Throws an Error for a buffer that is no segment of this format. */
  constructor(data: SharedArrayBuffer) {
    const sections = openSections(data);
    const counts = sections.integers('counts');
    this.documentCount = counts[0] ?? 0;
    this.inStockCount = counts[1] ?? 0;
    this.terms = column(sections, 'termOffsets', 'termBytes');
    this.categoryPaths = column(sections, 'categoryPathOffsets', 'categoryPathBytes');
    this.suggestionKeys = column(sections, 'suggestionKeyOffsets', 'suggestionKeyBytes');
    this.spellings = column(sections, 'spellingOffsets', 'spellingBytes');
    this.postings = {
      ...table(sections, 'postingOffsets', 'postingDocuments', this.documentCount),
      masks: sections.bytes('postingMasks'),
    };
    this.categoryWords = table(
      sections,
      'categoryWordOffsets',
      'categoryWordItems',
      this.categoryPaths.length,
    );
    this.suggestionWords = table(
      sections,
      'suggestionWordOffsets',
      'suggestionWordItems',
      this.suggestionKeys.length,
    );
    this.titleWordOffsets = sections.integers('titleWordOffsets');
    this.titleWords = sections.integers('titleWords');
    this.foldedTitles = column(sections, 'foldedTitleOffsets', 'foldedTitleBytes');
    this.titles = column(sections, 'titleOffsets', 'titleBytes');
    this.externalIds = column(sections, 'externalIdOffsets', 'externalIdBytes');
    this.productIds = column(sections, 'productIdOffsets', 'productIdBytes');
    this.cards = column(sections, 'cardOffsets', 'cardBytes');
    this.createdAt = sections.doubles('createdAt');
    this.newestDocuments = sections.integers('newestDocuments');
    this.categoryProducts = sections.integers('categoryProducts');
    this.categoryInStock = sections.integers('categoryInStock');
    this.generatedPhrases = column(sections, 'generatedOffsets', 'generatedBytes');
    this.generatedDocuments = table(
      sections,
      'generatedDocumentOffsets',
      'generatedDocuments',
      this.documentCount,
    );
    this.suggestionSpellingOffsets = sections.integers('suggestionSpellingOffsets');
    this.spellingNamed = sections.bytes('spellingNamed');
    this.spellingCounts = sections.integers('spellingCounts');
    this.documentSpellings = table(
      sections,
      'documentSpellingOffsets',
      'documentSpellings',
      this.spellings.length,
    );
    this.#documentsByProductId = sections.integers('documentsByProductId');
    this.#documentCategories = sections.integers('documentCategories');
    this.#suggestionsByKey = sections.integers('suggestionsByKey');
  }

  /** The document of a product id in UTF-8, or -1. O(log n). */
  findDocument(productId: Uint8Array): number {
    const byId = this.#documentsByProductId;
    const compareAt = (place: number) => this.productIds.compareBytes(byId[place] ?? 0, productId);
    const place = lowerBound(0, byId.length, compareAt);
    return place < byId.length && compareAt(place) === 0 ? (byId[place] ?? -1) : -1;
  }

  /** The suggestion of a folded key in UTF-8, or -1. O(log n). */
  findSuggestion(key: Uint8Array): number {
    const byKey = this.#suggestionsByKey;
    const compareAt = (place: number) => this.suggestionKeys.compareBytes(byKey[place] ?? 0, key);
    const place = lowerBound(0, byKey.length, compareAt);
    return place < byKey.length && compareAt(place) === 0 ? (byKey[place] ?? -1) : -1;
  }

  /** The number of a document's category path, or null. */
  categoryOf(document: number): number | null {
    const category = this.#documentCategories[document] ?? noCategory;
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

/** Strings of a column that begin with `prefix`; the column must be sorted from `start` to `end`. O(log n). */
export function prefixRange(sorted: StringColumn, prefix: Uint8Array, start = 0, end = sorted.length): Range {
  const first = lowerBound(start, end, (place) => sorted.comparePrefix(place, prefix));
  const last = lowerBound(first, end, (place) => (sorted.comparePrefix(place, prefix) <= 0 ? -1 : 1));
  return { start: first, end: last };
}

function column(sections: SectionReader, offsets: SectionName, bytes: SectionName): StringColumn {
  return new StringColumn(sections.integers(offsets), sections.bytes(bytes));
}

function table(
  sections: SectionReader,
  offsets: SectionName,
  items: SectionName,
  itemCount: number,
): PostingTable {
  return { offsets: sections.integers(offsets), items: sections.integers(items), masks: null, itemCount };
}
