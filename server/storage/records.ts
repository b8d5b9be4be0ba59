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
} from './imports.ts';
export { type ClaimedJob, type Job, type JobKind, jobKinds, type Lease } from './jobs.ts';
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
} from './products.ts';
export type { CatalogStatistics, RequestStatistics } from './statistics.ts';
export type { ApiKey, KeyKind, ListedKey, Store, StoreUpdate } from './stores.ts';
export type { StoreSynonyms } from './synonyms.ts';
