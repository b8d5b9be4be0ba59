/**
 * The answers that are made where they are read, in the reader thread: pages of lists, and products with what merchants
 * sent. Each gives JSON as bytes; the HTTP thread only sends them.
 */
import { detectLayout, layoutHeadBytes } from '../../../csv/detect-layout.ts';
import { notFound } from '../../errors.ts';
import { listProducts, type ProductSearch, searchProducts } from '../../insight/find-products.ts';
import { readHistory } from '../../insight/product-history.ts';
import { encodeCursor } from '../../operations/cursor.ts';
import { writeFailuresPage } from '../../operations/failed-rows.ts';
import { presentSummary } from '../../operations/present-product.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writeAround, writeJson, writePage } from '../../operations/write-page.ts';
import { type DamagedRow, namingProduct } from '../../storage/damage.ts';
import type { ImportRun, StoredFile, StoredProduct } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { presentHistoryEntry } from './present-catalog.ts';
import { presentFile, presentFileImport, presentLayout } from './present-file-import.ts';
import { presentImport } from './present-import.ts';
import { presentDamaged, presentProduct } from './present-product.ts';

/** Of a list in the order of ids that sort by time, newest first. */
interface NewestFirst {
  /** Null: from the newest on. */
  readonly before: string | null;
  readonly limit: number;
}

interface ProductQuestion {
  readonly externalId: string;
  readonly withRaw: boolean;
}

interface InOrder {
  readonly after: string | null;
  readonly limit: number;
}

/** Every answer by name; its second parameter is plain data. */
export const listPages = {
  products: ({ reader, store: { currency } }: ReadContext, { after, limit }: InOrder) =>
    writePage({
      ...{ name: 'products', limit },
      async read(last: StoredProduct | DamagedRow | null, most) {
        const page = await reader.products({ after: last === null ? after : idOf(last), limit: most });
        return { rows: page.rows, isMore: page.next !== null };
      },
      show: (row) => (isDamaged(row) ? null : presentProduct(row, currency)),
      instead: { name: 'unreadable', show: (row) => (isDamaged(row) ? presentDamaged(row) : {}) },
      placeOf: idOf,
    }),

  imports: ({ reader }: ReadContext, { before, limit, origin }: NewestFirst & { readonly origin: string }) =>
    writePage({
      ...{ name: 'imports', limit },
      read: (last: ImportRun | null, most) => reader.imports({ before: last?.id ?? before, limit: most }),
      show: (run) => presentImport(run, origin),
      placeOf: ({ id }) => id,
    }),

  /** Runs of feeds, of which there may be many, stand with their feeds. */
  fileImports: (
    { reader }: ReadContext,
    { before, limit, origin }: NewestFirst & { readonly origin: string },
  ) =>
    writePage({
      ...{ name: 'imports', limit },
      async read(last: RunWithFile | null, most) {
        const place = { before: last?.run.id ?? before, limit: most };
        return await withFiles(reader, await reader.imports({ ...place, without: 'feed' }));
      },
      show: ({ run, file }) => presentFileImport(run, { file, feedId: null }, origin),
      placeOf: ({ run }) => run.id,
    }),

  /** One of them. */
  import: async (
    { reader }: ReadContext,
    { importId, origin }: { readonly importId: string; readonly origin: string },
  ) => {
    const run = await reader.import(importId);
    if (run === null) throw notFound('import');
    return writeJson(presentImport(run, origin));
  },

  /** The same for people, with its file. */
  fileImport: async (
    { reader }: ReadContext,
    { importId, origin }: { readonly importId: string; readonly origin: string },
  ) => {
    const run = await reader.import(importId);
    if (run === null) throw notFound('import');
    const [found] = await withFiles(reader, [run]);
    const feedRun = run.source === 'feed' ? await reader.feeds.run(run.id) : null;
    const surroundings = { file: found?.file ?? null, feedId: feedRun?.details.feedId ?? null };
    return writeJson({ import: presentFileImport(run, surroundings, origin) });
  },

  /** A file that was handed in, and how it would be read. */
  file: async ({ reader }: ReadContext, { fileId }: { readonly fileId: string }) => {
    const file = await reader.file(fileId);
    if (file === null) throw notFound('file');
    const head = ((await reader.fileChunk(fileId, 0)) ?? new Uint8Array()).subarray(0, layoutHeadBytes);
    const detected = detectLayout(head, {}, { isWhole: file.bytes <= layoutHeadBytes });
    return writeJson({
      file: presentFile(file),
      layout: detected.layout && presentLayout(detected.layout),
      error: detected.ok ? null : detected.message,
    });
  },

  failures: ({ reader }: ReadContext, question: Parameters<typeof writeFailuresPage>[1]) =>
    writeFailuresPage(reader, question),

  /** The dashboard's list of products, or with ids what a search found. */
  catalog: async ({ reader, store: { currency } }: ReadContext, { ids, ...question }: CatalogQuestion) => {
    const page =
      ids === null
        ? await listProducts(reader, question)
        : await searchProducts(reader, { ...question, ids });
    return writeJson({
      products: page.products.map((product) => presentSummary(product, currency)),
      ...(page.damaged.length === 0 ? {} : { unreadable: page.damaged.map(presentDamaged) }),
      next_cursor: page.next === null ? null : encodeCursor(page.next),
    });
  },

  /** A product with the merchant's object as it was received. */
  product: async ({ reader, store: { currency } }: ReadContext, { externalId, withRaw }: ProductQuestion) => {
    if (!withRaw) return writeJson(presentProduct(await readProduct(reader, externalId), currency));
    const { product, raw } = await readWithRaw(reader, externalId);
    return writeAround(presentProduct(product, currency), 'raw', raw);
  },

  /** The same with its history, for the dashboard. */
  productDetails: async (
    { reader, store: { currency } }: ReadContext,
    {
      externalId,
      ...page
    }: { readonly externalId: string; readonly before: number | null; readonly limit: number },
  ) => {
    const { product, raw } = await readWithRaw(reader, externalId);
    const { entries, next } = await readHistory(reader, product, page);
    return writeAround({ product: presentProduct(product, currency) }, 'raw', raw, {
      history: entries.map(presentHistoryEntry),
      next_history_cursor: next === null ? null : encodeCursor(String(next)),
    });
  },
} as const;

function isDamaged(row: StoredProduct | DamagedRow): row is DamagedRow {
  return 'table' in row;
}

function idOf(row: StoredProduct | DamagedRow): string {
  return isDamaged(row) ? row.id : row.externalId;
}

type ListPages = typeof listPages;

/** The answers that can be asked for. */
export type PageName = keyof ListPages;

/** What each is asked with. */
export type PageQuestion<Name extends PageName> = Parameters<ListPages[Name]>[1];

interface CatalogQuestion extends InOrder, Omit<ProductSearch, 'ids'> {
  readonly ids: readonly string[] | null;
}

/** The text goes on as it is, which the read has found to be JSON. Rejects with `not_found`. */
async function readWithRaw(
  reader: StoreReader,
  externalId: string,
): Promise<{ product: StoredProduct; raw: string }> {
  const product = await readProduct(reader, externalId);
  const raw = await namingProduct(reader, externalId, () => reader.rawProduct(externalId));
  if (raw === null) throw notFound('product');
  return { product, raw };
}

async function readProduct(reader: StoreReader, externalId: string): Promise<StoredProduct> {
  const product = await namingProduct(reader, externalId, () => reader.product(externalId));
  if (product === null) throw notFound('product');
  return product;
}

/** A run of a file, and the file while it is kept. */
interface RunWithFile {
  readonly run: ImportRun;
  readonly file: StoredFile | null;
}

async function withFiles(reader: StoreReader, runs: readonly ImportRun[]): Promise<RunWithFile[]> {
  const ids = runs.flatMap(({ fileId }) => (fileId === null ? [] : [fileId]));
  const files = new Map((await reader.files(ids)).map((file) => [file.id, file]));
  return runs.map((run) => ({ run, file: files.get(run.fileId ?? '') ?? null }));
}
