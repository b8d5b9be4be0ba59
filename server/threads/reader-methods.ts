/** What the reader thread can be asked to do, and with what it starts. */
import type { MerchandisingRule } from '../../contract/words/merchandising.ts';
import type { FailuresPart, FailuresQuestion } from '../http/presenters/failures-csv.ts';
import type { PageName } from '../http/presenters/list-pages.ts';
import type { CompiledRules } from '../merchandising/compile-rules.ts';
import type { OperationRequest } from '../operations/operation-call.ts';
import type { DeploymentSettings } from '../resources/enrichment/present-enrichment.ts';
import type { StorageTarget } from '../storage/open-storage.ts';
import type { ListedKey } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';

/** With what the thread starts. */
export interface ReaderThreadData extends DeploymentSettings {
  readonly target: StorageTarget;
}

/** The names of every read; a read that is missing here does not compile. */
const reads: Readonly<Record<keyof StoreReader, true>> = {
  product: true,
  rawProduct: true,
  readableParts: true,
  existingProducts: true,
  damagedProducts: true,
  lostProducts: true,
  products: true,
  changedProducts: true,
  erasedProducts: true,
  import: true,
  failedRowsFile: true,
  imports: true,
  failures: true,
  failureBytes: true,
  queuedEnrichments: true,
  findIdempotency: true,
  file: true,
  fileChunk: true,
  files: true,
  countFiles: true,
  countSpools: true,
  sumFileBytes: true,
  countOpenImports: true,
  isFileInUse: true,
  synonyms: true,
  changedSynonyms: true,
  countWithPhrases: true,
  merchandising: true,
  changedMerchandising: true,
  changedBlocklist: true,
  namableProducts: true,
  namedProducts: true,
  findProducts: true,
  countMissing: true,
  productChanges: true,
  productRuns: true,
  runMarks: true,
  expiredImports: true,
  oldestFailures: true,
  requestStatistics: true,
  catalogStatistics: true,
  auditEntries: true,
  enrichmentSettings: true,
  freshEnrichments: true,
  repeatedEnrichments: true,
  nextEnrichmentMs: true,
  countEnrichments: true,
  enrichmentState: true,
  phraseSets: true,
  livePhrases: true,
  listEnrichments: true,
  queueableProduct: true,
  productTypes: true,
  productsOfType: true,
  neverQueued: true,
  outdatedProducts: true,
  phraseSources: true,
  enrichmentUsage: true,
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
  webhookUrl: true,
  webhookSecrets: true,
  deliveries: true,
  delivery: true,
  countPendingDeliveries: true,
  collections: true,
  collection: true,
  collectionNames: true,
  collectionGenerations: true,
  followedGenerations: true,
  collectionGeneration: true,
  collectedProducts: true,
  memberships: true,
  collectionMembers: true,
  countMembers: true,
  pastMemberships: true,
  cardProducts: true,
  knownEventIds: true,
  knownProductIds: true,
  events: true,
  countEvents: true,
  sessionMoves: true,
  querySessions: true,
  networkMarks: true,
  popularity: true,
  changedPopularity: true,
  popularityVersion: true,
  searchDays: true,
  queryDays: true,
  countQueryDays: true,
  rankedQueries: true,
  queryFigures: true,
  productDays: true,
  rankedProducts: true,
  productFigures: true,
};

/** Reads of many products that are asked for as one. */
export interface CatalogLooks {
  /** The products that rules name may be the whole catalog. */
  readonly compileRules: {
    readonly request: { readonly storeId: string; readonly rules: readonly MerchandisingRule[] };
    readonly response: CompiledRules;
  };
}

/** What the directory knows of a store. */
export interface StoreLooks {
  /** As `Directory.listApiKeys`. */
  readonly listKeys: { readonly request: { readonly storeId: string }; readonly response: ListedKey[] };
  /** As `StoreDeletions.count`. */
  readonly countRows: {
    readonly request: { readonly storeId: string };
    readonly response: Record<string, number>;
  };
}

/** Whether it is a read of a {@link StoreReader}. */
export function isReadName(name: PropertyKey): name is keyof StoreReader {
  return Object.hasOwn(reads, name);
}

/** A call of a {@link StoreReader}: its parameters and answers are plain data. */
export interface ReadRequest {
  readonly storeId: string;
  readonly name: keyof StoreReader;
  readonly parameters: readonly unknown[];
}

/** An answer that the thread makes as a whole. */
export interface PageRequest {
  readonly storeId: string;
  readonly name: PageName;
  /** As the client's side checks by its type. */
  readonly question: unknown;
}

/** Calls of the reader thread. */
export interface ReaderMethods extends CatalogLooks, StoreLooks {
  readonly read: { readonly request: ReadRequest; readonly response: unknown };
  /** An operation that reads; its answer is JSON. */
  readonly operate: { readonly request: OperationRequest; readonly response: Uint8Array };
  /** JSON as bytes. */
  readonly page: { readonly request: PageRequest; readonly response: Uint8Array };
  readonly failuresCsv: {
    readonly request: { readonly storeId: string; readonly question: FailuresQuestion };
    readonly response: FailuresPart;
  };
  /** Closes the database. */
  readonly close: { readonly request: null; readonly response: null };
}
