/**
 * Tables and interfaces of products: their rows, the parts that readers need, and the changes of their fields. Prices are decimal text,
 * never floats; times are microseconds since 1970, UTC. No rule of the catalog is checked here; a value of another shape is damage,
 * named by product and column.
 */
// Tests: test/storage/storage.test.ts.
import type { MissingField } from '../../../contract/words/product.ts';
import type { Attribute, CanonicalProduct, RawProduct, RawSnapshot } from '../../catalog/product.ts';
import type { ProductPhrases } from '../../catalog/product-type.ts';
import {
  byDefault,
  type Column,
  flag,
  formedText,
  integer,
  isText,
  json,
  listOf,
  named,
  object,
  optional,
  type Shape,
  text,
  time,
} from '../column.ts';
import type { DamagedRow } from '../damage/damage.ts';
import type { RunName } from '../imports/tables.ts';
import type { StoredValue } from '../snapshots/snapshot.ts';
import { isCurrency } from '../stores/tables.ts';
import { type RecordOf, storeTable } from '../table.ts';
import { isTypeDetails } from './packed-type.ts';
import { rawFault } from './row-raw.ts';

const isAttribute: Shape<Attribute> = (value): value is Attribute =>
  Array.isArray(value) && value.length === 2 && isText(value[0]) && isText(value[1]);

const isPrice = (value: string) => /^\d+(?:\.\d+)?$/.test(value);
const price = formedText(isPrice, 'is no decimal number');

/** The raw snapshot; the rest of its row decides what can be read of it. */
const raw: Column<string> = { sqlType: 'text', fault: rawFault };

/** The products of a store. Columns with a default are written by enrichment only. */
export const products = storeTable('products', {
  key: ['external_id'],
  rowNames: [['external_id'], ['id']],
  columns: {
    external_id: text(),
    id: text(),
    change_number: integer(),
    in_stock: flag(),
    counts_as_enriched: flag(),
    /** The beginning of a hash, as of the next: the whole of it in rows of earlier versions. Empty: forgotten. */
    content_hash: text(),
    source_hash: text(),
    created_at: time(),
    updated_at: time(),
    price,
    compare_at_price: optional(price),
    currency: optional(formedText(isCurrency, 'is no currency code')),
    stock_quantity: optional(integer()),
    title: text(),
    category: optional(text()),
    brand: optional(text()),
    author: optional(text()),
    isbn: optional(text()),
    gtin: optional(text()),
    ean: optional(text()),
    sku: optional(text()),
    mpn: optional(text()),
    /** Products with the same one are variants of one thing. */
    item_group_id: optional(text()),
    url: text(),
    image_url: optional(text()),
    image_urls: json(listOf(isText)),
    suggestion_phrases: byDefault(json(listOf(isText))),
    search_phrases: byDefault(json(listOf(isText))),
    attributes: json(listOf(isAttribute)),
    description: optional(text()),
    /** The merchant's object as received: JSON text, or packed (packed-raw.ts). Read by `rawOf` alone. */
    raw,
    /** The run that wrote the row last, by its id or the beginning of it (run-ids.ts); null for a single call. */
    run_id: optional(text()),
    /** The run that made the row, likewise; `=` where it is the one that wrote it last. */
    created_run_id: optional(text()),
    /** A person keeps the phrases as they are: imports do not queue the product. */
    phrases_locked: named('isLocked', byDefault(flag())),
    /** The change that last wrote the phrases alone; null if none did. */
    phrase_change_number: byDefault(optional(integer())),
    /** The change that last wrote the rest of the row, when `phrase_change_number` was set. */
    catalog_change_number: byDefault(optional(integer())),
    /** The name of what it is. */
    product_type: byDefault(optional(text())),
    /** The other facts about the type (packed-type.ts). */
    type_details: byDefault(optional(formedText(isTypeDetails, 'is nothing that is said of a type'))),
  },
});

/** A product row. */
export interface StoredProduct extends CanonicalProduct, ProductPhrases {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly changeNumber: number;
}

/** New values of members that the object has, and members that it must not have. */
export interface NewMembers {
  readonly values: RawProduct;
  readonly absent: readonly string[];
}

/** An object with other values for some of its members. */
export interface ReplacedMembers {
  /** Its JSON text as it was, and as it is then. */
  readonly before: string;
  readonly raw: string;
  /** The packed form of `raw`, for a row whose columns hold the new values. */
  readonly packed: string;
}

/** A product with its row, from which it can be written again. */
export interface WholeProduct {
  readonly product: StoredProduct;
  /** What an upsert must know of it. */
  readonly existing: ExistingProduct;
  /** The columns that an upsert writes, among others, as the database holds them. */
  readonly row: Readonly<Record<string, StoredValue>>;
  /**
   * Returns the write that leaves the product as the row with other values in these columns. Throws a DamageError where that
   * cannot be read.
   */
  readonly writeWith: (part: Readonly<Record<string, StoredValue>>, updatedAt: number) => ProductWrite;
  /** Returns the merchant's object. Throws a DamageError where it cannot be read. */
  readonly readRaw: () => RawProduct;
  /** Returns the merchant's object with other values, without parsing it; null where it must be parsed. */
  readonly replaceInRaw: (members: NewMembers) => ReplacedMembers | null;
  /** A person keeps its phrases as they are. */
  readonly isLocked: boolean;
  /** The change that last wrote the row, but for changes of its phrases alone. */
  readonly catalogChange: number;
}

/** The products of a page: all of a store, or those `among`. */
export interface ProductsPage {
  readonly after: string | null;
  readonly limit: number;
  readonly among?: readonly string[];
}

/** A page of products by external id. */
export interface ProductPage<Product> {
  /** All rows of the page in its order, also those that cannot be read. */
  readonly rows: readonly (Product | DamagedRow)[];
  readonly products: readonly Product[];
  readonly damaged: readonly DamagedRow[];
  /** The external id after which the next page begins; null at the end. */
  readonly next: string | null;
}

/** A page of products as most readers need them. */
export type StoredProductPage = ProductPage<StoredProduct>;

/** Rows that were read, and whether there may be more behind them. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly isMore: boolean;
}

/** The fields of a product row from which an index is made. */
export type IndexedProduct = Omit<StoredProduct, 'stockQuantity' | 'imageUrls' | 'description'>;

/** A place in the list of changes: products are read in the order of (change number, external id). */
export interface ChangePosition {
  readonly changeNumber: number;
  readonly externalId: string;
}

/** A page of the list of changes. */
export interface ChangePage<Product> {
  readonly products: readonly Product[];
  /** Rows of the page that cannot be read. */
  readonly damaged: readonly DamagedRow[];
  /** The place of the last row, readable or not; null where there is none. */
  readonly last: ChangePosition | null;
  /** Whether there may be more behind it. */
  readonly isMore: boolean;
}

/** The fields of an existing product that an upsert must know. */
export interface ExistingProduct {
  readonly id: string;
  readonly inStock: boolean;
  readonly contentHash: string;
  readonly sourceHash: string;
  /** Enriched or queued for it: counted in {@link Store.enrichmentCount}. */
  readonly countsAsEnriched: boolean;
  /** A person keeps its phrases as they are: nothing queues it. */
  readonly isLocked: boolean;
  /** Its row was checked, and all of it can be read. */
  readonly isSound?: boolean;
}

/** The fields of a removed or erased product that a caller learns. */
export type RemovedProduct = Pick<
  StoredProduct,
  'externalId' | 'inStock' | 'attributes' | 'suggestionPhrases' | 'searchPhrases'
>;

/** A product to be inserted or replaced. `id` is the existing one, or a new one. */
export interface ProductWrite extends RawSnapshot {
  readonly id: string;
  readonly product: CanonicalProduct;
  /** The hash of the raw text; equal means that nothing changed. */
  readonly contentHash: string;
  /** The hash of what enrichment reads (Contract §4). */
  readonly sourceHash: string;
  readonly countsAsEnriched: boolean;
  /** The run that writes it; null for a single call. */
  readonly runId: string | null;
  /** Kept from the first write for an existing product. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The store has no product with its external id; if absent, it may have one. */
  readonly isNew?: boolean;
}

/** The columns of {@link ProductSummary}: all of them before the long ones. */
export const productSummary = products.pick(
  'external_id',
  'id',
  'in_stock',
  'updated_at',
  'price',
  'currency',
  'title',
  'category',
  'brand',
  'image_url',
);

/** A product as lists show it. */
export type ProductSummary = RecordOf<typeof productSummary>;

/** The conditions that a listed product must meet; absent means any. */
export interface ProductFilter {
  readonly inStock?: boolean;
  readonly missing?: MissingField;
  readonly type?: string;
}

/** A stretch of the products of a store, and how far it went. */
export interface ProductRange {
  /** The products; one that cannot be read is replaced by its name. */
  readonly rows: readonly (ProductSummary | DamagedRow)[];
  /** The external id up to which everything was looked at; null where nothing is left. */
  readonly scannedTo: string | null;
}

/** Products that lack what shoppers look at, counted up to a bound. */
export interface MissingCounts {
  readonly image: number;
  readonly category: number;
  /** Whether the bound was reached, and none of as many products, from the first on, has an image. */
  readonly isWithoutImages: boolean;
}

/** Products that one run wrote last, and how many of them have a value in each field. */
export interface RunGaps {
  /** The run as rows name it: by its id or the beginning of it; null for single calls. */
  readonly runName: string | null;
  readonly products: number;
  readonly image: number;
  readonly category: number;
  readonly stock: number;
  readonly type: number;
}

/** A field of a product before and after a change, as text; null where it was absent. */
export interface FieldChange {
  /** The wire's name: `price`, `attributes.colour`. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** The changes to products that existed already. */
export const productChanges = storeTable('product_changes', {
  key: ['external_id', 'change_number'],
  columns: {
    external_id: text(),
    /** The store's change number of that change. */
    change_number: integer(),
    at: time(),
    run_id: optional(text()),
    kind: text<'updated' | 'removed'>(),
    fields: json(listOf(object<FieldChange>())),
  },
});

/** One change to a product that existed already. */
export type ProductChange = RecordOf<typeof productChanges>;

/** A change with its run; null where there was none or it is forgotten. */
export interface RecordedChange extends Omit<ProductChange, 'runId' | 'externalId'> {
  readonly run: RunName | null;
}

/** One job per product; a newer hash replaces an older job. */
export interface EnrichmentJob {
  readonly productId: string;
  readonly sourceHash: string;
  readonly createdAt: number;
}

/** Reads of the products of one store. */
export interface ProductReader {
  find(externalId: string): Promise<StoredProduct | null>;
  /** The merchant's object as received, as JSON text. */
  raw(externalId: string): Promise<string | null>;
  /** The product and that object, as of the same moment. */
  withRaw(externalId: string): Promise<{ readonly product: StoredProduct; readonly raw: string } | null>;
  /** Products by external id; unknown ids are absent. At most as many ids as a transaction takes rows. */
  existing(externalIds: readonly string[]): Promise<Map<string, ExistingProduct>>;
  /** Returns the faults of these products that keep them from being read: a row and column each. */
  damaged(externalIds: readonly string[]): Promise<DamagedRow[]>;
  /**
   * Returns those of these products that lie on pages which cannot be read. Not for a transaction, which ends at the
   * first of them.
   */
  lost(externalIds: readonly string[]): Promise<DamagedRow[]>;
  /**
   * Returns products in the order of `externalId` by code points, after the given one: of all, or of those `among`, 500
   * at most. Rows that cannot be read are named. Like all pages of products, a page ends before its limit if its rows
   * are long ({@link pageMaxBytes}).
   */
  page(page: ProductsPage): Promise<StoredProductPage>;
  /** Returns such a page with the rows of its products. */
  wholePage(page: ProductsPage): Promise<ProductPage<WholeProduct>>;
  /** Products that changed after a position, oldest change first: what an index follows. Damaged rows are left out. */
  changed(page: {
    readonly after: ChangePosition | null;
    readonly limit: number;
  }): Promise<ChangePage<IndexedProduct>>;
  /** Returns the products that fit, in the order of `externalId`, among the next `scan` products after the given one. */
  stretch(page: {
    readonly after: string | null;
    readonly limit: number;
    readonly scan: number;
    readonly filter: ProductFilter;
  }): Promise<ProductRange>;
  /** Counts the products that lack a field, up to `most` of them. */
  countMissing(most: number): Promise<MissingCounts>;
  /**
   * Counts, by the run that wrote them last, the next `scan` products before a position and how many have each field, the
   * last change first. `last` is the position of the last of them; null where nothing is left.
   */
  gapsByRun(page: {
    readonly before: ChangePosition | null;
    readonly scan: number;
  }): Promise<{ readonly runs: readonly RunGaps[]; readonly last: ChangePosition | null }>;
  /** Newest first, before the given change number. */
  recordedChanges(
    externalId: string,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<RecordedChange[]>;
  /** The runs that made a product and last wrote it; null where it was a single call, or one that is forgotten. */
  runs(externalId: string): Promise<{ readonly created: RunName | null; readonly last: RunName | null }>;
}

/** Writes of the products of one store. */
export interface ProductWriter {
  /** Reads as {@link ProductReader.existing} does, and checks in the same statement whether usual rows can be read. */
  known(externalIds: readonly string[]): Promise<Map<string, ExistingProduct>>;
  /** Inserts or replaces; external ids are distinct. Phrases of an existing product stay. */
  upsert(writes: readonly ProductWrite[], changeNumber: number): Promise<void>;
  /** Rewrites up to so many rows of the version before in the short form; true while there may be more of them. */
  shortenRows(limit: number): Promise<boolean>;
  /**
   * Sets the stock of products that exist and forgets their content hash, so that the next upsert counts as a
   * change. Leaves the rest of the product as it is.
   */
  setStock(
    externalIds: readonly string[],
    inStock: boolean,
    updatedAt: number,
    changeNumber: number,
  ): Promise<void>;
  /** Sets a creation time that cannot be read: an upsert leaves it as it is. */
  setCreatedAt(productId: string, createdAt: number): Promise<void>;
  /** Distinct products. Only the newest `kept` changes of each product stay. */
  insertChanges(changes: readonly ProductChange[], kept: number): Promise<void>;
  /** Returns how many changes went, at most `limit`. */
  deleteChangesBefore(bounds: { readonly at: number; readonly limit: number }): Promise<number>;
}
