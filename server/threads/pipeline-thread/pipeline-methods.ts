/**
 * Declares the calls of the pipeline thread, its notices and the data that it starts with. Values are plain data. A call is durable
 * when it is answered. Times are microseconds unless the name says Ms, bodies bytes. It declares only; refusals cross as AppErrors
 * with their codes. It never checks a value.
 */
// Tests: ./pipeline-client.live.test.ts.
import type { AccountChanges } from '../../accounts/changes.ts';
import type { CallerDays, StoreSearches } from '../../analytics/search-counter.ts';
import type { AllowanceLimits } from '../../enrichment/allowance.ts';
import type { GeneratorSettings } from '../../enrichment/create-generator.ts';
import type { ModelPrices } from '../../enrichment/estimate.ts';
import type { EventBatch, EventOutcome } from '../../events/event-batch.ts';
import type { OpenedOrder, SentOrder } from '../../feeds/orders/open-order.ts';
import type { FileRequest } from '../../ingest/files/receive-file.ts';
import type { RowOutcomes } from '../../ingest/leased-run.ts';
import type { StoreRequests } from '../../insight/request-counter.ts';
import type { DamagedTable } from '../../jobs/damaged-tables.ts';
import type { QuarantineNotice } from '../../jobs/quarantine.ts';
import type { OperationRequest } from '../../operations/operation-call.ts';
import type { MailSettings } from '../../outbound/mail.ts';
import type { Config } from '../../settings/config.ts';
import type { DamagedRow } from '../../storage/damage/damage.ts';
import type { AnsweredQuery } from '../../storage/events/tables.ts';
import type { StorageTarget } from '../../storage/open-storage.ts';
import type { StoredFile } from '../../storage/records.ts';
import type { NamedQueries } from '../evidence/query-ids.ts';
import type { ShownMemory } from '../evidence/shown-table.ts';

/** The settings of generated phrases, with their limits for the whole deployment. */
export interface EnrichmentThreadSettings extends GeneratorSettings {
  /** Null offline: nothing binds. */
  readonly allowance: AllowanceLimits | null;
  readonly prices: ModelPrices;
}

/** The data with which the thread starts. */
export interface PipelineThreadData {
  readonly target: StorageTarget;
  /** The settings of generated phrases; null where none are generated. */
  readonly enrichment: EnrichmentThreadSettings | null;
  /** Whether jobs are done here: imports of files, feeds that are due. */
  readonly worksOnJobs: boolean;
  /** The keys of sealed credentials; new ones are sealed with the first. */
  readonly secretKeys: readonly string[];
  /** Feeds may be on private addresses and without TLS. */
  readonly allowPrivateFeeds: boolean;
  /** The demo shop's feed may be registered. */
  readonly hasDemoFeed: boolean;
  /** The mail server and the sender, and what links in mails begin with; null where no mails are sent. */
  readonly mail: (MailSettings & Pick<Config, 'publicUrl' | 'dataFolder'>) | null;
  /** The days for which events are kept as they came. */
  readonly eventsDays: number;
  /** The memory of answers that the HTTP thread has shown. */
  readonly shown: ShownMemory;
}

/** A notice: jobs ask when what is committed of the store is answerable; the call `answerable` replies. */
export interface PipelineAwaiting {
  readonly kind: 'awaits-answerable';
  readonly id: number;
  readonly storeId: string;
}

/** Unasked: an import, a run of a feed or a write of a product took rows in. */
export interface PipelineRows {
  readonly kind: 'rows';
  readonly rows: RowOutcomes;
}

/** Notices that the thread sends. */
export type PipelineNotice =
  | PipelineAwaiting
  | PipelineRows
  | PipelineEnd
  | PipelineWarning
  | PipelineQuarantine
  | DamageNotice
  | PipelineTables;

/** Unasked: the tables of all stores that are damaged, when that changed. */
interface PipelineTables {
  readonly kind: 'damaged-tables';
  readonly tables: readonly DamagedTable[];
}

/** Unasked: rows of a store that cannot be read, of the reader thread too. */
export interface DamageNotice {
  readonly kind: 'damage';
  readonly storeId: string;
  readonly rows: readonly DamagedRow[];
}

/** Unasked: work on a store fails, or goes well again. */
interface PipelineQuarantine {
  readonly kind: 'quarantine';
  readonly notice: QuarantineNotice;
}

/** Unasked: what came of a run of a feed, or of an attempt to bring a message to its webhook. */
export interface PipelineEnd {
  readonly kind: 'ended';
  readonly work: 'feed_run' | 'webhook_attempt';
  readonly outcome: 'completed' | 'delivered' | 'failed';
}

/** Unasked: a job could not be done now, or the database is away. A line for the log. */
export interface PipelineWarning {
  readonly kind: 'warning';
  readonly message: string;
}

/** Each call is durable when it is answered. */
export interface PipelineMethods extends AccountChanges {
  /** An operation that writes; its answer is JSON. */
  readonly operate: { readonly request: OperationRequest; readonly response: Uint8Array };
  /** An empty file, to which chunks are added in their order. */
  readonly beginFile: {
    readonly request: FileRequest;
    readonly response: StoredFile;
  };
  readonly appendToFile: {
    readonly request: { readonly storeId: string; readonly fileId: string; readonly content: Uint8Array };
    readonly response: StoredFile;
  };
  readonly completeFile: {
    readonly request: { readonly storeId: string; readonly fileId: string };
    readonly response: StoredFile;
  };
  /** A file that did not arrive whole, or whose import was refused; one that an import uses stays. */
  readonly discardFile: {
    readonly request: { readonly storeId: string; readonly fileId: string };
    readonly response: null;
  };
  /** The answer to a notice, by its id. */
  readonly answerable: { readonly request: number; readonly response: null };
  /** Last-used times of keys, microseconds by key id. */
  readonly touchApiKeys: { readonly request: ReadonlyMap<string, number>; readonly response: null };
  /** The keystrokes of a store, to be added to what is known. */
  readonly addRequests: { readonly request: StoreRequests; readonly response: null };
  /** The day of searches with its salt, which the first caller makes. */
  readonly callerDay: { readonly request: null; readonly response: CallerDays };
  /** The searches of a store, to be added to what is known. */
  readonly addSearches: { readonly request: StoreSearches; readonly response: null };
  /** Texts behind ids of answers of a store, to be found by all nodes. */
  readonly addAnswered: { readonly request: NamedQueries; readonly response: null };
  readonly findAnswered: {
    readonly request: { readonly storeId: string; readonly names: readonly Omit<AnsweredQuery, 'query'>[] };
    readonly response: readonly AnsweredQuery[];
  };
  /** Takes events of shoppers; answered when they are durable, not when they show. */
  readonly takeEvents: { readonly request: EventBatch; readonly response: EventOutcome };
  /** Opens what a shop sent as an order; writes when the last one came, but no event. */
  readonly openOrder: {
    readonly request: { readonly storeId: string; readonly feedId: string } & SentOrder;
    readonly response: OpenedOrder;
  };
  /** Answered when the questions that other processes answered until now are known here. */
  readonly loadShown: { readonly request: null; readonly response: null };
  /** Throws away salts of sessions that are past their time. */
  readonly pruneSalts: { readonly request: null; readonly response: null };
  /** Throws away some of what is past its time of a store; true while there is more. */
  readonly pruneStore: { readonly request: { readonly storeId: string }; readonly response: boolean };
  /** Finishes what is under way, then closes the database. */
  readonly close: { readonly request: null; readonly response: null };
}
