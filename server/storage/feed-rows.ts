/** Feeds, their runs and contents: between feeds.ts and their tables. Every statement names the store. */
import type { Insertable, Kysely, Selectable } from 'kysely';
import type {
  AuthType,
  FeedFormat,
  FeedRunTrigger,
  FeedStatus,
  RefreshInterval,
} from '../../contract/feeds.ts';
import type { Database, Query, Transaction } from './database.ts';
import type { Feed, FeedReader, FeedRun, FeedRunDetails, FeedWriter } from './feeds.ts';
import { toImportRun } from './import-rows.ts';
import type { FeedRunsTable, FeedsTable, ImportsTable, Schema } from './schema.ts';

export function createFeedReader(builder: Kysely<Schema>, query: Query, storeId: string): FeedReader {
  const feeds = builder.selectFrom('feeds').selectAll().where('store_id', '=', storeId);
  const contents = builder.selectFrom('feed_contents').where('store_id', '=', storeId);
  return {
    async feeds() {
      return (await query(feeds.orderBy('created_at').orderBy('id'))).map(toFeed);
    },
    async feed(feedId) {
      const [row] = await query(feeds.where('id', '=', feedId));
      return row === undefined ? null : toFeed(row);
    },
    ...runReads(builder, query, storeId),
    async removableIds({ after, limit, fence }) {
      const page = removable(builder, storeId, fence).orderBy('external_id').limit(limit);
      const rows = await query(after === null ? page : page.where('external_id', '>', after));
      return rows.map((row) => row.external_id);
    },
    async removableAmong(externalIds, fence) {
      if (externalIds.length === 0) return [];
      const among = removable(builder, storeId, fence).where('external_id', 'in', externalIds);
      return (await query(among)).map((row) => row.external_id);
    },
    async feedContent({ feedId, runId }) {
      const parts = contents
        .select('ids')
        .where('feed_id', '=', feedId)
        .where('run_id', '=', runId)
        .orderBy('number');
      return (await query(parts)).map(({ ids }) => ids);
    },
    async contentOf(feedId) {
      const [row] = await query(contents.select('run_id').where('feed_id', '=', feedId).limit(1));
      return row?.run_id ?? null;
    },
    async contentsOfOthers(feedId) {
      const others = contents.select(['feed_id', 'run_id']).distinct().where('feed_id', '!=', feedId);
      return (await query(others)).map((row) => ({ feedId: row.feed_id, runId: row.run_id }));
    },
  };
}

/** What a feed wrote after the fence is in that feed's document, or in no document any more. */
function removable(builder: Kysely<Schema>, storeId: string, fence: number) {
  return builder
    .selectFrom('products')
    .select('external_id')
    .where('store_id', '=', storeId)
    .where('in_stock', '=', true)
    .where((expression) => {
      const writers = expression
        .selectFrom('feed_runs')
        .select('feed_runs.id')
        .where('feed_runs.store_id', '=', storeId)
        .whereRef('feed_runs.id', '=', 'products.run_id');
      // A write of phrases is none of the catalog: what counts is the change before it.
      const writtenBefore = expression.or([
        expression('change_number', '<=', fence),
        expression.and([
          expression('change_number', '=', expression.ref('phrase_change_number')),
          expression('catalog_change_number', '<=', fence),
        ]),
      ]);
      return expression.or([writtenBefore, expression.exists(writers)]);
    });
}

/** What a run has beside its import. */
const detailColumns = [
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

type RunReads = Pick<FeedReader, 'feedRuns' | 'feedRun' | 'openFeedRun'>;

function runReads(builder: Kysely<Schema>, query: Query, storeId: string): RunReads {
  // One statement for both rows, so that they are of the same moment.
  const runs = builder
    .selectFrom('feed_runs')
    .innerJoin('imports', (join) =>
      join.onRef('imports.store_id', '=', 'feed_runs.store_id').onRef('imports.id', '=', 'feed_runs.id'),
    )
    .selectAll('imports')
    .select(detailColumns)
    .where('feed_runs.store_id', '=', storeId)
    .orderBy('feed_runs.id', 'desc');
  return {
    async feedRuns(feedId, { before, limit }) {
      const ofFeed = runs.where('feed_id', '=', feedId).limit(limit);
      const rows = await query(before === null ? ofFeed : ofFeed.where('feed_runs.id', '<', before));
      return rows.map(toFeedRun);
    },
    async feedRun(runId) {
      const [row] = await query(runs.where('feed_runs.id', '=', runId));
      return row === undefined ? null : toFeedRun(row);
    },
    async openFeedRun(feedId) {
      const open = runs.where('feed_id', '=', feedId).where('finished_at', 'is', null).limit(1);
      const [row] = await query(open);
      return row === undefined ? null : toFeedRun(row);
    },
  };
}

export function createFeedWriter(
  { builder, now }: Pick<Database, 'builder' | 'now'>,
  transaction: Transaction,
  storeId: string,
): FeedWriter {
  return {
    ...feedWrites(builder, transaction, storeId),
    ...runWrites(builder, transaction, storeId),
    ...contentWrites(builder, transaction, storeId),
    async now() {
      const [row] = await transaction.query(builder.selectNoFrom(now.as('now')));
      return row?.now ?? 0;
    },
  };
}

type FeedWrites = Pick<FeedWriter, 'insertFeed' | 'updateFeed' | 'deleteFeed' | 'carryCaughtUp'>;

function feedWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): FeedWrites {
  return {
    async insertFeed(feed) {
      await transaction.run(builder.insertInto('feeds').values(toFeedRow(storeId, feed)));
    },
    async updateFeed(feed) {
      const { store_id: _store, id: _id, ...values } = toFeedRow(storeId, feed);
      const update = builder
        .updateTable('feeds')
        .set(values)
        .where('store_id', '=', storeId)
        .where('id', '=', feed.id);
      await transaction.run(update);
    },
    async deleteFeed(feedId) {
      const contents = builder.deleteFrom('feed_contents').where('store_id', '=', storeId);
      await transaction.run(contents.where('feed_id', '=', feedId));
      const runs = builder.deleteFrom('feed_runs').where('store_id', '=', storeId);
      await transaction.run(runs.where('feed_id', '=', feedId));
      const feeds = builder.deleteFrom('feeds').where('store_id', '=', storeId);
      await transaction.run(feeds.where('id', '=', feedId));
    },
    async carryCaughtUp(before, after) {
      const update = builder
        .updateTable('feeds')
        .set({ caught_up_to: after })
        .where('store_id', '=', storeId)
        .where('caught_up_to', '=', before);
      await transaction.run(update);
    },
  };
}

type RunWrites = Pick<FeedWriter, 'insertFeedRun' | 'updateFeedRun' | 'deleteFeedRun'>;

function runWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): RunWrites {
  return {
    async insertFeedRun(details) {
      await transaction.run(builder.insertInto('feed_runs').values(toFeedRunRow(storeId, details)));
    },
    async updateFeedRun(details) {
      const { store_id: _store, id: _id, ...values } = toFeedRunRow(storeId, details);
      const update = builder
        .updateTable('feed_runs')
        .set(values)
        .where('store_id', '=', storeId)
        .where('id', '=', details.id);
      await transaction.run(update);
    },
    async deleteFeedRun(runId) {
      const remove = builder.deleteFrom('feed_runs').where('store_id', '=', storeId).where('id', '=', runId);
      await transaction.run(remove);
    },
  };
}

type ContentWrites = Pick<FeedWriter, 'writeFeedContent'>;

function contentWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): ContentWrites {
  return {
    async writeFeedContent({ feedId, runId }, parts) {
      const before = builder.deleteFrom('feed_contents').where('store_id', '=', storeId);
      await transaction.run(before.where('feed_id', '=', feedId));
      for (const [number, ids] of parts.entries()) {
        const part = { store_id: storeId, feed_id: feedId, run_id: runId, number, ids };
        await transaction.run(builder.insertInto('feed_contents').values(part));
      }
    },
  };
}

function toFeedRow(storeId: string, feed: Feed): Insertable<FeedsTable> {
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

function toFeed(row: Selectable<FeedsTable>): Feed {
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
    nextRunAt: row.next_run_at,
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

function toFeedRunRow(storeId: string, details: FeedRunDetails): Insertable<FeedRunsTable> {
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

function toFeedRun(row: Selectable<FeedRunsTable & ImportsTable>): FeedRun {
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
    facts: row.facts,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  };
  return { details, run: toImportRun(row, []) };
}
