/**
 * Tables and interfaces of product feeds: the feeds of a store, their runs, and the ids of the products in their documents. Times are
 * microseconds since 1970, UTC. Credentials are stored encrypted only. Nothing is fetched here, and the removal guard is not applied
 * here. An unknown feed or run is null. Limits (100 feeds a store) are kept by the callers.
 */
// Tests: test/storage/feeds.test.ts.
import type {
  AuthType,
  FeedFormat,
  FeedReading,
  FeedRunTrigger,
  FeedStatus,
  RefreshInterval,
} from '../../../contract/words/feeds.ts';
import { bytes, flag, integer, jsonText, named, object, optional, text, time } from '../column.ts';
import type { ImportRun } from '../imports/tables.ts';
import { type RecordOf, storeTable } from '../table.ts';

/** Product feeds of a store. */
export const feeds = storeTable('feeds', {
  key: ['id'],
  columns: {
    id: text(),
    name: text(),
    feed_url: named('url', text()),
    feed_format: named('format', text<FeedFormat>()),
    refresh_interval: text<RefreshInterval>(),
    status: text<FeedStatus>(),
    auth_type: optional(text<AuthType>()),
    /** The credentials, encrypted; null without any. */
    auth_sealed: optional(text()),
    max_removal_percent: integer(),
    /** The secret by which the shop signs its orders, encrypted; null where none are taken. */
    orders_sealed: optional(text()),
    /** When the shop last sent an order; written apart from the rest of the row. */
    last_order_at: optional(time()),
    /** The next run, also while paused. A job with the feed's id makes the feed due; while it waits, this is the job's time. */
    next_run_at: time(),
    last_fetched_at: optional(time()),
    last_error: optional(text()),
    failures_in_row: integer(),
    /** ETag of the last document that was imported; the next two columns are of the same document. */
    etag: optional(text()),
    last_modified: optional(text()),
    content_sha256: optional(text()),
    /** The rules that this document was read by; null if the next document must be read in any case. */
    processed_with: optional(text()),
    /** The change number up to which only feeds changed the catalog since that document was asked for. */
    caught_up_to: integer(),
    /** The clock of a shop when the last good reading of it began; null if its changes cannot be read from there on. */
    changes_since: optional(time()),
    changes_checked_at: optional(time()),
    /** Why the last reading of changes failed; null where it did not. */
    changes_error: optional(text()),
    created_at: time(),
    updated_at: time(),
  },
});

/** A product feed (§2.4): an address whose document is the catalog of the store. */
export interface Feed extends RecordOf<typeof feeds> {
  readonly storeId: string;
}

/** Runs of feeds, under the ids of their imports. */
export const feedRuns = storeTable('feed_runs', {
  key: ['id'],
  columns: {
    id: text(),
    feed_id: text(),
    trigger: text<FeedRunTrigger>(),
    reading: text<FeedReading>(),
    /** Whether the removal guard lets the run pass. */
    forced: flag(),
    not_modified: flag(),
    /** Products that were taken out of stock because no document holds them any more. */
    removed_rows: integer(),
    /** Products that were out of stock because of absence or removal, and are in stock again. */
    restored_rows: integer(),
    /** Rows whose id could not be read: while there are any, nothing goes out of stock. */
    unidentified_rows: integer(),
    error_code: optional(text()),
    /** The store's change number when the document was asked for: what others write later stays in stock. */
    fence: integer(),
    processed_with: optional(text()),
    /** Facts of the fetch: JSON text that only the fetching code reads. */
    facts: optional(jsonText(object())),
    started_at: optional(time()),
    finished_at: optional(time()),
  },
});

/** The details of a feed's run beside its import, whose id it has. */
export type FeedRunDetails = RecordOf<typeof feedRuns>;

/** Ids of the products in the documents of runs, packed. */
export const feedContents = storeTable('feed_contents', {
  key: ['feed_id', 'run_id', 'number'],
  columns: { feed_id: text(), run_id: text(), number: integer(), ids: bytes() },
});

/** A run of a feed; its import comes without failures, which are asked for apart. */
export interface FeedRun {
  readonly details: FeedRunDetails;
  readonly run: ImportRun;
}

/** Reads of the feeds of one store. */
export interface FeedReader {
  /** Returns all feeds by creation time. */
  list(): Promise<Feed[]>;
  find(feedId: string): Promise<Feed | null>;
  /** Newest first, older than the given run id (ids sort by time); of one kind where that is given. */
  runs(
    feedId: string,
    page: { readonly before: string | null; readonly limit: number; readonly reading?: FeedReading },
  ): Promise<FeedRun[]>;
  /**
   * All feeds, and the `limit` newest runs of each that read everything, newest first. A finished run never comes with an earlier
   * state of its feed.
   */
  listWithRuns(limit: number): Promise<{ readonly feeds: Feed[]; readonly runs: FeedRun[] }>;
  run(runId: string): Promise<FeedRun | null>;
  /** The last run before the given one that took a whole document in. */
  runBefore(run: { readonly feedId: string; readonly runId: string }): Promise<FeedRun | null>;
  /** The newest run that waits or is under way; of one kind where that is given. */
  openRun(feedId: string, reading?: FeedReading): Promise<FeedRun | null>;
  /**
   * External ids of products in stock that may be taken out of it, in their order, after the given one: only feeds
   * wrote them after the fence.
   */
  removableIds(page: {
    readonly after: string | null;
    readonly limit: number;
    readonly fence: number;
  }): Promise<string[]>;
  /** Returns the given ids that `removableIds` would list. At most 500. */
  removableAmong(externalIds: readonly string[], fence: number): Promise<string[]>;
  /** The packed ids of a run's document, in the parts in which they were written; none if it was not read to its end. */
  content(run: { readonly feedId: string; readonly runId: string }): Promise<Uint8Array[]>;
  /** The run whose content is known of the feed; null where there is none. */
  contentOf(feedId: string): Promise<string | null>;
  /** Returns, for each other feed, the run whose content is known: the run of its newest document that was read to its end. */
  contentsOfOthers(feedId: string): Promise<{ readonly feedId: string; readonly runId: string }[]>;
}

/** Writes of the feeds of one store. */
export interface FeedWriter {
  insert(feed: Feed): Promise<void>;
  /** Writes every column but the time of the last order, which arrives while others write. */
  update(feed: Feed): Promise<void>;
  noteOrder(feedId: string, atMicros: number): Promise<void>;
  /** Deletes a feed with its runs and contents; imported products and the import records stay. */
  delete(feedId: string): Promise<void>;
  insertRun(details: FeedRunDetails): Promise<void>;
  /** Writes every column but `forced`, which a caller may set while a worker writes. */
  updateRun(details: FeedRunDetails): Promise<void>;
  /** Lets the run through the removal guard. */
  forceRun(runId: string): Promise<void>;
  deleteRun(runId: string): Promise<void>;
  /** Replaces the content of the feed's run before. */
  writeContent(
    run: { readonly feedId: string; readonly runId: string },
    parts: readonly Uint8Array[],
  ): Promise<void>;
  /** Feeds that had caught up to the first change number have caught up to the second: a feed made that change. */
  carryCaughtUp(before: number, after: number): Promise<void>;
  /** No feed has caught up any more: the next run of each reads its document. */
  forgetCaughtUp(): Promise<void>;
  /** The database's own clock. */
  now(): Promise<number>;
}
