/** The columns of a segment in the making: what is stored for each document, category path and generated phrase. */
import { sameRanks } from './posting-table.ts';
import type { DraftDocument, SegmentDraft } from './segment-draft.ts';
import {
  buildByteSlab,
  buildStringSlab,
  comparatorOf,
  orderByCodePoints,
  sortByCodePoints,
} from './string-column.ts';

/** Stands for "no category" in the column of category numbers. */
export const noCategory = 0xffff_ffff;

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
    documents.flatMap(({ foldedTitle, title, externalId }) => [foldedTitle, title, externalId]),
  );
  const numbered = documents.map((document, number) => ({ document, number }));
  numbered.sort(({ document: left }, { document: right }) => {
    if (left.inStock !== right.inStock) return left.inStock ? -1 : 1;
    return (
      compare(left.foldedTitle, right.foldedTitle) ||
      compare(left.title, right.title) ||
      compare(left.externalId, right.externalId)
    );
  });
  const order = Uint32Array.from(numbered, ({ number }) => number);
  return { documents: numbered.map(({ document }) => document), order, ranks: invert(order) };
}

/** What is kept of each document, by its new number, and the orders in which documents are looked up. */
export function documentSections({ documents }: DocumentNumbering) {
  const foldedTitles = buildStringSlab(documents.map((document) => document.foldedTitle));
  const titles = buildStringSlab(documents.map((document) => document.title));
  const externalIds = buildStringSlab(documents.map((document) => document.externalId));
  const productIds = buildStringSlab(documents.map((document) => document.productId));
  const cards = buildByteSlab(documents.map((document) => document.card));
  const inStockCount = documents.filter((document) => document.inStock).length;
  return {
    counts: Uint32Array.of(documents.length, inStockCount),
    foldedTitleOffsets: foldedTitles.offsets,
    foldedTitleBytes: foldedTitles.bytes,
    titleOffsets: titles.offsets,
    titleBytes: titles.bytes,
    externalIdOffsets: externalIds.offsets,
    externalIdBytes: externalIds.bytes,
    productIdOffsets: productIds.offsets,
    productIdBytes: productIds.bytes,
    documentsByProductId: orderByCodePoints(documents.map((document) => document.productId)),
    cardOffsets: cards.offsets,
    cardBytes: cards.bytes,
    createdAt: Float64Array.from(documents, (document) => document.createdAt),
    newestDocuments: orderNewest(documents.slice(0, inStockCount)),
    documentCategories: Uint32Array.from(documents, (document) => document.category ?? noCategory),
  };
}

function orderNewest(documents: readonly DraftDocument[]): Uint32Array {
  const compare = comparatorOf(documents.map(({ externalId }) => externalId));
  const numbered = documents.map((document, number) => ({ document, number }));
  numbered.sort(
    ({ document: left }, { document: right }) =>
      right.createdAt - left.createdAt || compare(left.externalId, right.externalId),
  );
  return Uint32Array.from(numbered, ({ number }) => number);
}

/** Paths keep their numbers of the draft. */
export function categorySections(paths: readonly string[], { documents }: DocumentNumbering) {
  const slab = buildStringSlab(paths);
  const categoryProducts = new Uint32Array(paths.length);
  const categoryInStock = new Uint32Array(paths.length);
  for (const { category, inStock } of documents) {
    if (category === null) continue;
    categoryProducts[category] = (categoryProducts[category] ?? 0) + 1;
    if (inStock) categoryInStock[category] = (categoryInStock[category] ?? 0) + 1;
  }
  return {
    categoryPathOffsets: slab.offsets,
    categoryPathBytes: slab.bytes,
    categoryProducts,
    categoryInStock,
  };
}

/** Generated phrases in code point order, so that a query finds those that it begins as one range. */
export function generatedSections(draft: SegmentDraft, { ranks }: DocumentNumbering) {
  const phrases = sortByCodePoints(draft.generated.texts);
  const slab = buildStringSlab(phrases);
  const table = draft.generatedDocuments.toTable(draft.generated.ranksIn(phrases), ranks);
  return {
    generatedOffsets: slab.offsets,
    generatedBytes: slab.bytes,
    generatedDocumentOffsets: table.offsets,
    generatedDocuments: table.items,
  };
}

/** The words of each title as terms, under the new numbers of documents and terms. */
export function titleWordSections(draft: SegmentDraft, { order }: DocumentNumbering, termRanks: Uint32Array) {
  const titleWordOffsets = new Uint32Array(order.length + 1);
  const titleWords = new Uint32Array(draft.titleWords.length);
  let end = 0;
  order.forEach((old, number) => {
    const start = old === 0 ? 0 : draft.titleWordEnds.at(old - 1);
    for (let place = start; place < draft.titleWordEnds.at(old); place += 1) {
      titleWords[end] = termRanks[draft.titleWords.at(place)] ?? 0;
      end += 1;
    }
    titleWordOffsets[number + 1] = end;
  });
  return { titleWordOffsets, titleWords };
}

function invert(order: Uint32Array): Uint32Array {
  const ranks = sameRanks(order.length);
  order.forEach((old, number) => {
    ranks[old] = number;
  });
  return ranks;
}
