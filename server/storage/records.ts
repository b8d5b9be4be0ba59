/**
 * Re-exports the records that most rooms use, so that they need not know the folders of the storage. It declares nothing of its own,
 * and nothing may be added here that only one room uses. Every time is in microseconds since 1970, UTC; prices are decimal texts.
 * Records are checked where they are read (damaged rows throw there), never here.
 */
// Tests: test/storage/storage.test.ts, server/stores/key-format.test.ts.
/**
 * Re-exports the records that most rooms use, so that they need not know the folders of the storage. It declares nothing of its own.
 * Every time is in microseconds since 1970, UTC.
 */
export type {
  Failure,
  ImportRun,
  Issue,
  RowReport,
  RunMark,
  RunName,
  StoredFile,
} from './imports/tables.ts';
export { type ClaimedJob, type Job, type JobKind, jobKinds, type Lease } from './jobs/tables.ts';
export type {
  ChangePage,
  ChangePosition,
  EnrichmentJob,
  ExistingProduct,
  FieldChange,
  IndexedProduct,
  MissingCounts,
  ProductChange,
  ProductFilter,
  ProductPage,
  ProductRange,
  ProductSummary,
  ProductsPage,
  ProductWrite,
  RecordedChange,
  RemovedProduct,
  RowPage,
  StoredProduct,
  StoredProductPage,
  WholeProduct,
} from './products/tables.ts';
export type { CatalogStatistics, RequestStatistics } from './statistics/tables.ts';
export type { ApiKey, KeyKind, ListedKey, Store, StoreUpdate } from './stores/tables.ts';
export type { StoreSynonyms } from './synonyms/tables.ts';
