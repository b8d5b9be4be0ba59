// Tests: test/storage/storage.test.ts, server/stores/key-format.test.ts.
/** The records that most rooms know. Every time is in microseconds since the epoch, UTC. */
export type {
  Failure,
  IdempotencyRecord,
  ImportRun,
  Issue,
  RowReport,
  RunMark,
  RunName,
  StoredFile,
} from './imports/tables.ts';
export type { CatalogStatistics, RequestStatistics } from './insight/tables.ts';
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
  ProductStretch,
  ProductSummary,
  ProductWrite,
  RecordedChange,
  RemovedProduct,
  RowPage,
  StoredProduct,
  StoredProductPage,
} from './products/tables.ts';
export type { ApiKey, KeyKind, ListedKey, Store, StoreUpdate } from './stores/tables.ts';
export type { StoreSynonyms } from './synonyms/tables.ts';
