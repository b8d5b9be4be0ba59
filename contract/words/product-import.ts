/**
 * The states, sources and phases of imports, and the codes of faults of rows. Plain values, which are stored and sent:
 * never remove or rename one.
 */
// Tests: test/api/product-imports.test.ts.

/** The states of an import (§3.2). */
export const importStatuses = ['pending', 'processing', 'completed', 'failed'] as const;
/** A state of an import (§3.2). */
export type ImportStatus = (typeof importStatuses)[number];

/** The ways by which products arrive: a call of the API, an uploaded file, or a feed. */
export const importSources = ['api', 'csv', 'feed'] as const;
/** The source of an import. */
export type ImportSource = (typeof importSources)[number];

/** The codes of failed rows and of notes on rows (Contract §5). */
export const rowCodes = [
  'external_id_missing',
  'external_id_invalid',
  'title_missing',
  'title_too_long',
  'price_missing',
  'price_invalid',
  'price_negative',
  'sale_price_invalid',
  'url_missing',
  'url_invalid',
  'category_too_long',
  'image_url_invalid',
  'in_stock_invalid',
  'currency_invalid',
  'attributes_invalid',
  'text_invalid',
  'field_unmapped',
  'product_unknown',
  'row_malformed',
] as const;
/** A code of {@link rowCodes}. */
export type RowCode = (typeof rowCodes)[number];

/** What a row does to its product: replaces its whole input, or changes the fields that it names (Contract §10). */
export const importModes = ['upsert', 'partial'] as const;
/** A mode of {@link importModes}. */
export type ImportMode = (typeof importModes)[number];

/** The phases of an import of a file or a run of a feed, in their order. */
export const importPhases = [
  'waiting',
  'surveying',
  'fetching',
  'importing',
  'reconciling',
  'indexing',
] as const;
