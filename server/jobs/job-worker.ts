/**
 * Takes jobs from the database and does them, some at a time, for as long as the process lives. A job is done when its
 * handler has deleted it; one whose handler rejects, or whose process dies, is taken again, by anybody.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import type { ClaimedJob, JobKind, Lease } from '../storage/records.ts';
import type { Directory } from '../storage/storage.ts';

/** Does one job. It renews the lease while it works, and ends in time once the signal is aborted. */
export type JobHandler = (job: ClaimedJob, lease: Lease, stopping: AbortSignal) => Promise<void>;

/** With what a worker works. */
export interface JobWorkerSettings {
  readonly directory: Pick<Directory, 'claimJob' | 'releaseLease'>;
  /** Only jobs of these kinds are taken. */
  readonly handlers: Readonly<Partial<Record<JobKind, JobHandler>>>;
  /** Names each claim. */
  readonly newId: () => string;
  /** Jobs of each kind under way at the same time. */
  readonly concurrency: number;
  /** How long an idle worker waits before it looks for jobs of other processes again. */
  readonly pollMs: number;
  /** Receives why a job could not be done now, or why none can be taken: then the job is null. */
  readonly failed: (error: unknown, job: ClaimedJob | null) => void;
}

/** The hand on a worker. */
export interface JobWorker {
  /** There is a new job: look for it at once. */
  wake(): void;
  /** Resolves when the jobs under way have left off; others may take them. */
  stop(): Promise<void>;
}

/** Begins to look for jobs. */
export function startJobWorker(settings: JobWorkerSettings): JobWorker {
  const stopping = new AbortController();
  let alarm = new AbortController();
  const slots = (Object.entries(settings.handlers) as [JobKind, JobHandler][]).flatMap(([kind, handler]) =>
    Array.from({ length: settings.concurrency }, () =>
      workUntil(stopping.signal, settings, { kind, handler }, prepareRest),
    ),
  );

  /** Called before the look for a job, so that one that comes meanwhile is not slept over. */
  function prepareRest(): () => Promise<void> {
    const signal = AbortSignal.any([stopping.signal, alarm.signal]);
    return () => pause(settings.pollMs, undefined, { signal }).catch(() => {});
  }
  return {
    wake() {
      alarm.abort();
      alarm = new AbortController();
    },
    async stop() {
      stopping.abort();
      await Promise.all(slots);
    },
  };
}

/** One slot: a job after the other, all of one kind. */
async function workUntil(
  stopping: AbortSignal,
  { directory, newId, failed }: JobWorkerSettings,
  { kind, handler }: { readonly kind: JobKind; readonly handler: JobHandler },
  prepareRest: () => () => Promise<void>,
): Promise<void> {
  while (!stopping.aborted) {
    const owner = newId();
    const rest = prepareRest();
    let job: ClaimedJob | null = null;
    try {
      job = await directory.claimJob(kind, { owner, leaseMs: limits.leaseMs });
      if (job === null) {
        await rest();
        continue;
      }
      const lease = { jobId: job.id, owner, leaseMs: limits.leaseMs };
      let forgiven = true;
      try {
        await handler(job, lease, stopping);
      } catch (error) {
        // A database that is away is not the job's fault, and neither is a process that stops.
        forgiven = error instanceof AppError;
        throw error;
      } finally {
        await directory.releaseLease(lease, forgiven);
      }
    } catch (error) {
      failed(error, job);
      await rest();
    }
  }
}
