/** The jobs that the pipeline thread does beside its calls: imports of files, and the end of files nobody needs. */
import { limits } from '../../contract/limits.ts';
import { newId } from '../ids.ts';
import { expireFile } from '../ingest/files/expire-file.ts';
import { importFile } from '../ingest/files/import-file.ts';
import type { TakenRows } from '../ingest/leased-run.ts';
import type { IngestEnvironment } from '../ingest/pipeline.ts';
import type { Announce } from '../ingest/run-event.ts';
import { type JobWorker, startJobWorker } from '../jobs/job-worker.ts';
import type { Storage } from '../storage/storage.ts';
import type { PipelineTold } from './pipeline-methods.ts';

/** With what jobs work. */
export interface JobSettings {
  readonly storage: Storage;
  readonly environment: IngestEnvironment;
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  readonly announce: Announce;
  readonly tell: (notice: PipelineTold) => void;
}

/** The hand on the jobs of this thread. */
export interface Jobs extends JobWorker {
  /** The answer to a notice. */
  answerable(id: number): void;
}

/** How long an idle worker leaves the database alone; jobs of this process wake it. */
const pollMs = 1_000;

/** Begins to work. */
export function startJobs({ storage, environment, inTurn, announce, tell }: JobSettings): Jobs {
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  const makeAnswerable = (storeId: string) =>
    new Promise<void>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      tell({ kind: 'awaits-answerable', id: lastId, storeId });
    });
  const countRows = (rows: TakenRows) => tell({ kind: 'rows', rows });
  const worker = startJobWorker({
    directory: storage.directory,
    handlers: {
      import: (job, lease, stopping) =>
        importFile(storage, job, lease, {
          ...environment,
          inTurn,
          makeAnswerable,
          countRows,
          announce,
          stopping,
        }),
      file_expiry: (job) => expireFile(storage, job, { inTurn }),
    },
    newId,
    concurrency: limits.importsAtOnce,
    pollMs,
    failed: (error) => tell({ kind: 'warning', message: `a job waits: ${String(error)}` }),
  });
  return {
    ...worker,
    answerable(id) {
      waiting.get(id)?.();
      waiting.delete(id);
    },
    async stop() {
      const stopped = worker.stop();
      // Nobody will tell any more; what is not answerable yet is so after the next start.
      for (const resolve of waiting.values()) resolve();
      await stopped;
    },
  };
}
