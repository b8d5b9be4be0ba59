/**
 * What the service needs of a database for product feeds: the feeds of a store, their runs, and which products their
 * documents held. Times are microseconds since the epoch, UTC.
 */
import type {
  AuthType,
  FeedFormat,
  FeedRunTrigger,
  FeedStatus,
  RefreshInterval,
} from '../../contract/words/feeds.ts';
import { bytes, flag, integer, jsonText, named, object, optional, text, time } from './column.ts';
import type { ImportRun } from './imports.ts';
import { type RecordOf, storeTable } from './table.ts';

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
    /** Also while paused. A job with the feed's id makes the feed due; while that waits it is the time of the job. */
    next_run_at: time(),
    last_fetched_at: optional(time()),
    last_error: optional(text()),
    failures_in_row: integer(),
    /** This and the next two: of the last document that was imported. */
    etag: optional(text()),
    last_modified: optional(text()),
    content_sha256: optional(text()),
    /** What that document was read with; null where the next one must be read in any case. */
    processed_with: optional(text()),
    /** The change number up to which only feeds changed the catalog since that document was asked for. */
    caught_up_to: integer(),
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
    /** It may take many products out of stock at once. */
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
    /** What is known of the fetch: JSON text that only the code which fetches reads. */
    facts: optional(jsonText(object())),
    started_at: optional(time()),
    finished_at: optional(time()),
  },
});

/** What a run of a feed knows beside its import, whose id it has. */
export type FeedRunDetails = RecordOf<typeof feedRuns>;

/** Which products the documents of runs held. */
export const feedContents = storeTable('feed_contents', {
  key: ['feed_id', 'run_id', 'number'],
  columns: { feed_id: text(), run_id: text(), number: integer(), ids: bytes() },
});

/** A run of a feed; its import comes without failures, which are asked for apart. */
export interface FeedRun {
  readonly details: FeedRunDetails;
  readonly run: ImportRun;
}

/** Of an import, what a file of its failed rows is named and written by. `feedId` is of the feed whose run it is. */
export interface FailedRowsFile extends Pick<ImportRun, 'filename' | 'layout' | 'failuresDropped'> {
  readonly feedId: string | null;
}

/** Reads of the feeds of one store. */
export interface FeedReader {
  /** By creation time. */
  list(): Promise<Feed[]>;
  find(feedId: string): Promise<Feed | null>;
  /** Newest first, older than the given run id (ids sort by time). */
  runs(feedId: string, page: { readonly before: string | null; readonly limit: number }): Promise<FeedRun[]>;
  /** Of each of the feeds so many of its newest runs, newest first. At most 100 feeds. */
  newestRuns(feedIds: readonly string[], limit: number): Promise<FeedRun[]>;
  run(runId: string): Promise<FeedRun | null>;
  /** The last run before the given one that took a document in. */
  runBefore(run: { readonly feedId: string; readonly runId: string }): Promise<FeedRun | null>;
  /** The run that waits or is under way. */
  openRun(feedId: string): Promise<FeedRun | null>;
  /**
   * External ids of products in stock that may be taken out of it, in their order, after the given one: only feeds
   * wrote them after the fence.
   */
  removableIds(page: {
    readonly after: string | null;
    readonly limit: number;
    readonly fence: number;
  }): Promise<string[]>;
  /** Those of the given ids that are such products. At most 500. */
  removableAmong(externalIds: readonly string[], fence: number): Promise<string[]>;
  /** What the document of a run held, in the parts in which it was written; none where it was not read to its end. */
  content(run: { readonly feedId: string; readonly runId: string }): Promise<Uint8Array[]>;
  /** The run whose content is known of the feed; null where there is none. */
  contentOf(feedId: string): Promise<string | null>;
  /** Of each other feed the run whose content is known: that of its newest document that came to its end. */
  contentsOfOthers(feedId: string): Promise<{ readonly feedId: string; readonly runId: string }[]>;
}

/** Writes of the feeds of one store. */
export interface FeedWriter {
  insert(feed: Feed): Promise<void>;
  update(feed: Feed): Promise<void>;
  /** With its runs and contents; what the runs imported, and their imports, stay. */
  delete(feedId: string): Promise<void>;
  insertRun(details: FeedRunDetails): Promise<void>;
  /** All but whether it is forced, which others may say while a worker writes. */
  updateRun(details: FeedRunDetails): Promise<void>;
  /** Lets the run through the removal guard. */
  forceRun(runId: string): Promise<void>;
  deleteRun(runId: string): Promise<void>;
  /** In the place of what another run of the feed wrote. */
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
