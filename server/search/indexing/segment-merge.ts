/**
 * Merges segments into one from their own content: it analyses no document again and asks no database. Words, paths and suggestions
 * that only dead documents held are dropped. All sections are sorted, so each is merged in one pass by bytes and numbers, and hardly a
 * text is read. Throws a plain error where segments disagree with themselves, which would be a fault of ours. It never changes its
 * sources, and must not run in a thread that answers: it takes about 10 µs a document and up to twice the memory of the result.
 */
// Tests: ./segment-merge.test.ts.

import { type Gathered, mergeOrders, mergeSharedTexts, placesWhere } from '../columns/column-merge.ts';
import { sameRanks } from '../columns/posting-table.ts';
import type { Integers } from '../columns/sections.ts';
import { gatherStrings, lowerBound, StringColumn, type StringSlab } from '../columns/string-column.ts';
import type { GraphShape } from '../engine.ts';
import type { Analysis } from '../query/analysis.ts';
import { mergeCards } from '../segment/card-column.ts';
import { newestCards } from '../segment/card-layers.ts';
import { mergeDictionaries } from '../segment/dictionary.ts';
import { mergeGroups } from '../segment/group-column.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { gatherWords, postingsOf } from '../segment/word-entries.ts';
import { mergeSpellingSections } from '../spelling/spelling-sections.ts';
import { textTerms } from '../text/text-terms.ts';
import { runAllSteps } from './build-steps.ts';
import { listsOf } from './prefix-list-merge.ts';
import { categoryTexts, packParts, pairWords, type SegmentParts } from './segment-builder.ts';
import type { CodeColumns, DocumentColumns } from './segment-columns.ts';
import { mergeSuggestions } from './suggestion-merge.ts';

/** Builds one segment with the live documents of all given segments, in one go. */
export function mergeLiveSegments(
  lives: readonly LiveSegment[],
  analysis: Analysis,
  shape: GraphShape,
): SharedArrayBuffer {
  const documents = mergeDocumentOrders(lives);
  const { segments, order, numbers } = documents;
  const words = mergeDictionaries(
    segments.map((segment) => segment.words),
    segments.map((segment, source) => neededTerms(segment, numbers[source] as Int32Array)),
  );
  const termCount = words.parts.terms.offsets.length - 1;
  const titleWords = gatherWords(
    segments.map((segment) => segment.titleDocuments),
    order,
    words.maps,
  );
  const otherWords = gatherWords(
    segments.map((segment) => segment.otherDocuments),
    order,
    words.maps,
  );
  const { columns, categoryPaths } = mergeDocuments(documents);
  const suggestions = mergeSuggestions(segments, order, numbers, words.maps, termCount);
  const termOf = termFinder(words.parts.terms);
  const wordsOf = (text: string) => textTerms(text, analysis.respell).map(termOf);
  const parts: SegmentParts = {
    columns,
    words: words.parts,
    spelling: mergeSpellingSections(
      words.parts.terms,
      segments.map((segment, source) => ({
        sections: segment.spellingSections,
        terms: words.maps[source] as Int32Array,
      })),
    ),
    titlePostings: postingsOf(titleWords, termCount),
    otherPostings: postingsOf(otherWords, termCount),
    titleWords,
    otherWords,
    codes: mergeCodes(documents),
    categoryPaths,
    categoryPostings: pairWords(categoryTexts(categoryPaths), wordsOf).toTable(
      sameRanks(termCount),
      sameRanks(categoryPaths.length),
    ),
    suggestions: suggestions.sections,
    suggestionPostings: suggestions.postings,
  };
  const lists = listsOf(
    lives,
    { numbers, groups: columns.groups.numbers },
    shape.listLength,
    analysis.synonymsVersion,
  );
  return runAllSteps(packParts(parts, analysis, shape, lists));
}

/**
 * Finds words of the merged dictionary, which has all words of categories since each segment had its own. Throws for
 * any other word.
 */
function termFinder({ offsets, bytes }: StringSlab): (word: string) => number {
  const terms = new StringColumn(offsets, bytes);
  return (word) => {
    const term = terms.find(Buffer.from(word));
    if (term < 0) throw new Error(`The segments hold no term ${JSON.stringify(word)}.`);
    return term;
  };
}

/** 1 for each term that a live document, a category or a suggestion holds. */
function neededTerms(segment: Segment, numbers: Int32Array): Uint8Array {
  const keep = new Uint8Array(segment.words.terms.length);
  for (const { keys } of [segment.categoryPostings, segment.suggestionPostings]) {
    for (const term of keys) keep[term] = 1;
  }
  for (const { offsets, items } of [segment.titlePostings, segment.otherPostings]) {
    for (let term = 0; term < keep.length; term += 1) {
      const end = offsets[term + 1] ?? 0;
      let place = offsets[term] ?? 0;
      while (keep[term] === 0 && place < end) {
        if ((numbers[items[place] ?? 0] ?? -1) >= 0) keep[term] = 1;
        place += 1;
      }
    }
  }
  return keep;
}

/** The documents that go into a merged segment. */
export interface MergedDocuments {
  readonly lives: readonly LiveSegment[];
  readonly segments: readonly Segment[];
  /** The documents in the order of their new numbers. */
  readonly order: Gathered;
  /** The new number of each document, a table for each segment; -1 for a dead document. */
  readonly numbers: readonly Int32Array[];
}

/** The live documents of all segments in the order of their new numbers. */
function mergeDocumentOrders(lives: readonly LiveSegment[]): MergedDocuments {
  const segments = lives.map(({ segment }) => segment);
  const lists = lives.map((live) =>
    placesWhere(live.segment.documentCount, (document) => live.isLive(document)),
  );
  const order = mergeOrders(lists, (source, document, otherSource, otherDocument) => {
    const segment = segments[source] as Segment;
    const other = segments[otherSource] as Segment;
    const stock = Number(document >= segment.inStockCount) - Number(otherDocument >= other.inStockCount);
    return (
      stock ||
      segment.titles.compare(document, other.titles, otherDocument) ||
      segment.externalIds.compare(document, other.externalIds, otherDocument)
    );
  });
  const numbers = segments.map(({ documentCount }) => new Int32Array(documentCount).fill(-1));
  order.items.forEach((document, number) => {
    (numbers[order.sources[number] ?? 0] as Int32Array)[document] = number;
  });
  return { lives, segments, order, numbers };
}

/** Merges the columns, and the category paths of live documents, which are numbered as they first appear. */
function mergeDocuments(documents: MergedDocuments): {
  readonly columns: DocumentColumns;
  readonly categoryPaths: readonly string[];
} {
  const { lives, segments, order } = documents;
  const { sources, items } = order;
  const numbersOf = (columnOf: (segment: Segment) => Float64Array) => {
    const columns = segments.map(columnOf);
    return Float64Array.from(items, (document, number) => columns[sources[number] ?? 0]?.[document] ?? 0);
  };
  const gather = (columnOf: (segment: Segment) => StringColumn) =>
    gatherStrings(segments.map(columnOf), sources, items);
  const categories = mergeSharedTexts(
    segments.map(({ categoryPaths, documentCategories }) => ({
      texts: categoryPaths,
      numbers: documentCategories,
    })),
    order,
  );
  const columns = {
    inStockCount: countInStock(documents),
    titles: gather((segment) => segment.titles.titles),
    foldedTitles: gather((segment) => segment.titles.foldedTitles),
    externalIds: gather((segment) => segment.externalIds),
    productIds: gather((segment) => segment.productIds),
    documentsByProductId: mergeLookUp(
      documents,
      (segment) => segment.documentsByProductId,
      (left, document, right, other) => left.productIds.compare(document, right.productIds, other),
    ),
    cards: mergeCards(...newestCards(lives, order)),
    createdAt: numbersOf(({ createdAt }) => createdAt),
    fingerprints: numbersOf(({ fingerprints }) => fingerprints),
    newestDocuments: mergeLookUp(
      documents,
      (segment) => segment.newestDocuments,
      (left, document, right, other) =>
        (right.createdAt[other] ?? 0) - (left.createdAt[document] ?? 0) ||
        left.externalIds.compare(document, right.externalIds, other),
    ),
    categories: categories.numbers,
    groups: mergeGroups(
      segments.map(({ groups }) => groups),
      order,
    ),
  };
  return { columns, categoryPaths: categories.texts };
}

function countInStock({ segments, order: { sources, items } }: MergedDocuments): number {
  const isInStock = (number: number) =>
    (items[number] ?? 0) < (segments[sources[number] ?? 0] as Segment).inStockCount;
  return lowerBound(0, items.length, (number) => (isInStock(number) ? -1 : 1));
}

/** Merges one list of documents of each segment in the order of `compare`, under the new numbers. */
function mergeLookUp(
  { segments, numbers }: MergedDocuments,
  listOf: (segment: Segment) => Integers,
  compare: (left: Segment, document: number, right: Segment, other: number) => number,
): Uint32Array {
  const lists = segments.map((segment, source) => {
    const list = listOf(segment);
    const map = numbers[source] as Int32Array;
    return Uint32Array.from(list).filter((document) => (map[document] ?? -1) >= 0);
  });
  const { sources, items } = mergeOrders(lists, (source, document, otherSource, other) =>
    compare(segments[source] as Segment, document, segments[otherSource] as Segment, other),
  );
  for (let place = 0; place < items.length; place += 1) {
    items[place] = numbers[sources[place] ?? 0]?.[items[place] ?? 0] ?? 0;
  }
  return items;
}

/** Merges the codes of live documents. */
function mergeCodes({ segments, numbers }: MergedDocuments): CodeColumns {
  const documentOf = (source: number, place: number) =>
    numbers[source]?.[segments[source]?.codeDocuments[place] ?? 0] ?? -1;
  const lists = segments.map(({ codes }, source) =>
    placesWhere(codes.length, (place) => documentOf(source, place) >= 0),
  );
  const columns = segments.map(({ codes }) => codes);
  const { sources, items } = mergeOrders(
    lists,
    (source, place, otherSource, other) =>
      (columns[source] as StringColumn).compare(place, columns[otherSource] as StringColumn, other) ||
      documentOf(source, place) - documentOf(otherSource, other),
  );
  const codes = gatherStrings(columns, sources, items);
  return { codes, documents: items.map((place, index) => documentOf(sources[index] ?? 0, place)) };
}
