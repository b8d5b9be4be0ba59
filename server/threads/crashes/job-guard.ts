/**
 * Keeps a job that fails for its store from taking the place of other stores' jobs again and again: it is put off, for longer each
 * time, and its store is in quarantine for this kind of work. Jobs of deleted stores end without an error. Unknown errors are passed
 * on to the worker after the job was put off. It never deletes or completes a job. Times are milliseconds; a failed job is taken at
 * most 60 s after its pause, one of a deleted store is looked at again after 60 s.
 */
// Tests: ./job-guard.test.ts.
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { JobHandler } from '../../jobs/job-worker.ts';
import { type HeldStore, Quarantine, type QuarantineNotice } from '../../jobs/quarantine.ts';
import { toStoreFault } from '../../storage/damage/damage.ts';
import type { ClaimedJob, JobKind, Lease } from '../../storage/records.ts';
import type { Directory, Storage } from '../../storage/storage.ts';
import type { CurrentTasks } from './current-tasks.ts';

/** The dependencies of the guard. */
export interface JobGuardSettings {
  readonly storage: Pick<Storage, 'write'> & {
    readonly directory: Pick<Directory, 'releaseLease' | 'findStore'>;
  };
  readonly clock: Clock;
  /** Makes a write wait for its turn among all writers of this process. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  readonly notify: (notice: QuarantineNotice) => void;
  readonly underWay: CurrentTasks;
  /** The stores whose work probably ended the thread before this one. */
  readonly held: readonly HeldStore[];
}

/** Guards the handlers of jobs. */
export interface JobGuard {
  guard(kind: JobKind, handler: JobHandler): JobHandler;
  /** Ends the quarantine of stores whose failed job is gone, or that were held and have no job. */
  sweep(): void;
}

/** Milliseconds by which busy workers may take a failed job later than its pause. Chosen. */
const lateMs = 60_000;

/** Milliseconds after which a job of a deleted store is looked at again, if it still exists. Chosen. */
const ofDeletedMs = 60_000;

interface FailedJob {
  /** Null if it is not known which of the store's jobs failed: any job that succeeds then ends the quarantine. */
  readonly jobId: string | null;
  readonly quarantine: Quarantine;
  readonly dueMs: number;
}

/** Creates the guard of one thread’s jobs. Stores that are held at the start wait for their pause first. */
export function createJobGuard(settings: JobGuardSettings): JobGuard {
  const { storage, clock, underWay } = settings;
  /** The job that failed last or is held, by kind and store. */
  const failed = new Map<string, FailedJob & { readonly storeId: string }>();

  return {
    guard(kind, handler) {
      const quarantine = new Quarantine({ ...settings, work: kind });
      for (const { storeId, work, pauseMs } of settings.held) {
        if (work !== kind) continue;
        failed.set(`${kind} ${storeId}`, {
          jobId: null,
          storeId,
          quarantine,
          dueMs: clock.monotonicMs() + pauseMs,
        });
      }
      return async (job, lease, ...dependencies) => {
        const { id: jobId, storeId } = job;
        const key = `${kind} ${storeId}`;
        if (quarantine.isHeld(storeId)) {
          const delayMs = quarantine.heldForMs(storeId);
          failed.set(key, { jobId, storeId, quarantine, dueMs: clock.monotonicMs() + delayMs });
          await putOff(settings, job, lease, { delayMs, error: null });
          return;
        }
        try {
          await underWay.during({ work: kind, storeId }, () => handler(job, lease, ...dependencies));
        } catch (cause) {
          if (await isDeleted(storage.directory, storeId)) {
            await storage.directory.releaseLease(lease, true, { delayMs: ofDeletedMs });
            return;
          }
          // Damage in a table of all stores counts too: each try of this job meets it again.
          const error = toStoreFault(cause);
          if (!quarantine.fail(storeId, error)) throw error;
          const delayMs = quarantine.nextPauseMs(storeId);
          failed.set(key, { jobId, storeId, quarantine, dueMs: clock.monotonicMs() + delayMs });
          // If the store cannot be written, the job still can; if that fails too, the error below releases it like any other.
          const release = () => storage.directory.releaseLease(lease, error instanceof AppError, { delayMs });
          await putOff(settings, job, lease, { delayMs, error })
            .catch(release)
            .catch(() => {});
          throw error;
        }
        const known = failed.get(key);
        if (known === undefined || (known.jobId !== null && known.jobId !== jobId)) return;
        failed.delete(key);
        quarantine.end(storeId);
      };
    },
    sweep() {
      const now = clock.monotonicMs();
      for (const [key, { storeId, quarantine, dueMs }] of failed) {
        if (now < dueMs + lateMs) continue;
        failed.delete(key);
        quarantine.end(storeId);
      }
    },
  };
}

/** Whether the store was deleted. Its jobs are deleted with it, and end without an error until then. */
async function isDeleted(directory: Pick<Directory, 'findStore'>, storeId: string): Promise<boolean> {
  return (await directory.findStore(storeId).catch(() => undefined)) === null;
}

/** Puts a job off for the pause, in the turns of its store. */
async function putOff(
  { storage, inTurn }: Pick<JobGuardSettings, 'storage' | 'inTurn'>,
  { id, storeId, kind, subject }: ClaimedJob,
  lease: Lease,
  { delayMs, error }: { readonly delayMs: number; readonly error: unknown },
): Promise<void> {
  const isKnown = error instanceof AppError;
  await inTurn(storeId, () =>
    storage.write(storeId, async (writer) => {
      if (!(await writer.jobs.renewLease(lease))) return;
      // Data that cannot be read is not the job's fault: it may be begun as often as at first.
      if (isKnown) await writer.jobs.noteProgress(id);
      await writer.jobs.delay(id, delayMs);
      if (!kind.endsWith('import')) return;
      const why = isKnown ? error.message : 'The operator of the service finds the reason in its log.';
      await writer.imports.noteWait(subject, `The import waits and is tried again. ${why}`);
    }),
  );
}
