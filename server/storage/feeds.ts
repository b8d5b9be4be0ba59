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
import type { ImportRun } from './records.ts';

/** A product feed (§2.4): an address whose document is the catalog of the store. */
export interface Feed {
  readonly id: string;
  readonly storeId: string;
  readonly name: string;
  readonly url: string;
  readonly format: FeedFormat;
  readonly refreshInterval: RefreshInterval;
  readonly status: FeedStatus;
  readonly authType: AuthType | null;
  /** The credentials, encrypted; null without any. */
  readonly authSealed: string | null;
  readonly maxRemovalPercent: number;
  /** Also while paused. What makes the feed due is a job with its id; while that waits it is the time of the job. */
  readonly nextRunAt: number;
  readonly lastFetchedAt: number | null;
  readonly lastError: string | null;
  readonly failuresInRow: number;
  /** Of the last document that was taken in. */
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly contentSha256: string | null;
  /** What that document was read with; null where the next one must be read in any case. */
  readonly processedWith: string | null;
  /** The change number up to which nobody but feeds changed the catalog since that document was asked for. */
  readonly caughtUpTo: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What a run of a feed knows beside its import, whose id it has. */
export interface FeedRunDetails {
  readonly id: string;
  readonly feedId: string;
  readonly trigger: FeedRunTrigger;
  /** Let through the guard that keeps many products from going out of stock at once. */
  readonly forced: boolean;
  readonly notModified: boolean;
  /** Products that were taken out of stock because they are in no document any more. */
  readonly removedRows: number;
  /** Products that were out of stock because of absence or removal, and are in stock again. */
  readonly restoredRows: number;
  /** Rows of which not even the id could be read: while there are any, nothing goes out of stock. */
  readonly unidentifiedRows: number;
  readonly errorCode: string | null;
  /** The store's change number when the document was asked for: what others write later is not taken out of stock. */
  readonly fence: number;
  readonly processedWith: string | null;
  /** What is known of the fetch: JSON text, which only those who fetch know. */
  readonly facts: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

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
  feeds(): Promise<Feed[]>;
  feed(feedId: string): Promise<Feed | null>;
  /** Newest first, older than the given run id (ids sort by time). */
  feedRuns(
    feedId: string,
    page: { readonly before: string | null; readonly limit: number },
  ): Promise<FeedRun[]>;
  /** Of each of the feeds so many of its newest runs, newest first. At most 100 feeds. */
  newestFeedRuns(feedIds: readonly string[], limit: number): Promise<FeedRun[]>;
  feedRun(runId: string): Promise<FeedRun | null>;
  /** The last run before the given one that took a document in. */
  feedRunBefore(run: { readonly feedId: string; readonly runId: string }): Promise<FeedRun | null>;
  /** The run that waits or is under way. */
  openFeedRun(feedId: string): Promise<FeedRun | null>;
  /**
   * External ids of products in stock that may be taken out of it, in their order, after the given one: nobody but a
   * feed wrote them after the fence.
   */
  removableIds(page: {
    readonly after: string | null;
    readonly limit: number;
    readonly fence: number;
  }): Promise<string[]>;
  /** Those of the given ids that are such products. At most 500. */
  removableAmong(externalIds: readonly string[], fence: number): Promise<string[]>;
  /** What the document of a run held, in the parts in which it was written; none where it was not read to its end. */
  feedContent(run: { readonly feedId: string; readonly runId: string }): Promise<Uint8Array[]>;
  /** The run whose content is known of the feed; null where there is none. */
  contentOf(feedId: string): Promise<string | null>;
  /** Of each other feed the run whose content is known: that of its newest document that came to its end. */
  contentsOfOthers(feedId: string): Promise<{ readonly feedId: string; readonly runId: string }[]>;
}

/** Writes of the feeds of one store. */
export interface FeedWriter {
  insertFeed(feed: Feed): Promise<void>;
  updateFeed(feed: Feed): Promise<void>;
  /** With its runs and contents; what the runs imported, and their imports, stay. */
  deleteFeed(feedId: string): Promise<void>;
  insertFeedRun(details: FeedRunDetails): Promise<void>;
  /** All but whether it is forced, which others may say while a worker writes. */
  updateFeedRun(details: FeedRunDetails): Promise<void>;
  /** Lets the run through the removal guard. */
  forceFeedRun(runId: string): Promise<void>;
  deleteFeedRun(runId: string): Promise<void>;
  /** In the place of what another run of the feed wrote. */
  writeFeedContent(
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
