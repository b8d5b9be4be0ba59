/** The jobs that the pipeline thread does beside its calls: imports of files, the end of files nobody needs, feeds. */
import { limits } from '../../contract/limits.ts';
import type { FeedEnvironment } from '../feeds/feed-environment.ts';
import { longestWaitMs } from '../feeds/feed-schedule.ts';
import { runFeed } from '../feeds/run-feed.ts';
import { newId } from '../ids.ts';
import { expireFile } from '../ingest/files/expire-file.ts';
import { importFile } from '../ingest/files/import-file.ts';
import type { TakenRows } from '../ingest/leased-run.ts';
import type { IngestEnvironment } from '../ingest/pipeline.ts';
import { type JobWorker, type JobWorkerSettings, startJobWorker } from '../jobs/job-worker.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Storage } from '../storage/storage.ts';
import type { PipelineTold } from './pipeline-methods.ts';

/** With what jobs work. */
export interface JobSettings {
  readonly storage: Storage;
  readonly environment: IngestEnvironment & FeedEnvironment;
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  readonly tell: (notice: PipelineTold) => void;
}

/** The hand on the jobs of this thread. */
export interface Jobs extends JobWorker {
  /** The answer to a notice. */
  answerable(id: number): void;
}

/** How long an idle worker leaves the database alone; jobs of this process wake it. */
const pollMs = 1_000;
/** How often it is looked for feeds that a clock has put off. Chosen. */
const clockCheckMs = 60_000;

/** Begins to work. */
export function startJobs({ storage, environment, inTurn, tell }: JobSettings): Jobs {
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  const makeAnswerable = (storeId: string) =>
    new Promise<void>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      tell({ kind: 'awaits-answerable', id: lastId, storeId });
    });
  const countRows = (rows: TakenRows) => tell({ kind: 'rows', rows });
  const announce = async () => {};
  const hands = { ...environment, inTurn, makeAnswerable, countRows, announce };
  const work = (handlers: JobWorkerSettings['handlers'], concurrency: number) =>
    startJobWorker({
      ...{ directory: storage.directory, handlers, newId, concurrency, pollMs },
      failed: (error) => tell({ kind: 'warning', message: `a job waits: ${String(error)}` }),
    });
  const workers = [
    work(
      {
        import: (job, lease, stopping) => importFile(storage, job, lease, { ...hands, stopping }),
        file_expiry: (job) => expireFile(storage, job, { inTurn }),
      },
      limits.importsAtOnce,
    ),
    // By themselves: a server that takes its time must not keep files waiting.
    work(
      { feed: (job, lease, stopping) => runFeed(storage, job, lease, { ...hands, stopping }) },
      limits.feedsAtOnce,
    ),
  ];
  const minding = repeat(
    () => storage.directory.pullBackJobs('feed', { aheadMs: longestWaitMs, leaseMs: limits.leaseMs }),
    clockCheckMs,
    { failed: (error) => tell({ kind: 'warning', message: `feeds wait: ${String(error)}` }) },
  );
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    answerable(id) {
      waiting.get(id)?.();
      waiting.delete(id);
    },
    async stop() {
      const stopped = Promise.all([...workers, minding].map((work) => work.stop()));
      // Nobody will tell any more; what is not answerable yet is so after the next start.
      for (const resolve of waiting.values()) resolve();
      await stopped;
    },
  };
}
