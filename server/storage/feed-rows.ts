/** Feeds and their runs, between feeds.ts and their tables. */

import type { Insertable, Selectable } from 'kysely';
import type {
  AuthType,
  FeedFormat,
  FeedRunTrigger,
  FeedStatus,
  RefreshInterval,
} from '../../contract/words/feeds.ts';
import type { Feed, FeedRun, FeedRunDetails } from './feeds.ts';
import { toImportRun } from './import-rows.ts';
import { checkedJson } from './json-columns.ts';
import type { FeedRunsTable, FeedsTable, ImportsTable } from './schema.ts';

/** What a run has beside its import. */
export const feedRunColumns = [
  'feed_id',
  'trigger',
  'forced',
  'not_modified',
  'removed_rows',
  'restored_rows',
  'unidentified_rows',
  'error_code',
  'fence',
  'processed_with',
  'facts',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof FeedRunsTable)[];

export function toFeedRow(storeId: string, feed: Feed): Insertable<FeedsTable> {
  return {
    store_id: storeId,
    id: feed.id,
    name: feed.name,
    feed_url: feed.url,
    feed_format: feed.format,
    refresh_interval: feed.refreshInterval,
    status: feed.status,
    auth_type: feed.authType,
    auth_sealed: feed.authSealed,
    max_removal_percent: feed.maxRemovalPercent,
    next_run_at: feed.nextRunAt,
    last_fetched_at: feed.lastFetchedAt,
    last_error: feed.lastError,
    failures_in_row: feed.failuresInRow,
    etag: feed.etag,
    last_modified: feed.lastModified,
    content_sha256: feed.contentSha256,
    processed_with: feed.processedWith,
    caught_up_to: feed.caughtUpTo,
    created_at: feed.createdAt,
    updated_at: feed.updatedAt,
  };
}

/** `run_at`: when the job that waits for the feed is due; null where none waits. */
export function toFeed(row: Selectable<FeedsTable> & { readonly run_at: number | null }): Feed {
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    url: row.feed_url,
    format: row.feed_format as FeedFormat,
    refreshInterval: row.refresh_interval as RefreshInterval,
    status: row.status as FeedStatus,
    authType: row.auth_type as AuthType | null,
    authSealed: row.auth_sealed,
    maxRemovalPercent: row.max_removal_percent,
    nextRunAt: row.run_at ?? row.next_run_at,
    lastFetchedAt: row.last_fetched_at,
    lastError: row.last_error,
    failuresInRow: row.failures_in_row,
    etag: row.etag,
    lastModified: row.last_modified,
    contentSha256: row.content_sha256,
    processedWith: row.processed_with,
    caughtUpTo: row.caught_up_to,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toFeedRunRow(storeId: string, details: FeedRunDetails): Insertable<FeedRunsTable> {
  return {
    store_id: storeId,
    id: details.id,
    feed_id: details.feedId,
    trigger: details.trigger,
    forced: details.forced,
    not_modified: details.notModified,
    removed_rows: details.removedRows,
    restored_rows: details.restoredRows,
    unidentified_rows: details.unidentifiedRows,
    error_code: details.errorCode,
    fence: details.fence,
    processed_with: details.processedWith,
    facts: details.facts,
    started_at: details.startedAt,
    finished_at: details.finishedAt,
  };
}

export function toFeedRun(row: Selectable<FeedRunsTable & ImportsTable>): FeedRun {
  const details: FeedRunDetails = {
    id: row.id,
    feedId: row.feed_id,
    trigger: row.trigger as FeedRunTrigger,
    forced: Boolean(row.forced),
    notModified: Boolean(row.not_modified),
    removedRows: row.removed_rows,
    restoredRows: row.restored_rows,
    unidentifiedRows: row.unidentified_rows,
    errorCode: row.error_code,
    fence: row.fence,
    processedWith: row.processed_with,
    facts: checkedJson('feed_runs', row, 'facts'),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
  return { details, run: toImportRun(row, []) };
}
