/**
 * Reads and writes the feeds of one store, their runs and contents. Every statement names the store. Null for an unknown feed or run;
 * validity and permissions are checked by callers. At most 500 ids a call, which callers keep. Writes run under the store's lock, and
 * a run that another worker took over is not checked here. It never fetches a document.
 */
// Tests: test/storage/feeds.test.ts, test/api/feeds.test.ts.
import type { Kysely } from 'kysely';
import type { Database, Query, Transaction } from '../database.ts';
import { toImportRun } from '../imports/reads.ts';
import { shortRunId } from '../products/run-ids.ts';
import type { Schema } from '../schema.ts';
import type { RowOf } from '../table.ts';
import { type Feed, type FeedReader, type FeedRun, type FeedWriter, feedRuns, feeds } from './tables.ts';

/** Creates the reader of one store’s feeds, their runs and fetched contents. */
export function createFeedReader(
  database: Pick<Database, 'builder' | 'now'>,
  query: Query,
  storeId: string,
): FeedReader {
  const { builder } = database;
  async function list(): Promise<Feed[]> {
    const all = selectFeeds(database, storeId).orderBy('created_at').orderBy('feeds.id');
    return (await query(all)).map(toFeed);
  }
  const { newestRuns, ...reads } = runReads(builder, query, storeId);
  const contents = builder.selectFrom('feed_contents').where('store_id', '=', storeId);
  return {
    list,
    async listWithRuns(limit) {
      const feedIds = (await list()).map(({ id }) => id);
      const runs = await newestRuns(feedIds, limit);
      // Again, after the runs: a run that ended in between is shown as under way, and its feed as it is now.
      return { feeds: await list(), runs };
    },
    async find(feedId) {
      const [row] = await query(selectFeeds(database, storeId).where('feeds.id', '=', feedId));
      return row === undefined ? null : toFeed(row);
    },
    ...reads,
    async removableIds({ after, limit, fence }) {
      const runNames = await namesOfRuns(builder, query, storeId);
      const page = removable(builder, storeId, { fence, runNames }).orderBy('external_id').limit(limit);
      const rows = await query(after === null ? page : page.where('external_id', '>', after));
      return rows.map((row) => row.external_id);
    },
    async removableAmong(externalIds, fence) {
      if (externalIds.length === 0) return [];
      const runNames = await namesOfRuns(builder, query, storeId);
      const among = removable(builder, storeId, { fence, runNames }).where('external_id', 'in', externalIds);
      return (await query(among)).map((row) => row.external_id);
    },
    async content({ feedId, runId }) {
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

/** Selects feeds with the time of the waiting job, which is right where the two differ: a job may have been moved to an earlier time. */
function selectFeeds({ builder, now }: Pick<Database, 'builder' | 'now'>, storeId: string) {
  return builder
    .selectFrom('feeds')
    .leftJoin('jobs', (join) =>
      join.onRef('jobs.id', '=', 'feeds.id').on('jobs.lease_owner', 'is', null).on('jobs.run_at', '>', now),
    )
    .selectAll('feeds')
    .select('jobs.run_at')
    .where('feeds.store_id', '=', storeId);
}

/** Runs of feeds that are known to have written after a fence. What older ones wrote goes one run later. Chosen: more than begin during a run. */
const runsCompared = 500;

/** The newest runs of feeds as rows of products name them: by their whole ids, or shortened. */
async function namesOfRuns(builder: Kysely<Schema>, query: Query, storeId: string): Promise<string[]> {
  const runs = builder.selectFrom('feed_runs').select('id').where('store_id', '=', storeId);
  const newest = await query(runs.orderBy('id', 'desc').limit(runsCompared));
  return newest.flatMap(({ id }) => [id, shortRunId(id)]);
}

/** Selects products that may be removed. What a feed wrote after the fence is in that feed's document, or no longer in any. */
function removable(
  builder: Kysely<Schema>,
  storeId: string,
  { fence, runNames }: { readonly fence: number; readonly runNames: readonly string[] },
) {
  return builder
    .selectFrom('products')
    .select('external_id')
    .where('store_id', '=', storeId)
    .where('in_stock', '=', true)
    .where((expression) => {
      // Writing phrases is no change of the catalog: the change before it counts.
      const writtenBefore = expression.or([
        expression('change_number', '<=', fence),
        expression.and([
          expression('change_number', '=', expression.ref('phrase_change_number')),
          expression('catalog_change_number', '<=', fence),
        ]),
      ]);
      if (runNames.length === 0) return writtenBefore;
      return expression.or([writtenBefore, expression('run_id', 'in', runNames)]);
    });
}

interface RunReads extends Pick<FeedReader, 'runs' | 'run' | 'runBefore' | 'openRun'> {
  /** The `limit` newest runs of each of the feeds that read everything, newest first. At most 100 feeds. */
  newestRuns(feedIds: readonly string[], limit: number): Promise<FeedRun[]>;
}

function runReads(builder: Kysely<Schema>, query: Query, storeId: string): RunReads {
  // One statement for both rows, so that they are of the same moment.
  const runs = builder
    .selectFrom('feed_runs')
    .innerJoin('imports', (join) =>
      join.onRef('imports.store_id', '=', 'feed_runs.store_id').onRef('imports.id', '=', 'feed_runs.id'),
    )
    .selectAll('imports')
    .select(feedRuns.omit('id').names)
    .where('feed_runs.store_id', '=', storeId)
    .orderBy('feed_runs.id', 'desc');
  return {
    async runs(feedId, { before, limit, reading }) {
      const all = runs.where('feed_id', '=', feedId).limit(limit);
      const ofFeed = reading === undefined ? all : all.where('reading', '=', reading);
      const rows = await query(before === null ? ofFeed : ofFeed.where('feed_runs.id', '<', before));
      return rows.map(toFeedRun);
    },
    async newestRuns(feedIds, limit) {
      const [first, ...others] = feedIds.map((feedId) => newestIds(builder, { storeId, feedId, limit }));
      if (first === undefined) return [];
      const newest = others.reduce((union, walk) => union.unionAll(walk), first);
      return (await query(runs.where('feed_runs.id', 'in', newest))).map(toFeedRun);
    },
    async run(runId) {
      const [row] = await query(runs.where('feed_runs.id', '=', runId));
      return row === undefined ? null : toFeedRun(row);
    },
    async runBefore({ feedId, runId }) {
      const before = runs
        .where('feed_id', '=', feedId)
        .where('feed_runs.id', '<', runId)
        .where('status', '=', 'completed')
        .where('reading', '=', 'whole')
        .where('not_modified', '=', false)
        .limit(1);
      const [row] = await query(before);
      return row === undefined ? null : toFeedRun(row);
    },
    async openRun(feedId, reading) {
      const open = runs.where('feed_id', '=', feedId).where('finished_at', 'is', null).limit(1);
      const [row] = await query(reading === undefined ? open : open.where('reading', '=', reading));
      return row === undefined ? null : toFeedRun(row);
    },
  };
}

/** A short walk along the index, independent of the number of runs. */
function newestIds(
  builder: Kysely<Schema>,
  { storeId, feedId, limit }: { readonly storeId: string; readonly feedId: string; readonly limit: number },
) {
  const walk = builder
    .selectFrom('feed_runs')
    .select('id')
    .where('store_id', '=', storeId)
    .where('feed_id', '=', feedId)
    .where('reading', '=', 'whole')
    .orderBy('id', 'desc')
    .limit(limit);
  return builder.selectFrom(walk.as('newest')).select('id');
}

/** Creates the writer of one store’s feeds, their runs and contents, within a transaction. */
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

type FeedWrites = Pick<
  FeedWriter,
  'insert' | 'update' | 'noteOrder' | 'delete' | 'carryCaughtUp' | 'forgetCaughtUp'
>;

function feedWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): FeedWrites {
  return {
    async insert(feed) {
      await transaction.run(builder.insertInto('feeds').values({ store_id: storeId, ...feeds.encode(feed) }));
    },
    async update(feed) {
      const { id, last_order_at: _written, ...values } = feeds.encode(feed);
      const update = builder
        .updateTable('feeds')
        .set(values)
        .where('store_id', '=', storeId)
        .where('id', '=', id);
      await transaction.run(update);
    },
    async noteOrder(feedId, atMicros) {
      const feed = builder.updateTable('feeds').where('store_id', '=', storeId).where('id', '=', feedId);
      await transaction.run(feed.set({ last_order_at: atMicros }));
    },
    async delete(feedId) {
      const contents = builder.deleteFrom('feed_contents').where('store_id', '=', storeId);
      await transaction.run(contents.where('feed_id', '=', feedId));
      const runs = builder.deleteFrom('feed_runs').where('store_id', '=', storeId);
      await transaction.run(runs.where('feed_id', '=', feedId));
      const feed = builder.deleteFrom('feeds').where('store_id', '=', storeId);
      await transaction.run(feed.where('id', '=', feedId));
    },
    async carryCaughtUp(before, after) {
      const update = builder
        .updateTable('feeds')
        .set({ caught_up_to: after })
        .where('store_id', '=', storeId)
        .where('caught_up_to', '=', before);
      await transaction.run(update);
    },
    async forgetCaughtUp() {
      const all = builder.updateTable('feeds').set({ caught_up_to: 0 }).where('store_id', '=', storeId);
      await transaction.run(all);
    },
  };
}

type RunWrites = Pick<FeedWriter, 'insertRun' | 'updateRun' | 'forceRun' | 'deleteRun'>;

function runWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): RunWrites {
  return {
    async insertRun(details) {
      const row = { store_id: storeId, ...feedRuns.encode(details) };
      await transaction.run(builder.insertInto('feed_runs').values(row));
    },
    async updateRun(details) {
      const { id, forced: _forced, ...values } = feedRuns.encode(details);
      const runs = builder.updateTable('feed_runs').set(values).where('store_id', '=', storeId);
      await transaction.run(runs.where('id', '=', id));
    },
    async forceRun(runId) {
      const runs = builder.updateTable('feed_runs').set({ forced: true }).where('store_id', '=', storeId);
      await transaction.run(runs.where('id', '=', runId));
    },
    async deleteRun(runId) {
      const remove = builder.deleteFrom('feed_runs').where('store_id', '=', storeId).where('id', '=', runId);
      await transaction.run(remove);
    },
  };
}

type ContentWrites = Pick<FeedWriter, 'writeContent'>;

function contentWrites(builder: Kysely<Schema>, transaction: Transaction, storeId: string): ContentWrites {
  return {
    async writeContent({ feedId, runId }, parts) {
      const before = builder.deleteFrom('feed_contents').where('store_id', '=', storeId);
      await transaction.run(before.where('feed_id', '=', feedId));
      for (const [number, ids] of parts.entries()) {
        const part = { store_id: storeId, feed_id: feedId, run_id: runId, number, ids };
        await transaction.run(builder.insertInto('feed_contents').values(part));
      }
    },
  };
}

/** `run_at`: when the job that waits for the feed is due; null where none waits. Where changes are read, it is due for them before. */
function toFeed(row: RowOf<typeof feeds.columns> & { readonly run_at: number | null }): Feed {
  const feed = feeds.decode(row);
  return {
    storeId: row.store_id,
    ...feed,
    nextRunAt: feed.changesSince === null ? (row.run_at ?? feed.nextRunAt) : feed.nextRunAt,
  };
}

type RunRow = Parameters<typeof feedRuns.decode>[0] & Parameters<typeof toImportRun>[0];

function toFeedRun(row: RunRow): FeedRun {
  return { details: feedRuns.decode(row), run: toImportRun(row, []) };
}
