/**
 * Builds the columns of a segment: what is stored for each document, category path and code. Times are microseconds; numbers of
 * documents and words are those of the finished segment unless a comment says "in the draft". Pure; it never checks or repairs a
 * document: the pipeline did. A document without category has `noCategory` (2^32 - 1).
 */
// Tests: ./segment-merge.test.ts.

import { ranksOf } from '../columns/posting-table.ts';
import { buildStringSlab, type StringSlab } from '../columns/string-column.ts';
import { compareCodePoints, orderByCodePoints } from '../columns/text-order.ts';
import { noCategory } from '../document/document.ts';
import type { CardSlabs } from '../segment/card-column.ts';
import { type GroupColumns, groupColumns } from '../segment/group-column.ts';
import { buildTitleSlabs } from '../segment/title-column.ts';
import { besideBit, type DocumentWords, occurrenceShift } from '../segment/word-entries.ts';
import type { BuildSteps } from './build-steps.ts';
import type { DraftDocument, SegmentDraft } from './segment-draft.ts';

/** Maps between the numbers of documents in the draft and in the finished segment. */
export interface DocumentNumbering {
  /** The documents in the order of their new numbers. */
  readonly documents: readonly DraftDocument[];
  /** New number -> number in the draft. */
  readonly order: Uint32Array;
  /** Number in the draft -> new number. */
  readonly ranks: Uint32Array;
}

/**
 * Numbers documents by the part of the rank that no query changes (§4.7): in stock first, then by folded title, title
 * and external id in code point order. Within a segment, comparing two numbers is then comparing alphabetically, and
 * titles with the same beginning are neighbours.
 */
export function orderDocuments(documents: readonly DraftDocument[]): DocumentNumbering {
  const byTitle = orderByCodePoints(documents.map(({ foldedTitle }) => foldedTitle));
  sortEqualTitles(byTitle, documents);
  const inStock = byTitle.filter((number) => documents[number]?.inStock === true);
  const others = byTitle.filter((number) => documents[number]?.inStock === false);
  const order = new Uint32Array(byTitle.length);
  order.set(inStock);
  order.set(others, inStock.length);
  const ordered = Array.from(order, (number) => documents[number] as DraftDocument);
  return { documents: ordered, order, ranks: ranksOf(order) };
}

/** Sorts documents whose folded titles are equal by title and external id. */
function sortEqualTitles(order: Uint32Array, documents: readonly DraftDocument[]): void {
  const at = (place: number) => documents[order[place] ?? 0] as DraftDocument;
  for (let start = 0, end = 0; start < order.length; start = end) {
    const { foldedTitle } = at(start);
    end = start + 1;
    while (end < order.length && at(end).foldedTitle === foldedTitle) end += 1;
    if (end === start + 1) continue;
    order.subarray(start, end).sort((left, right) => {
      const first = documents[left] as DraftDocument;
      const second = documents[right] as DraftDocument;
      return (
        compareCodePoints(first.title, second.title) || compareCodePoints(first.externalId, second.externalId)
      );
    });
  }
}

/** Columns with one entry for each document, built from a draft or from older segments. */
export interface DocumentColumns {
  readonly inStockCount: number;
  readonly titles: StringSlab;
  readonly foldedTitles: StringSlab;
  readonly externalIds: StringSlab;
  readonly productIds: StringSlab;
  readonly documentsByProductId: Uint32Array;
  readonly cards: CardSlabs;
  readonly createdAt: Float64Array;
  readonly fingerprints: Float64Array;
  readonly newestDocuments: Uint32Array;
  /** Number of the category path, or {@link noCategory}. */
  readonly categories: Uint32Array;
  readonly groups: GroupColumns;
}

/** Builds the columns by new number, and the orders in which documents are looked up. */
export function* columnsOf(
  draft: SegmentDraft,
  { documents, order, ranks }: DocumentNumbering,
): BuildSteps<DocumentColumns> {
  const { titles, folded } = buildTitleSlabs(documents);
  const productIds = documents.map(({ productId }) => productId);
  const inStockCount = documents.filter(({ inStock }) => inStock).length;
  yield;
  // Sort in the order of arrival: ids often ascend in it, which sorts faster.
  const orderBy = (textOf: (document: DraftDocument) => string) =>
    orderByCodePoints(draft.documents.map(textOf)).map((old) => ranks[old] ?? 0);
  const documentsByProductId = orderBy(({ productId }) => productId);
  yield;
  const byExternalId = orderBy(({ externalId }) => externalId);
  const newestDocuments = orderNewest(documents, byExternalId, inStockCount);
  yield;
  return {
    inStockCount,
    titles,
    foldedTitles: folded,
    externalIds: buildStringSlab(documents.map(({ externalId }) => externalId)),
    productIds: buildStringSlab(productIds),
    documentsByProductId,
    cards: draft.cards.finish(order),
    createdAt: Float64Array.from(documents, ({ createdAt }) => createdAt),
    fingerprints: Float64Array.from(documents, ({ fingerprint }) => fingerprint),
    newestDocuments,
    categories: Uint32Array.from(documents, ({ category }) => category ?? noCategory),
    groups: groupColumns(documents.map(({ group }) => group)),
  };
}

function orderNewest(
  documents: readonly DraftDocument[],
  byExternalId: Uint32Array,
  inStockCount: number,
): Uint32Array {
  const createdAt = Float64Array.from(documents, ({ createdAt }) => createdAt);
  return byExternalId
    .filter((document) => document < inStockCount)
    .sort((left, right) => (createdAt[right] ?? 0) - (createdAt[left] ?? 0));
}

/** Sections of the columns. */
export function columnSections(columns: DocumentColumns) {
  const { templates, own, numbers } = columns.cards;
  return {
    counts: Uint32Array.of(columns.createdAt.length, columns.inStockCount),
    titleOffsets: columns.titles.offsets,
    titleBytes: columns.titles.bytes,
    foldedTitleOffsets: columns.foldedTitles.offsets,
    foldedTitleBytes: columns.foldedTitles.bytes,
    externalIdOffsets: columns.externalIds.offsets,
    externalIdBytes: columns.externalIds.bytes,
    productIdOffsets: columns.productIds.offsets,
    productIdBytes: columns.productIds.bytes,
    documentsByProductId: columns.documentsByProductId,
    cardTemplateOffsets: templates.offsets,
    cardTemplateBytes: templates.bytes,
    cardTemplateNumbers: numbers,
    cardOwnOffsets: own.offsets,
    cardOwnBytes: own.bytes,
    createdAt: columns.createdAt,
    fingerprints: columns.fingerprints,
    newestDocuments: columns.newestDocuments,
    documentCategories: columns.categories,
    documentGroups: columns.groups.numbers,
    groupOffsets: columns.groups.texts.offsets,
    groupBytes: columns.groups.texts.bytes,
  };
}

/** Sections of category paths, under their numbers in the draft. */
export function categorySections(paths: readonly string[], { categories, inStockCount }: DocumentColumns) {
  const slab = buildStringSlab(paths);
  const categoryProducts = new Uint32Array(paths.length);
  const categoryInStock = new Uint32Array(paths.length);
  categories.forEach((category, document) => {
    if (category === noCategory) return;
    categoryProducts[category] = (categoryProducts[category] ?? 0) + 1;
    if (document < inStockCount) categoryInStock[category] = (categoryInStock[category] ?? 0) + 1;
  });
  return {
    categoryPathOffsets: slab.offsets,
    categoryPathBytes: slab.bytes,
    categoryProducts,
    categoryInStock,
  };
}

/**
 * Codes in code point order, each with its document. A code of several documents is repeated, with ascending documents.
 */
export interface CodeColumns {
  readonly codes: StringSlab;
  readonly documents: Uint32Array;
}

/** Sorts codes and drops repeated codes of one document. `ranks` maps documents of the draft to their new numbers. */
export function codeColumns(texts: readonly string[], owners: Uint32Array, ranks: Uint32Array): CodeColumns {
  const order = orderByCodePoints(texts);
  const codes: string[] = [];
  const documents = new Uint32Array(texts.length);
  for (let start = 0, end = 0; start < order.length; start = end) {
    const code = texts[order[start] ?? 0] ?? '';
    const first = codes.length;
    for (end = start; end < order.length && texts[order[end] ?? 0] === code; end += 1) {
      documents[first + end - start] = ranks[owners[order[end] ?? 0] ?? 0] ?? 0;
    }
    if (end === start + 1) {
      codes.push(code);
      continue;
    }
    const ofCode = documents.subarray(first, first + end - start).sort();
    for (let place = 0; place < ofCode.length; place += 1) {
      if (place > 0 && ofCode[place] === ofCode[place - 1]) continue;
      documents[codes.length] = ofCode[place] ?? 0;
      codes.push(code);
    }
  }
  return { codes: buildStringSlab(codes), documents: documents.slice(0, codes.length) };
}

/** Lists the words of each title under the new numbers of documents and words. */
export function titleWordsOf(
  { titleWords, titleWordEnds, postings }: SegmentDraft,
  { order }: DocumentNumbering,
  wordRanks: Uint32Array,
): DocumentWords {
  const offsets = new Uint32Array(order.length + 1);
  const entries = new Uint32Array(titleWords.length);
  let end = 0;
  order.forEach((old, number) => {
    const last = titleWordEnds.at(old);
    for (let place = old === 0 ? 0 : titleWordEnds.at(old - 1); place < last; place += 1) {
      const entry = titleWords.at(place);
      const isBeside = entry >= besideBit;
      const slot = isBeside ? entry - besideBit : entry;
      const occurrence = postings.occurrenceAt(slot) * 2 ** occurrenceShift;
      entries[end] = (wordRanks[postings.wordAt(slot)] ?? 0) + occurrence + (isBeside ? besideBit : 0);
      end += 1;
    }
    offsets[number + 1] = end;
  });
  return { offsets, entries };
}
