/** What the reader thread can be asked to do, and with what it starts. */
import type { StorageTarget } from '../storage/open-storage.ts';
import type { StoreReader } from '../storage/storage.ts';

/** With what the thread starts. */
export interface ReaderThreadData {
  readonly target: StorageTarget;
}

/** The names of every read; a read that is missing here does not compile. */
const reads: Readonly<Record<keyof StoreReader, true>> = {
  product: true,
  rawProduct: true,
  existingProducts: true,
  products: true,
  changedProducts: true,
  import: true,
  imports: true,
  failures: true,
  queuedEnrichments: true,
  findIdempotency: true,
  file: true,
  fileChunk: true,
  files: true,
  countFiles: true,
  countSpools: true,
  countOpenImports: true,
  isFileInUse: true,
  synonyms: true,
  changedSynonyms: true,
  storedProducts: true,
  productsByIds: true,
  findProducts: true,
  countMissing: true,
  productChanges: true,
  productRuns: true,
  runMarks: true,
  expiredImport: true,
  requestStatistics: true,
  catalogStatistics: true,
  auditEntries: true,
  feeds: true,
  feed: true,
  feedRuns: true,
  newestFeedRuns: true,
  feedRun: true,
  feedRunBefore: true,
  openFeedRun: true,
  removableIds: true,
  removableAmong: true,
  feedContent: true,
  contentOf: true,
  contentsOfOthers: true,
  webhooks: true,
  webhook: true,
  webhookSecrets: true,
  deliveries: true,
  delivery: true,
  countPendingDeliveries: true,
  knownEventIds: true,
  knownProductIds: true,
  events: true,
  countEvents: true,
  sessionMoves: true,
  querySessions: true,
  popularity: true,
  changedPopularity: true,
  popularityVersion: true,
};

/** Every read of a {@link StoreReader}. */
export const readNames = Object.keys(reads) as (keyof StoreReader)[];

/** A call of a {@link StoreReader}: its parameters and answers are plain data. */
export interface ReadRequest {
  readonly storeId: string;
  readonly name: keyof StoreReader;
  readonly parameters: readonly unknown[];
}

/** Calls of the reader thread. */
export interface ReaderMethods {
  readonly read: { readonly request: ReadRequest; readonly response: unknown };
  /** Closes the database. */
  readonly close: { readonly request: null; readonly response: null };
}
