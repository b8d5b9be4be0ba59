/**
 * The operations that read feeds and their runs, done in the reader thread. They write nothing and show no credentials. An unknown
 * feed or run is `not_found`; the list draws the last 14 runs of each feed.
 */
// Tests: test/api/feeds.test.ts, ./read-feeds.live.test.ts.
import type { feedOperations } from '../../../contract/feeds.ts';
import { notFound } from '../../errors.ts';
import { writeFailuresPage } from '../../operations/failed-rows.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import { presentRow } from '../../operations/present-run.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writePage } from '../../operations/write-page.ts';
import type { Feed, FeedRun } from '../../storage/feeds/tables.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { presentFeed, presentFeedRun, presentMark } from './present-feed.ts';

/** Runs of each feed that the dashboard's list draws. */
const runsInList = 14;

/** A handler for each operation. */
export const feedReads: OperationHandlers<typeof feedOperations, 'reader', ReadContext> = {
  async listFeeds({ caller, origin }, { reader }) {
    if (caller !== 'member') {
      return { feeds: (await reader.feeds.list()).map((feed) => presentFeed(feed, origin)) };
    }
    const { feeds, runs } = await reader.feeds.listWithRuns(runsInList);
    const runsOf = Map.groupBy(runs.reverse(), ({ details }) => details.feedId);
    return {
      feeds: feeds.map((feed) => ({
        ...presentFeed(feed, origin),
        runs: (runsOf.get(feed.id) ?? []).map(presentMark),
      })),
    };
  },
  async showFeed({ params, origin }, { reader }) {
    // The run first: a finished run never comes with an earlier state of its feed.
    const newest = { before: null, limit: 1, reading: 'whole' } as const;
    const [latest] = await reader.feeds.runs(params.feed_id, newest);
    const feed = await findFeed(reader, params.feed_id);
    return {
      feed: presentFeed(feed, origin),
      latest_run: latest === undefined ? null : presentFeedRun(latest, origin),
    };
  },
  async listFeedRuns({ params, query, origin }, { reader }) {
    const { id } = await findFeed(reader, params.feed_id);
    return await writePage({
      name: 'runs',
      limit: query.limit,
      read: (last: FeedRun | null, limit) =>
        reader.feeds.runs(id, {
          ...{ before: last?.details.id ?? query.cursor ?? null, limit },
          ...(query.reading === undefined ? {} : { reading: query.reading }),
        }),
      show: (run) => presentFeedRun(run, origin),
      placeOf: ({ details }) => details.id,
    });
  },
  async showFeedRun({ params: { feed_id: feedId, run_id: runId }, caller, origin }, { reader }) {
    const run = await reader.feeds.run(runId);
    if (run?.details.feedId !== feedId) throw notFound('run');
    const shown = { run: presentFeedRun(run, origin), warnings: run.run.warnings.map(presentRow) };
    if (caller !== 'member') return shown;
    const before = await reader.feeds.runBefore({ feedId, runId });
    return { ...shown, before: before && presentFeedRun(before, origin) };
  },
  listFeedRunFailures: ({ params, query: { cursor, limit } }, { reader }) =>
    writeFailuresPage(reader, {
      ...{ importId: params.run_id, feedId: params.feed_id },
      ...{ afterRow: Number(cursor ?? 0), limit },
    }),
};

/** Rejects with `not_found`. */
export async function findFeed(reader: Pick<StoreReader, 'feeds'>, feedId: string): Promise<Feed> {
  const feed = await reader.feeds.find(feedId);
  if (feed === null) throw notFound('feed');
  return feed;
}
