/** The columns of a segment in the making: what is stored for each document, category path and generated phrase. */

import { type PostingTable, sameRanks } from '../columns/posting-table.ts';
import {
  buildStringSlab,
  comparatorOf,
  orderBy,
  orderByCodePoints,
  type StringSlab,
  sortByCodePoints,
} from '../columns/string-column.ts';
import { noCategory } from '../document/category-path.ts';
import { CardColumnDraft, type CardSlabs } from '../segment/card-column.ts';
import { buildTitleSlabs } from '../segment/title-column.ts';
import { besideBit, type DocumentWords, occurrenceShift, termBits } from '../segment/word-entries.ts';
import type { DraftCode, DraftDocument, SegmentDraft } from './segment-draft.ts';

/** The final numbers of a draft's documents. */
export interface DocumentNumbering {
  /** In the order of their new numbers. */
  readonly documents: readonly DraftDocument[];
  /** New number -> number in the draft. */
  readonly order: Uint32Array;
  /** Number in the draft -> new number. */
  readonly ranks: Uint32Array;
}

/**
 * Numbers documents by the part of the rank that no query changes (§4.7): in stock first, then folded title,
 * title and external id by code points. Within a segment the alphabet is then a comparison of integers, and titles
 * that begin alike are neighbours.
 */
export function orderDocuments(documents: readonly DraftDocument[]): DocumentNumbering {
  const compare = comparatorOf(
    documents.flatMap(({ foldedTitle, document }) => [foldedTitle, document.title, document.externalId]),
  );
  const order = orderBy(documents, (left, right) => {
    if (left.document.inStock !== right.document.inStock) return left.document.inStock ? -1 : 1;
    return (
      compare(left.foldedTitle, right.foldedTitle) ||
      compare(left.document.title, right.document.title) ||
      compare(left.document.externalId, right.document.externalId)
    );
  });
  const ordered = Array.from(order, (number) => documents[number] as DraftDocument);
  return { documents: ordered, order, ranks: invert(order) };
}

/** Columns that hold one entry a document, whether they come from documents or from older segments. */
export interface DocumentColumns {
  readonly inStockCount: number;
  readonly titles: StringSlab;
  readonly foldedTitles: StringSlab;
  readonly externalIds: StringSlab;
  readonly productIds: StringSlab;
  readonly documentsByProductId: Uint32Array;
  readonly cards: CardSlabs;
  readonly createdAt: Float64Array;
  readonly newestDocuments: Uint32Array;
  /** Number of the category path, or {@link noCategory}. */
  readonly categories: Uint32Array;
}

/** What is kept of each document, by its new number, and the orders in which documents are looked up. */
export function columnsOf({ documents }: DocumentNumbering): DocumentColumns {
  const { titles, folded } = buildTitleSlabs(
    documents.map(({ document, foldedTitle }) => ({ title: document.title, foldedTitle })),
  );
  const productIds = documents.map(({ document }) => document.productId);
  const inStockCount = documents.filter(({ document }) => document.inStock).length;
  const cards = new CardColumnDraft();
  for (const { document } of documents) cards.add(document.card, document.productId, document.title);
  return {
    inStockCount,
    titles,
    foldedTitles: folded,
    externalIds: buildStringSlab(documents.map(({ document }) => document.externalId)),
    productIds: buildStringSlab(productIds),
    documentsByProductId: orderByCodePoints(productIds),
    cards: cards.finish(),
    createdAt: Float64Array.from(documents, ({ document }) => document.createdAt),
    newestDocuments: orderNewest(documents.slice(0, inStockCount)),
    categories: Uint32Array.from(documents, ({ category }) => category ?? noCategory),
  };
}

function orderNewest(documents: readonly DraftDocument[]): Uint32Array {
  const compare = comparatorOf(documents.map(({ document }) => document.externalId));
  return orderBy(
    documents,
    ({ document: left }, { document: right }) =>
      right.createdAt - left.createdAt || compare(left.externalId, right.externalId),
  );
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
    newestDocuments: columns.newestDocuments,
    documentCategories: columns.categories,
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

/** Codes in code point order, each with its document; documents that share a code stand side by side, ascending. */
export interface CodeColumns {
  readonly codes: StringSlab;
  readonly documents: Uint32Array;
}

/** Sorts codes; of a code that a document gives twice one is kept. */
export function codeColumns(codes: readonly DraftCode[], ranks: Uint32Array): CodeColumns {
  const compare = comparatorOf(codes.map(({ code }) => code));
  const sorted = codes
    .map(({ code, document }) => ({ code, document: ranks[document] ?? 0 }))
    .sort((left, right) => compare(left.code, right.code) || left.document - right.document)
    .filter(({ code, document }, place, all) => {
      const before = all[place - 1];
      return before === undefined || before.code !== code || before.document !== document;
    });
  return {
    codes: buildStringSlab(sorted.map(({ code }) => code)),
    documents: Uint32Array.from(sorted, ({ document }) => document),
  };
}

/** Generated phrases in code point order, so that a query finds those that it begins as one range. */
export function generatedPhrases(draft: SegmentDraft, { ranks }: DocumentNumbering) {
  const phrases = sortByCodePoints(draft.generated.texts);
  return {
    phrases: buildStringSlab(phrases),
    documents: draft.generatedDocuments.toTable(draft.generated.ranksIn(phrases), ranks),
  };
}

/** The words of each title under the new numbers of documents and words, with the occurrences in `postings`. */
export function titleWordsOf(
  draft: SegmentDraft,
  { order }: DocumentNumbering,
  wordRanks: Uint32Array,
  postings: PostingTable,
): DocumentWords {
  const offsets = new Uint32Array(order.length + 1);
  const entries = new Uint32Array(draft.titleWords.length);
  let end = 0;
  order.forEach((old, number) => {
    const start = old === 0 ? 0 : draft.titleWordEnds.at(old - 1);
    for (let place = start; place < draft.titleWordEnds.at(old); place += 1) {
      const entry = draft.titleWords.at(place);
      entries[end] = (wordRanks[entry & termBits] ?? 0) + (entry >= besideBit ? besideBit : 0);
      end += 1;
    }
    offsets[number + 1] = end;
  });
  addOccurrences({ offsets, entries }, postings);
  return { offsets, entries };
}

/** Puts each posting's occurrence beside its term in the title of its document. */
function addOccurrences({ offsets, entries }: DocumentWords, postings: PostingTable): void {
  for (let term = 0; term + 1 < postings.offsets.length; term += 1) {
    const last = postings.offsets[term + 1] ?? 0;
    for (let posting = postings.offsets[term] ?? 0; posting < last; posting += 1) {
      const document = postings.items[posting] ?? 0;
      const occurrence = (postings.occurrences?.[posting] ?? 0) * 2 ** occurrenceShift;
      const end = offsets[document + 1] ?? 0;
      for (let place = offsets[document] ?? 0; place < end; place += 1) {
        const entry = entries[place] ?? 0;
        if ((entry & ~besideBit) === term) entries[place] = entry + occurrence;
      }
    }
  }
}

function invert(order: Uint32Array): Uint32Array {
  const ranks = sameRanks(order.length);
  order.forEach((old, number) => {
    ranks[old] = number;
  });
  return ranks;
}
