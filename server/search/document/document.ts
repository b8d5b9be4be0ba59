/**
 * A product as the engine knows it. autocomplete/ creates it from a stored product, and the engine builds segments from it. A document
 * is plain data and is never changed after it was made. The pipeline has checked its fields (texts, lengths, at most 100 attributes);
 * the engine checks nothing again. A category path that is no list of texts throws.
 */
// Tests: server/search/phrases/suggestion-phrases.test.ts, server/search/segment/card-column.test.ts.
import type { Attribute } from '../../catalog/product.ts';

/**
 * A card as pieces of JSON text, with the product's own pieces at odd places; joined they are the card. Pieces between the first
 * {@link usualPieceCount} and the last are fields that only some callers want: a card without them joins the others.
 */
export type CardPieces = readonly string[];

/** The number of pieces that every card begins with; shorter cards have no further fields. */
export const usualPieceCount = 11;

/** A noun or noun phrase, with other names of the same thing. */
export interface DocumentType {
  readonly name: string;
  readonly otherNames: readonly string[];
}

/** A title and a brand without what must not be shown. */
export interface SuggestibleTexts {
  readonly title: string;
  readonly brand: string | null;
}

/** One product as the engine indexes it. */
export interface SearchDocument {
  /** Public product UUID. A later document of the same id replaces the earlier one. */
  readonly productId: string;
  readonly externalId: string;
  readonly title: string;
  /** Path elements, root first; empty without a category. */
  readonly categoryPath: readonly string[];
  readonly brand: string | null;
  /**
   * Title and brand for making suggestions, where the originals hold text that must not be shown. They follow from title and brand,
   * and are read only if the document is indexed.
   */
  readonly suggestible?: SuggestibleTexts | undefined;
  /** sku, gtin, ean, isbn, mpn and the external id: matched as whole codes or by prefix, never with typos. */
  readonly identifiers: readonly string[];
  readonly attributes: readonly Attribute[];
  /** The product's type; null or absent where nothing tells it. */
  readonly type?: DocumentType | null;
  /** Generated phrases that may be shown (§2.1 suggestion_phrases). */
  readonly suggestionPhrases: readonly string[];
  /** Generated phrases that only match (§2.1 search_phrases). */
  readonly searchPhrases: readonly string[];
  /**
   * Products of one group take one place in an answer, by the best of them; null or absent for a product on its own. It is no text that
   * matches.
   */
  readonly group?: string | null;
  readonly inStock: boolean;
  /** Microseconds since the epoch; discovery shows the newest. */
  readonly createdAt: number;
  /** The product card as JSON text (§2.5), in pieces; joined and sent as they are. */
  readonly card: CardPieces;
}

/** A category path as one text; equal paths give equal texts for any characters. */
export function categoryPathText(path: readonly string[]): string {
  return JSON.stringify(path);
}

/** Reads a text of {@link categoryPathText}. Throws an Error for any other text. */
export function parseCategoryPath(text: string): string[] {
  const path: unknown = JSON.parse(text);
  if (!Array.isArray(path)) throw new Error('A category path must be a JSON array.');
  return path.map(String);
}

/** Means "no category" in the column of category numbers. */
export const noCategory = 0xffff_ffff;
