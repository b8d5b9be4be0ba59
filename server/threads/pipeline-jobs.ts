/**
 * The jobs that the pipeline thread does beside its calls: imports of files, the end of files nobody needs, and messages
 * to merchants' endpoints, which have slots of their own, since endpoints may be slow.
 */
import { limits } from '../../contract/limits.ts';
import { newId } from '../ids.ts';
import { expireFile } from '../ingest/files/expire-file.ts';
import { importFile } from '../ingest/files/import-file.ts';
import type { TakenRows } from '../ingest/leased-run.ts';
import type { IngestEnvironment } from '../ingest/pipeline.ts';
import type { Announce } from '../ingest/run-event.ts';
import { type JobHandler, type JobWorker, startJobWorker } from '../jobs/job-worker.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Sealer } from '../secrets/seal.ts';
import type { Storage } from '../storage/storage.ts';
import { deliver } from '../webhooks/deliver.ts';
import type { PipelineTold } from './pipeline-methods.ts';

/** With what jobs work. */
export interface JobSettings {
  readonly storage: Storage;
  readonly environment: IngestEnvironment;
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  readonly announce: Announce;
  readonly sealer: Sealer;
  readonly outbound: Outbound;
  readonly tell: (notice: PipelineTold) => void;
}

/** The hand on the jobs of this thread. */
export interface Jobs extends JobWorker {
  /** The answer to a notice. */
  answerable(id: number): void;
}

/** How long an idle worker leaves the database alone; jobs of this process wake it. */
const pollMs = 1_000;
/** Of each slot for messages: together they look more often. */
const deliveryPollMs = 2_000;

/** Begins to work. */
export function startJobs(settings: JobSettings): Jobs {
  const { storage, environment, inTurn, announce, tell } = settings;
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  const makeAnswerable = (storeId: string) =>
    new Promise<void>((resolve) => {
      lastId += 1;
      waiting.set(lastId, resolve);
      tell({ kind: 'awaits-answerable', id: lastId, storeId });
    });
  const countRows = (rows: TakenRows) => tell({ kind: 'rows', rows });
  const failed = (error: unknown) => tell({ kind: 'warning', message: `a job waits: ${String(error)}` });
  const common = { directory: storage.directory, newId, failed };
  const imports = startJobWorker({
    ...common,
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
    concurrency: limits.importsAtOnce,
    pollMs,
  });
  const deliveries = startJobWorker({
    ...common,
    handlers: { webhook_delivery: createDeliveryHandler(settings) },
    concurrency: limits.deliveriesAtOnce,
    pollMs: deliveryPollMs,
  });
  const workers = [imports, deliveries];
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    answerable(id) {
      waiting.get(id)?.();
      waiting.delete(id);
    },
    async stop() {
      const stopped = Promise.all(workers.map((worker) => worker.stop()));
      // Nobody will tell any more; what is not answerable yet is so after the next start.
      for (const resolve of waiting.values()) resolve();
      await stopped;
    },
  };
}

function createDeliveryHandler({ storage, environment, sealer, outbound, inTurn }: JobSettings): JobHandler {
  const { clock } = environment;
  return (job, lease, stopping) =>
    deliver(storage, job, lease, { clock, sealer, outbound, inTurn, stopping });
}
