/** Feeds and their runs as the API shows them (§2.4; Contract §6). Credentials are never among it. */
import type { FeedBody, FeedRunBody, FetchFactsBody } from '../../../contract/feeds.ts';
import { formatPrice } from '../../catalog/price.ts';
import type { CanonicalProduct } from '../../catalog/product.ts';
import { formatTimestamp } from '../../clock.ts';
import type { FetchFacts } from '../../feeds/feed-document.ts';
import type { FeedPreview } from '../../feeds/preview-feed.ts';
import type { Feed, FeedRun } from '../../storage/feeds.ts';
import { presentRow } from './present-import.ts';

/** `origin` makes `links.self` absolute. */
export function presentFeed(feed: Feed, origin: string): FeedBody {
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
    last_fetched_at: timeOrNull(feed.lastFetchedAt),
    next_run_at: formatTimestamp(feed.nextRunAt),
    last_error: feed.lastError,
    created_at: formatTimestamp(feed.createdAt),
    updated_at: formatTimestamp(feed.updatedAt),
    links: { self: `${origin}/api/v1/product-feeds/${feed.id}` },
  };
}

/** One run of a feed; `origin` makes `links.self` absolute. */
export function presentFeedRun({ details, run }: FeedRun, origin: string): FeedRunBody {
  const { id, feedId, trigger, forced } = details;
  return {
    ...{ id, feed_id: feedId, trigger, forced },
    status: run.status,
    phase: run.phase,
    not_modified: details.notModified,
    total_rows: run.totalRows,
    processed_rows: run.processedRows,
    valid_rows: run.validRows,
    failed_rows: run.failedRows,
    skipped_rows: run.skippedRows,
    created_rows: run.createdRows,
    updated_rows: run.updatedRows,
    unchanged_rows: run.unchangedRows,
    removed_rows: details.removedRows,
    restored_rows: details.restoredRows,
    unidentified_rows: details.unidentifiedRows,
    queued_rows: run.queuedRows,
    warning_rows: run.warningRows,
    failure_count: run.failedRows,
    failures_dropped: run.failuresDropped,
    issues: run.issues.map(({ code, count, sampleRows }) => ({ code, count, sample_rows: [...sampleRows] })),
    error: run.error,
    error_code: details.errorCode,
    fetch: details.facts === null ? null : presentFacts(JSON.parse(details.facts) as FetchFacts),
    started_at: timeOrNull(details.startedAt),
    finished_at: timeOrNull(details.finishedAt),
    created_at: formatTimestamp(run.createdAt),
    updated_at: formatTimestamp(run.updatedAt),
    links: { self: `${origin}/api/v1/product-feeds/${feedId}/runs/${id}` },
  };
}

/** What a small picture of a run needs. */
export function presentMark({ details, run }: FeedRun) {
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

/** What a document would change, with a sample of its products. */
export function presentPreview(preview: FeedPreview) {
  return {
    total_rows: preview.totalRows,
    valid_rows: preview.validRows,
    failed_rows: preview.failedRows,
    failures: preview.failures.map(presentRow),
    issues: preview.issues.map(({ code, count, sampleRows }) => ({
      ...{ code, count },
      sample_rows: [...sampleRows],
    })),
    would_create: preview.wouldCreate,
    would_update: preview.wouldUpdate,
    would_skip: preview.wouldSkip,
    unchanged_rows: preview.unchangedRows,
    would_remove: preview.wouldRemove,
    would_fail: preview.wouldFail,
    sample: preview.sample.map((product) => presentSample(product, product.currency ?? preview.currency)),
    fetch: presentFacts(preview.facts),
  };
}

function presentSample(product: CanonicalProduct, currency: string) {
  return {
    external_id: product.externalId,
    title: product.title,
    price: formatPrice(product.price, currency),
    currency,
    url: product.url,
    image_url: product.imageUrl,
    category: product.category,
    brand: product.brand,
    in_stock: product.inStock,
  };
}

function presentFacts(facts: FetchFacts): FetchFactsBody {
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
