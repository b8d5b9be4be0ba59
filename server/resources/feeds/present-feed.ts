/**
 * Turns feeds and their runs into the API's JSON (§2.4; Contract §6). Credentials are never in it. Pure; inputs are trusted. Times are
 * RFC 3339 in UTC, durations milliseconds, sizes bytes.
 */
// Tests: test/api/feeds.test.ts.
import type { FeedBody, FeedRunBody, FeedRunMark, FetchFactsBody } from '../../../contract/feeds.ts';
import { sendsOrders } from '../../../contract/words/feeds.ts';
import { formatTimestamp } from '../../clock.ts';
import type { FetchFacts } from '../../feeds/feed-source.ts';
import { presentRun } from '../../operations/present-run.ts';
import type { Feed, FeedRun } from '../../storage/feeds/tables.ts';

/** `origin` makes `links.self` absolute. */
export function presentFeed(feed: Feed, origin: string): FeedBody {
  const self = `${origin}/api/v1/product-feeds/${feed.id}`;
  return {
    id: feed.id,
    name: feed.name,
    feed_url: feed.url,
    feed_format: feed.format,
    refresh_interval: feed.refreshInterval,
    status: feed.status,
    auth_type: feed.authType,
    has_auth: feed.authSealed !== null,
    max_removal_percent: feed.maxRemovalPercent,
    has_orders_secret: feed.ordersSealed !== null,
    last_order_at: timeOrNull(feed.lastOrderAt),
    last_fetched_at: timeOrNull(feed.lastFetchedAt),
    next_run_at: formatTimestamp(feed.nextRunAt),
    last_error: feed.lastError,
    changes_checked_at: timeOrNull(feed.changesCheckedAt),
    changes_error: feed.changesError,
    created_at: formatTimestamp(feed.createdAt),
    updated_at: formatTimestamp(feed.updatedAt),
    links: { self, orders: sendsOrders(feed.format) ? `${self}/orders?store=${feed.storeId}` : null },
  };
}

/** Presents one run of a feed; `origin` makes `links.self` absolute. */
export function presentFeedRun({ details, run }: FeedRun, origin: string): FeedRunBody {
  const { id, feedId, trigger, reading, forced } = details;
  return {
    ...{ id, feed_id: feedId, trigger, reading, forced },
    phase: run.phase,
    not_modified: details.notModified,
    ...presentRun(run, `${origin}/api/v1/product-feeds/${feedId}/runs/${id}`),
    removed_rows: details.removedRows,
    restored_rows: details.restoredRows,
    unidentified_rows: details.unidentifiedRows,
    // The code is written just before the run ends.
    error_code: run.status === 'failed' ? details.errorCode : null,
    fetch: details.facts === null ? null : presentFacts(JSON.parse(details.facts) as FetchFacts),
    started_at: timeOrNull(details.startedAt),
    finished_at: timeOrNull(details.finishedAt),
  };
}

/** Presents as much of a run as a small picture needs. */
export function presentMark({ details, run }: FeedRun): FeedRunMark {
  return {
    id: details.id,
    status: run.status,
    not_modified: details.notModified,
    created_rows: run.createdRows,
    updated_rows: run.updatedRows,
    unchanged_rows: run.unchangedRows,
    removed_rows: details.removedRows,
    failed_rows: run.failedRows,
  };
}

/** Presents the known facts of a fetch. */
export function presentFacts(facts: FetchFacts): FetchFactsBody {
  return {
    url: facts.url,
    status: facts.status,
    redirects: facts.redirects.map(({ status, url }) => ({ status, url })),
    content_type: facts.contentType,
    content_encoding: facts.contentEncoding,
    etag: facts.etag,
    last_modified: facts.lastModified,
    remote_address: facts.remoteAddress,
    archive: facts.archive ?? null,
    bytes_received: facts.bytesReceived ?? null,
    bytes_decoded: facts.bytesDecoded ?? null,
    sha256: facts.sha256 ?? null,
    connect_ms: facts.connectMs,
    first_byte_ms: facts.firstByteMs,
    duration_ms: facts.durationMs ?? null,
  };
}

function timeOrNull(micros: number | null): string | null {
  return micros === null ? null : formatTimestamp(micros);
}
