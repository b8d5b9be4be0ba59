/**
 * Merges segments into one, from their own content: no document is analysed again and no database is asked. What only
 * dead documents held is left behind. Everything in a segment is sorted, so all of it is merged in one pass each.
 */

import { mergeColumns } from '../columns/column-merge.ts';
import { Interner } from '../columns/interner.ts';
import { mergeTables, PairList, type PostingTable, sameRanks } from '../columns/posting-table.ts';
import { gatherStrings, type StringColumn } from '../columns/string-column.ts';
import { noCategory } from '../document/category-path.ts';
import type { GraphShape } from '../engine.ts';
import type { Analysis } from '../query/analysis.ts';
import { CardColumnDraft } from '../segment/card-column.ts';
import { mergeDictionaries } from '../segment/dictionary.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { readSpelling } from '../segment/suggestion-spellings.ts';
import { type DocumentWords, termBits } from '../segment/word-entries.ts';
import { type Gathered, mergeOrders } from './order-merge.ts';
import { listsOf } from './prefix-list-merge.ts';
import {
  categoryTexts,
  packParts,
  pairWords,
  type SegmentParts,
  suggestionTexts,
  textsOf,
} from './segment-builder.ts';
import type { CodeColumns, DocumentColumns } from './segment-columns.ts';
import { groupSuggestions, spellingText } from './suggestion-table.ts';

/** One segment with the live documents of all. */
export function mergeLiveSegments(
  lives: readonly LiveSegment[],
  analysis: Analysis,
  shape: GraphShape,
): SharedArrayBuffer {
  const segments = lives.map(({ segment }) => segment);
  const order = orderOf(lives);
  const numbers = numbersOf(segments, order);
  const total = order.items.length;
  const keep = segments.map((segment, index) => neededTerms(segment, numbers[index] ?? new Int32Array(0)));
  const words = mergeDictionaries(
    segments.map((segment) => segment.words),
    keep,
  );
  const wordCount = words.parts.terms.offsets.length - 1;
  const mergePostings = (tableOf: (segment: Segment) => PostingTable) =>
    mergeTables(
      segments.map((segment, index) => ({
        table: tableOf(segment),
        keys: words.maps[index] ?? new Int32Array(0),
        items: numbers[index] ?? new Int32Array(0),
      })),
      wordCount,
      total,
    );
  const categories = new Interner();
  const columns = mergeDocuments(lives, order, numbers, categories);
  const { spellings, documentSpellings } = mergeSpellings(segments, numbers, total);
  const suggestions = groupSuggestions(spellings, documentSpellings);
  const terms = new Map(textsOf(words.parts.terms).map((text, term) => [text, term]));
  const index = (texts: readonly (readonly string[])[]) =>
    pairWords(texts, analysis.respell, (word) => termOf(terms, word)).toTable(
      sameRanks(wordCount),
      sameRanks(texts.length),
    );
  const parts: SegmentParts = {
    columns,
    words: words.parts,
    titlePostings: mergePostings((segment) => segment.titlePostings),
    otherPostings: mergePostings((segment) => segment.otherPostings),
    titleWords: mergeTitleWords(segments, order, words.maps),
    codes: mergeCodes(segments, numbers),
    categoryPaths: categories.texts,
    categoryPostings: index(categoryTexts(categories.texts)),
    generated: mergeGenerated(segments, numbers, total),
    spellings,
    documentSpellings,
    suggestions,
    suggestionPostings: index(suggestionTexts(suggestions)),
  };
  return packParts(
    parts,
    analysis,
    shape,
    listsOf(lives, numbers, shape.listLength, analysis.synonymsVersion),
  );
}

/** The merged dictionary has all words of categories and suggestions, since each segment had its own. */
function termOf(terms: ReadonlyMap<string, number>, word: string): number {
  const term = terms.get(word);
  if (term === undefined) throw new Error(`The segments hold no term ${JSON.stringify(word)}.`);
  return term;
}

/** The live documents of all segments in the order of their new numbers. */
function orderOf(lives: readonly LiveSegment[]): Gathered {
  const lists = lives.map((live) => {
    const documents = sameRanks(live.segment.documentCount);
    return documents.filter((document) => live.isLive(document));
  });
  return mergeOrders(lists, (source, document, otherSource, otherDocument) => {
    const { segment } = lives[source] as LiveSegment;
    const { segment: other } = lives[otherSource] as LiveSegment;
    const stock = Number(document >= segment.inStockCount) - Number(otherDocument >= other.inStockCount);
    return (
      stock ||
      segment.titles.compare(document, other.titles, otherDocument) ||
      segment.externalIds.compare(document, other.externalIds, otherDocument)
    );
  });
}

/** By segment: old document number -> new number, or -1 for the dead. */
function numbersOf(segments: readonly Segment[], { sources, items }: Gathered): Int32Array[] {
  const numbers = segments.map(({ documentCount }) => new Int32Array(documentCount).fill(-1));
  for (let number = 0; number < items.length; number += 1) {
    (numbers[sources[number] ?? 0] as Int32Array)[items[number] ?? 0] = number;
  }
  return numbers;
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

function mergeDocuments(
  lives: readonly LiveSegment[],
  order: Gathered,
  numbers: readonly Int32Array[],
  categories: Interner,
): DocumentColumns {
  const segments = lives.map(({ segment }) => segment);
  const { sources, items } = order;
  const gather = (columnOf: (segment: Segment) => StringColumn) =>
    gatherStrings(segments.map(columnOf), sources, items);
  const createdAt = new Float64Array(items.length);
  const categoryNumbers = new Uint32Array(items.length);
  const cards = new CardColumnDraft();
  let inStockCount = 0;
  for (let number = 0; number < items.length; number += 1) {
    const segment = segments[sources[number] ?? 0] as Segment;
    const document = items[number] ?? 0;
    if (document < segment.inStockCount) inStockCount += 1;
    createdAt[number] = segment.createdAt[document] ?? 0;
    const category = segment.categoryOf(document);
    categoryNumbers[number] =
      category === null ? noCategory : categories.id(segment.categoryPaths.text(category));
    cards.copy(segment.cards, document);
  }
  const mergeLists = (
    listOf: (segment: Segment) => Uint32Array,
    compare: (left: Segment, document: number, right: Segment, other: number) => number,
  ) => {
    const lists = segments.map((segment, source) =>
      listOf(segment).filter((document) => (numbers[source]?.[document] ?? -1) >= 0),
    );
    const merged = mergeOrders(lists, (source, document, otherSource, other) =>
      compare(segments[source] as Segment, document, segments[otherSource] as Segment, other),
    );
    return merged.items.map((document, place) => numbers[merged.sources[place] ?? 0]?.[document] ?? 0);
  };
  return {
    inStockCount,
    titles: gather((segment) => segment.titles.titles),
    foldedTitles: gather((segment) => segment.titles.foldedTitles),
    externalIds: gather((segment) => segment.externalIds),
    productIds: gather((segment) => segment.productIds),
    documentsByProductId: mergeLists(
      (segment) => segment.documentsByProductId,
      (left, document, right, other) => left.productIds.compare(document, right.productIds, other),
    ),
    cards,
    createdAt,
    newestDocuments: mergeLists(
      (segment) => segment.newestDocuments,
      (left, document, right, other) =>
        (right.createdAt[other] ?? 0) - (left.createdAt[document] ?? 0) ||
        left.externalIds.compare(document, right.externalIds, other),
    ),
    categories: categoryNumbers,
  };
}

function mergeTitleWords(
  segments: readonly Segment[],
  { sources, items }: Gathered,
  maps: readonly Int32Array[],
): DocumentWords {
  const offsets = new Uint32Array(items.length + 1);
  const entries = new Uint32Array(segments.reduce((total, { titleWords }) => total + titleWords.length, 0));
  let end = 0;
  for (let number = 0; number < items.length; number += 1) {
    const { titleWords, titleWordOffsets } = segments[sources[number] ?? 0] as Segment;
    const map = maps[sources[number] ?? 0] as Int32Array;
    const document = items[number] ?? 0;
    const last = titleWordOffsets[document + 1] ?? 0;
    for (let place = titleWordOffsets[document] ?? 0; place < last; place += 1) {
      const entry = titleWords[place] ?? 0;
      const term = entry & termBits;
      entries[end] = entry - term + (map[term] ?? 0);
      end += 1;
    }
    offsets[number + 1] = end;
  }
  return { offsets, entries: entries.slice(0, end) };
}

function mergeCodes(segments: readonly Segment[], numbers: readonly Int32Array[]): CodeColumns {
  const lists = segments.map(({ codes, codeDocuments }, source) =>
    sameRanks(codes.length).filter((place) => (numbers[source]?.[codeDocuments[place] ?? 0] ?? -1) >= 0),
  );
  const numberOf = (source: number, place: number) =>
    numbers[source]?.[segments[source]?.codeDocuments[place] ?? 0] ?? 0;
  const { sources, items } = mergeOrders(lists, (source, place, otherSource, other) => {
    const { codes } = segments[source] as Segment;
    const { codes: otherCodes } = segments[otherSource] as Segment;
    return codes.compare(place, otherCodes, other) || numberOf(source, place) - numberOf(otherSource, other);
  });
  return {
    codes: gatherStrings(
      segments.map(({ codes }) => codes),
      sources,
      items,
    ),
    documents: items.map((place, index) => numberOf(sources[index] ?? 0, place)),
  };
}

function mergeGenerated(segments: readonly Segment[], numbers: readonly Int32Array[], total: number) {
  const keep = segments.map(({ generatedPhrases, generatedDocuments: { offsets, items } }, source) => {
    const wanted = new Uint8Array(generatedPhrases.length);
    for (let phrase = 0; phrase < wanted.length; phrase += 1) {
      const documents = items.subarray(offsets[phrase], offsets[phrase + 1]);
      wanted[phrase] = documents.some((document) => (numbers[source]?.[document] ?? -1) >= 0) ? 1 : 0;
    }
    return wanted;
  });
  const phrases = mergeColumns(
    segments.map(({ generatedPhrases }) => generatedPhrases),
    keep,
  );
  const tables = segments.map(({ generatedDocuments }, source) => ({
    table: generatedDocuments,
    keys: phrases.maps[source] ?? new Int32Array(0),
    items: numbers[source] ?? new Int32Array(0),
  }));
  const documents = mergeTables(tables, phrases.slab.offsets.length - 1, total);
  return { phrases: phrases.slab, documents };
}

function mergeSpellings(segments: readonly Segment[], numbers: readonly Int32Array[], total: number) {
  const spellings = new Interner();
  const pairs = new PairList();
  segments.forEach((segment, source) => {
    const known = new Int32Array(segment.spellingCounts.length).fill(-1);
    const translate = (spelling: number) => {
      if ((known[spelling] ?? -1) < 0)
        known[spelling] = spellings.id(spellingText(readSpelling(segment, spelling)));
      return known[spelling] ?? 0;
    };
    const { offsets, items } = segment.documentSpellings;
    for (let document = 0; document < segment.documentCount; document += 1) {
      const number = numbers[source]?.[document] ?? -1;
      if (number < 0) continue;
      const end = offsets[document + 1] ?? 0;
      for (let place = offsets[document] ?? 0; place < end; place += 1) {
        pairs.add(number, translate(items[place] ?? 0));
      }
    }
  });
  const documentSpellings = pairs.toTable(sameRanks(total), sameRanks(spellings.texts.length));
  return { spellings: spellings.texts, documentSpellings };
}
