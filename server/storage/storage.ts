/**
 * Declares what the service needs of a database, and is the only way to it. SQLite and PostgreSQL implement it with the same
 * queries; no caller can tell which one answers.
 *
 * Tenancy: rows of a store are reached only through a {@link StoreReader} or a {@link StoreWriter} that is bound to it. Errors: a
 * database that is away, locked too long or full rejects with AppError `unavailable`; nothing was written. Times are microseconds
 * since 1970, prices decimal texts, durations milliseconds.
 */
// Tests: test/storage/storage.test.ts.
import type { Accounts, AccountWriter, AuditEntry, AuditReader, AuditWriter } from './accounts/tables.ts';
import type { AnalyticsReader, AnalyticsWriter } from './analytics/tables.ts';
import type {
  CollectionReader,
  CollectionWriter,
  MemberWriter,
  StoreToCollect,
} from './collections/tables.ts';
import type { AllowanceDirectory } from './enrichment/allowance-tables.ts';
import type { ReviewReader, ReviewWriter } from './enrichment/review-tables.ts';
import type { EnrichmentReader, EnrichmentWriter, PhraseReader, PhraseWriter } from './enrichment/tables.ts';
import type { EventReader, EventWriter, ShownDirectory, SignalDirectory } from './events/tables.ts';
import type { FeedReader, FeedWriter } from './feeds/tables.ts';
import type {
  FileReader,
  FileWriter,
  IdempotencyReader,
  IdempotencyWriter,
  ImportReader,
  ImportWriter,
} from './imports/tables.ts';
import type { AwaitedDirectory } from './indexes/awaited-tables.ts';
import type { SharedIndexes } from './indexes/tables.ts';
import type { JobDirectory, JobWriter } from './jobs/tables.ts';
import type { MerchandisingReader, MerchandisingWriter } from './merchandising/tables.ts';
import type { ErasureReader, ErasureWriter, StoreDeletions } from './products/erasure-tables.ts';
import type { ProductReader, ProductWriter } from './products/tables.ts';
import type { ApiKey, Store, StoreUpdate } from './records.ts';
import type { ReplacedReader, ReplacedWriter } from './replaced/tables.ts';
import type {
  Loss,
  RowBatch,
  Snapshot,
  StorageHealth,
  StoredValue,
  TableFault,
} from './snapshots/snapshot.ts';
import type { StatisticReader, StatisticWriter } from './statistics/tables.ts';
import type { KeyDirectory } from './stores/key-tables.ts';
import type { SynonymReader, SynonymWriter } from './synonyms/tables.ts';
import type { AlertReader, AlertWriter, WebhookReader, WebhookWriter } from './webhooks/tables.ts';

/** Does the task when its turn comes, and settles as it does. */
type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** A database. Every promise rejects with AppError `unavailable` if the database cannot answer. */
export interface Storage {
  readonly engine: 'sqlite' | 'postgres';
  readonly directory: Directory;
  readonly accounts: Accounts;
  readonly sharedIndexes: SharedIndexes;
  readonly deletions: StoreDeletions;
  /**
   * Reads of one store: committed rows only, each call on its own. Each statement waits for `inTurn` to begin it; without, none
   * waits.
   */
  reader(storeId: string, inTurn?: InTurn): StoreReader;
  /**
   * Reads all of a store, as `reader` does. It asks a server that follows this one if there is one, it answers and it
   * has reached the store's change number.
   */
  warmUpReader(store: Pick<Store, 'id' | 'changeNumber'>): Promise<Pick<ProductReader, 'changed'>>;
  /**
   * Runs one transaction on one store. The store's row is locked from the start to the commit, so that two writers of
   * one store take turns. Everything `work` wrote is durable when the promise resolves, and nothing of it exists when it
   * rejects. Rejects with `not_found` for an unknown store.
   *
   * `work` awaits every call of its writer and nothing else that takes long: on SQLite all other writers wait for it. It
   * must not call `write` or a writing method of the directory, which would wait for it in turn. A call of the writer
   * that failed dooms the transaction even if `work` catches its error.
   */
  write<Result>(storeId: string, work: (writer: StoreWriter) => Promise<Result>): Promise<Result>;
  /**
   * Writes the members of collections as `write` does, under a lock for which, of other writes, only erasing and pruning
   * wait (PostgreSQL).
   */
  writeMembers<Result>(storeId: string, work: (writer: MemberWriter) => Promise<Result>): Promise<Result>;
  /**
   * Applies migrations that are missing, under a lock. Idempotent. Rejects with a plain error, and writes nothing,
   * where a newer version has migrated the database.
   */
  migrate(): Promise<void>;
  /** Reads all of it as of one moment. Rejects where no migration ever made its tables. */
  snapshot<Result>(work: (snapshot: Snapshot) => Promise<Result>): Promise<Result>;
  /**
   * Makes the tables by these migrations, fills them and brings them to the newest schema, all in one transaction.
   * Rejects, having written nothing, where the database is not empty, a migration is unknown, or the batches reject.
   */
  restore(migrations: readonly number[], batches: AsyncIterable<RowBatch>): Promise<void>;
  /**
   * Takes rows that cannot be decoded out of their tables, each in a transaction of its own, after `keep` has a copy. Rows
   * that can be read by now stay. Indexes of all nodes take out the products that went. Gives how many rows went.
   */
  removeUnreadable(
    losses: readonly Loss[],
    keep: (row: Readonly<Record<string, StoredValue>>, loss: Loss) => Promise<void>,
  ): Promise<number>;
  /** Counts what stores have, and drops what names products that are not there. Gives how many rows changed. */
  completeStores(): Promise<number>;
  /**
   * Returns the faults of the tables that all stores share: of rows, and on SQLite of indexes; `owned`: with the indexes
   * of others.
   */
  tableFaults(owners?: 'shared' | 'owned'): Promise<readonly TableFault[]>;
  /** Makes damaged indexes of a table again of its rows, each in a transaction. Null on PostgreSQL, which has tools for that. */
  readonly rebuildIndexes: ((table: string) => Promise<void>) | null;
  /** Reads only; also describes a database without tables. */
  health(): Promise<StorageHealth>;
  /**
   * Calls `ear` soon after other processes committed, if the database announces it; some of it may be missed. Numbers
   * and jobs in the database are the truth: a caller that must not miss anything reads them.
   */
  listen(ear: ChangeListener): Listening;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Hears the id of a store that changed, or {@link jobsAnnouncement}. */
export type ChangeListener = (news: string) => void;

/** Announced when there is a job to do. */
export const jobsAnnouncement = 'jobs';

/** A listener that can be closed. */
export interface Listening {
  /** Whether present announcements are heard. Even then one may be missed: announcements are hints. */
  isAlive(): boolean;
  close(): Promise<void>;
}

/** Stores and keys: the tables that are looked up before the store is known. */
export interface Directory
  extends KeyDirectory,
    AllowanceDirectory,
    AwaitedDirectory,
    JobDirectory,
    SignalDirectory,
    ShownDirectory {
  /** A store, its first keys and, where one is given, a mark that was not set before, in one transaction. */
  createStore(
    store: Store,
    keys: readonly ApiKey[],
    extras?: {
      readonly entry?: AuditEntry;
      readonly mark?: { readonly name: string; readonly value: string } | undefined;
    },
  ): Promise<void>;
  /** Returns stores by creation time. Stores whose row cannot be read are left out. */
  listStores(): Promise<Store[]>;
  hasOtherStores(storeId: string): Promise<boolean>;
  /** Finds a store. While its row cannot be read, returns it as it was read last. */
  findStore(storeId: string): Promise<Store | null>;
  /** Every store's id; those whose keys were used last come first, those never used last, by creation time. */
  storeIdsByActivity(): Promise<string[]>;
  /**
   * Stores whose change number moved past the one given for them, or that are not in the map at all; of all, or of those `among`.
   * Those whose row cannot be read are left out.
   */
  changedStores(known: ReadonlyMap<string, number>, among?: readonly string[]): Promise<Store[]>;
  /** Stores whose catalog or collections moved since their collections were last found up to date. */
  storesToCollect(): Promise<StoreToCollect[]>;
  /** A named mark that is set once, such as "the demo store was made". False if it was set before. */
  setMark(name: string, value: string): Promise<boolean>;
  findMark(name: string): Promise<string | null>;
}

/** Reads of one store. */
export interface StoreReader {
  readonly webhooks: WebhookReader;
  readonly alerts: AlertReader;
  readonly feeds: FeedReader;
  readonly collections: CollectionReader;
  readonly events: EventReader;
  readonly audit: AuditReader;
  readonly merchandising: MerchandisingReader;
  readonly analytics: AnalyticsReader;
  readonly statistics: StatisticReader;
  readonly files: FileReader;
  readonly idempotency: IdempotencyReader;
  readonly imports: ImportReader;
  readonly enrichment: EnrichmentReader;
  readonly phrases: PhraseReader & ReviewReader;
  readonly products: ProductReader;
  readonly erasures: ErasureReader;
  readonly replaced: ReplacedReader;
  readonly synonyms: SynonymReader;
}

/** Reads and writes of one store within one transaction; not to be used after it ended. */
export interface StoreWriter extends StoreReader {
  /** The store as of the lock. */
  readonly store: Store;
  readonly webhooks: WebhookReader & WebhookWriter;
  readonly alerts: AlertReader & AlertWriter;
  readonly feeds: FeedReader & FeedWriter;
  readonly collections: CollectionReader & CollectionWriter;
  readonly events: EventReader & EventWriter;
  readonly audit: AuditReader & AuditWriter;
  readonly merchandising: MerchandisingReader & MerchandisingWriter;
  readonly analytics: AnalyticsReader & AnalyticsWriter;
  readonly statistics: StatisticReader & StatisticWriter;
  readonly jobs: JobWriter;
  readonly files: FileReader & FileWriter;
  readonly idempotency: IdempotencyReader & IdempotencyWriter;
  readonly imports: ImportReader & ImportWriter;
  readonly enrichment: EnrichmentReader & EnrichmentWriter;
  readonly phrases: PhraseReader & PhraseWriter & ReviewReader & ReviewWriter;
  readonly products: ProductReader & ProductWriter;
  readonly erasures: ErasureReader & ErasureWriter;
  readonly replaced: ReplacedReader & ReplacedWriter;
  readonly synonyms: SynonymReader & SynonymWriter;
  /** People, in the same transaction. */
  readonly accounts: AccountWriter;
  updateStore(update: StoreUpdate): Promise<void>;
  /** The store's own change number is the caller's to raise. */
  updateSettings(
    settings: Pick<Store, 'name' | 'plan' | 'currency' | 'locale' | 'groupVariants' | 'changeNumber'>,
  ): Promise<void>;
}
