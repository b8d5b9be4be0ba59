/**
 * Reads the files of an evaluation whole (CSV, JSON or NDJSON, plain or gzip; catalogs also as Google XML), and takes catalogs through
 * the pipeline's own validation. It writes nothing. A file that cannot be read, has another ending, or holds no valid product throws
 * `validation_failed` with its name (exit code 2 of the command); invalid rows are counted and left out, never an error.
 */
// Tests: ./eval-files.test.ts.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { toDocument } from '../autocomplete/changes/to-document.ts';
import type { CanonicalProduct, CatalogContext } from '../catalog/product.ts';
import { type AppError, validationFailed } from '../errors.ts';
import type { ProductPhrases } from '../evaluation/phrases.ts';
import { type FileRow, readRows, rowFormatOf } from '../evaluation/read-rows.ts';
import type { CatalogCounts } from '../evaluation/report.ts';
import { prepareRows, type RawRow } from '../ingest/prepare-rows.ts';
import { createDocumentReader } from '../ingest/readers/create-document-reader.ts';
import { DocumentError } from '../ingest/readers/document-reader.ts';
import type { SearchDocument } from '../search/document/document.ts';

/** The valid products of a file, in its order. */
export interface LoadedCatalog {
  readonly products: readonly CanonicalProduct[];
  readonly counts: CatalogCounts;
}

/** The rows of a CSV, JSON or NDJSON file, packed with gzip or not. Throws `validation_failed` where it cannot be read. */
export function readRowsOfFile(file: string): FileRow[] {
  const format = rowFormatOf(file);
  if (format === null) {
    throw wrongFile(file, 'is none of .csv, .json, .ndjson or .jsonl, packed as .gz or not');
  }
  return readRows(readText(file), format, file);
}

function readText(file: string): string {
  return readBytes(file).toString('utf8');
}

function readBytes(file: string): Buffer {
  try {
    const bytes = readFileSync(file);
    return file.toLowerCase().endsWith('.gz') ? gunzipSync(bytes) : bytes;
  } catch (error) {
    throw wrongFile(file, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The command's error for a file that is wrong as a whole. */
export function wrongFile(file: string, fault: string): AppError {
  return validationFailed([{ path: file, code: 'file_invalid', message: `${file} ${fault}.` }]);
}

/** The valid products of a catalog; XML is a Google feed. Throws `validation_failed` if there are none. */
export function loadCatalog(file: string, context: CatalogContext): LoadedCatalog {
  const isFeed = /\.xml(?:\.gz)?$/i.test(file);
  const rows = isFeed
    ? readFeed(file)
    : readRowsOfFile(file).map(({ row, value }) => ({ row, line: null, value }));
  const catalog = prepareCatalog(rows, context);
  if (catalog.products.length === 0) throw wrongFile(file, 'holds no valid product');
  return catalog;
}

function readFeed(file: string): readonly RawRow[] {
  // The day affects only prices, which do not affect answers.
  const reader = createDocumentReader('google_xml', { nowMs: 0, contentType: null });
  try {
    return [...reader.read(readBytes(file)), ...reader.end()];
  } catch (error) {
    if (error instanceof DocumentError) throw wrongFile(file, `is no feed: ${error.message}`);
    throw error;
  }
}

/** Rows as the pipeline takes them. */
export function prepareCatalog(rows: readonly RawRow[], context: CatalogContext): LoadedCatalog {
  const { rowCount, products, failures } = prepareRows(rows, context);
  const counts = { rowCount, failedRowCount: failures.length, productCount: products.length };
  return { products: products.map(({ product }) => product), counts };
}

/**
 * The documents of a store that holds these products and nothing else. Their ids and times follow the order of the
 * file, so that every run gives the same index.
 */
export function catalogDocuments(
  products: readonly CanonicalProduct[],
  { currency, locale }: { readonly currency: string; readonly locale: string },
  phrases: ReadonlyMap<string, ProductPhrases> = new Map(),
): SearchDocument[] {
  return products.map((product, index) =>
    toDocument(
      {
        ...product,
        suggestionPhrases: [],
        searchPhrases: [],
        ...phrases.get(product.externalId),
        type: phrases.get(product.externalId)?.type ?? null,
        id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
        createdAt: index,
        updatedAt: index,
        changeNumber: 1,
      },
      currency,
      locale,
    ),
  );
}
