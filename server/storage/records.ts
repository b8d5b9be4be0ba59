/** The rows of the database as the service sees them. Every time is in microseconds since the epoch, UTC. */
import type { PlanName } from '../../contract/limits.ts';
import type { SynonymRule } from '../../contract/synonyms.ts';
import type { ImportSource, ImportStatus } from '../../contract/words/product-import.ts';
import type { Problem } from '../catalog/problem.ts';
import type { CanonicalProduct, RawSnapshot } from '../catalog/product.ts';
import type { ProductPhrases } from '../catalog/product-type.ts';
import type { DamagedRow } from './damage.ts';

/** A store: the tenant to which every call, row and key belongs (§1.8). */
export interface Store {
  readonly id: string;
  readonly name: string;
  readonly plan: PlanName;
  /** ISO 4217. */
  readonly currency: string;
  /** BCP 47. */
  readonly locale: string;
  /** Microseconds since the epoch, like every time in the database. */
  readonly createdAt: number;
  /** Rises with every committed change of what is indexed; taken under the store's row lock, so none is skipped. */
  readonly changeNumber: number;
  /** Every product row, in stock or not: what the plan's limit counts (Contract §2). */
  readonly productCount: number;
  readonly inStockCount: number;
  /** Distinct products that were enriched or are queued for it (Contract §2). */
  readonly enrichmentCount: number;
}

/** The two kinds of key (Contract §2): everything, or only what public HTML needs. */
export type KeyKind = 'secret' | 'storefront';

/** What is stored of a key; the key itself is shown once and never stored. */
export interface ApiKey {
  readonly id: string;
  readonly storeId: string;
  readonly kind: KeyKind;
  readonly name: string;
  /** SHA-256 of the whole key, hex. */
  readonly hash: string;
  /** The first and last letters, `ft_sk_Ab3…9xZ`, for people to tell keys apart. */
  readonly hint: string;
  /** Origins that browsers may call from; empty means any. */
  readonly allowedOrigins: readonly string[];
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** A key for those who look at it or change it; it opens nothing. */
export interface ListedKey extends Omit<ApiKey, 'allowedOrigins'> {
  /** Null where they cannot be read: then nobody is let in with the key. */
  readonly allowedOrigins: readonly string[] | null;
}

/**
 * Counters of a run. `totalRows = validRows + failedRows + skippedRows`, and
 * `validRows = createdRows + updatedRows + unchangedRows +` rows superseded by a later row of the same id.
 */
export interface RunCounts {
  readonly totalRows: number;
  readonly processedRows: number;
  readonly validRows: number;
  readonly failedRows: number;
  readonly skippedRows: number;
  readonly createdRows: number;
  readonly updatedRows: number;
  readonly unchangedRows: number;
  /** Products queued for enrichment. */
  readonly queuedRows: number;
  /** Rows that were taken with a note, such as an attribute that was cut. */
  readonly warningRows: number;
}

/** How often a row code occurred, with the first few rows that have it. */
export interface Issue {
  readonly code: string;
  readonly count: number;
  readonly sampleRows: readonly number[];
}

/** A row and what there is to say about it. The first problem is the one shown; all of them are kept. */
export interface RowReport {
  /** 1-based, a header not counted. */
  readonly row: number;
  /** Physical line of a file; null for JSON. */
  readonly line: number | null;
  readonly externalId: string | null;
  readonly problems: readonly [Problem, ...Problem[]];
}

/** A row that failed. */
export interface Failure extends RowReport {
  /** The row as received, as JSON text, so that it can be corrected; null where it was too long to keep, and in the
   * failures that come with an import, which would weigh too much. */
  readonly raw: string | null;
}

/**
 * What an import is doing: finding out what a file holds, or fetching a feed; writing rows; taking out of stock what a
 * feed holds no longer; waiting until all that is answerable.
 */
export type ImportPhase = 'surveying' | 'fetching' | 'importing' | 'reconciling' | 'indexing';

/** One import and what happened to its rows. */
export interface ImportRun extends RunCounts {
  readonly id: string;
  readonly storeId: string;
  readonly source: ImportSource;
  readonly filename: string;
  readonly status: ImportStatus;
  readonly dryRun: boolean;
  readonly error: string | null;
  readonly issues: readonly Issue[];
  /** The first failures (Contract §5: 100). */
  readonly failures: readonly Failure[];
  /** The first rows that were taken with a note. */
  readonly warnings: readonly RowReport[];
  /** What its failed rows weigh, as they are kept. */
  readonly failureBytes: number;
  /** Failed rows that are counted, but were not kept or are no longer. */
  readonly failuresDropped: number;
  /** Where the rows come from; null for a JSON call, and once the file is gone. */
  readonly fileId: string | null;
  /** What was chosen for reading the file, and what was found in it: JSON text, which only readers of files know. */
  readonly settings: string | null;
  readonly layout: string | null;
  /** What an import of a file is doing; null before and after. */
  readonly phase: ImportPhase | null;
  readonly createdAt: number;
  /** Also the heartbeat of a run under way. */
  readonly updatedAt: number;
}

/** A product row. */
export interface StoredProduct extends CanonicalProduct, ProductPhrases {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly changeNumber: number;
}

/** A page of products by external id. */
export interface StoredProductPage {
  /** All of the page in its order, also what cannot be read. */
  readonly rows: readonly (StoredProduct | DamagedRow)[];
  readonly products: readonly StoredProduct[];
  readonly damaged: readonly DamagedRow[];
  /** The external id after which the next page begins; null at the end. */
  readonly next: string | null;
}

/** Rows that were read, and whether there may be more behind them. */
export interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly isMore: boolean;
}

/** What of a product row an index is made of. */
export type IndexedProduct = Omit<
  StoredProduct,
  'compareAtPrice' | 'stockQuantity' | 'imageUrls' | 'description'
>;

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

/** What an upsert must know of a product that is there already. */
export interface ExistingProduct {
  readonly id: string;
  readonly inStock: boolean;
  readonly contentHash: string;
  readonly sourceHash: string;
  /** Enriched or queued for it: counted in {@link Store.enrichmentCount}. */
  readonly countsAsEnriched: boolean;
  /** A person keeps its phrases as they are: nothing queues it. */
  readonly isLocked: boolean;
  /** Its row was looked at, and all of it can be read. */
  readonly isSound?: boolean;
}

/** What a caller learns of a product that was removed or erased. */
export type RemovedProduct = Pick<
  StoredProduct,
  'externalId' | 'inStock' | 'attributes' | 'suggestionPhrases' | 'searchPhrases'
>;

/** A product to be inserted or replaced. `id` is the existing one, or a new one. */
export interface ProductWrite extends RawSnapshot {
  readonly id: string;
  readonly product: CanonicalProduct;
  /** Over the raw text; equal means that nothing changed. */
  readonly contentHash: string;
  /** Over what enrichment reads (Contract §4). */
  readonly sourceHash: string;
  readonly countsAsEnriched: boolean;
  /** The run that writes it; null for a single call. */
  readonly runId: string | null;
  /** Kept from the first write for an existing product. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The store has no product with its external id; not given, it may have one. */
  readonly isNew?: boolean;
}

/** One job per product; a newer hash replaces an older job. */
export interface EnrichmentJob {
  readonly productId: string;
  readonly sourceHash: string;
  readonly createdAt: number;
}

/** A file that was handed in. Its bytes are kept in chunks, apart. */
export interface StoredFile {
  readonly id: string;
  /** As the merchant calls it: text, never a path. */
  readonly name: string;
  readonly bytes: number;
  readonly chunkCount: number;
  /** All of it has arrived. */
  readonly complete: boolean;
  readonly createdAt: number;
}

/**
 * Importing a file; a trial run of one; deleting an old file; a feed that is due, or that had to leave its slot, under the
 * feed's id; a message to an endpoint; a store's queue for phrases, under the store's id; taking out blocked phrases.
 */
export const jobKinds = [
  ...(['import', 'trial_import', 'file_expiry', 'feed', 'slow_feed'] as const),
  ...(['webhook_delivery', 'enrichment', 'phrase_sweep'] as const),
] as const;

export type JobKind = (typeof jobKinds)[number];

/** Work that is due. One worker at a time holds it, by a lease that it must keep renewing. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly storeId: string;
  /** The id of what the work is about: an import, a file, a feed, the endpoint of a message. */
  readonly subject: string;
  /** Microseconds since the epoch; not claimed before. 0: at once, in the order of ids. */
  readonly runAt: number;
}

/** A job with how often it was begun, this time included. */
export interface ClaimedJob extends Job {
  readonly attempts: number;
}

/** Who holds a job, and for how long from now on. */
export interface Lease {
  readonly jobId: string;
  /** Names one worker and one claim; a claim that was lost is never renewed. */
  readonly owner: string;
  readonly leaseMs: number;
}

export interface IdempotencyRecord {
  readonly key: string;
  /** SHA-256 of the body. */
  readonly requestHash: string;
  readonly importId: string;
  readonly createdAt: number;
}

/** Which words of a store mean the same. A store that never set any has no rules, and the common ones count. */
export interface StoreSynonyms {
  readonly rules: readonly SynonymRule[];
  /** Whether the synonyms that come with the service for the store's language count too. */
  readonly common: boolean;
  /** The store's change number when they were last replaced; 0 where they never were. */
  readonly changeNumber: number;
  /** Null where they were never set. */
  readonly updatedAt: number | null;
}

/** Changes to the store's own counters; `changeNumber` is set, the counts are added. */
export interface StoreUpdate {
  readonly changeNumber: number;
  readonly productCount: number;
  readonly inStockCount: number;
  readonly enrichmentCount: number;
}

/** A product as lists show it. */
export type ProductSummary = Pick<
  StoredProduct,
  | 'id'
  | 'externalId'
  | 'title'
  | 'category'
  | 'brand'
  | 'price'
  | 'currency'
  | 'imageUrl'
  | 'inStock'
  | 'updatedAt'
>;

/** Fields by whose absence products are looked for. */
export type MissingField = 'image' | 'category' | 'brand' | 'description';

/** Which products a list holds; absent means any. */
export interface ProductFilter {
  readonly inStock?: boolean;
  readonly missing?: MissingField;
  readonly type?: string;
}

/** A stretch of the products of a store, and how far it went. */
export interface ProductStretch {
  /** In the place of a product that cannot be read, its name. */
  readonly rows: readonly (ProductSummary | DamagedRow)[];
  /** The external id up to which everything was looked at; null where nothing is left. */
  readonly scannedTo: string | null;
}

/** A field of a product before and after a change, as text; null where it was absent. */
export interface FieldChange {
  /** The wire's name: `price`, `attributes.colour`. */
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What one change did to a product that was there. */
export interface ProductChange {
  readonly externalId: string;
  /** The store's change number of that change. */
  readonly changeNumber: number;
  readonly at: number;
  readonly kind: 'updated' | 'removed';
  readonly runId: string | null;
  readonly fields: readonly FieldChange[];
}

/** What tells people which run is meant. */
export interface RunName {
  readonly id: string;
  readonly source: ImportSource;
  readonly filename: string;
}

/** A change as it is read: with its run, or null where there was none or it is forgotten. */
export interface RecordedChange extends Omit<ProductChange, 'runId' | 'externalId'> {
  readonly run: RunName | null;
}

/** When an import wrote to the catalog. */
export interface RunMark {
  readonly id: string;
  readonly source: ImportSource;
  readonly status: ImportStatus;
  /** Somebody stopped it: `failed`, but by no fault. */
  readonly isCancelled: boolean;
  readonly validRows: number;
  readonly createdAt: number;
}

/** The keystrokes of one stretch of time. */
export interface RequestStatistics {
  /** Its beginning. */
  readonly bucketAt: number;
  readonly graph: number;
  readonly backend: number;
  readonly cached: number;
  readonly errors: number;
  /** Answers by how long they took: one count a step of the histogram. */
  readonly latencies: readonly number[];
}

/** How many products a store held at the end of a stretch of time. */
export interface CatalogStatistics {
  readonly bucketAt: number;
  readonly inStock: number;
  readonly outOfStock: number;
}

/** Products that lack what shoppers look at, among those that were looked at. */
export interface MissingCounts {
  readonly looked: number;
  readonly image: number;
  readonly category: number;
}
