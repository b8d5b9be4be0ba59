/**
 * Keeps a job that fails for its store from being taken again and again in the place of other stores' jobs: it is put
 * off, for longer each time, and its store is in quarantine for this kind of work.
 */
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { JobHandler } from '../jobs/job-worker.ts';
import { type HeldStore, Quarantine, type QuarantineNotice } from '../jobs/quarantine.ts';
import { toStoreFault } from '../storage/damage.ts';
import type { ClaimedJob, JobKind, Lease } from '../storage/records.ts';
import type { Directory, Storage } from '../storage/storage.ts';
import type { UnderWay } from './under-way.ts';

/** With what jobs are guarded. */
export interface JobGuardSettings {
  readonly storage: Pick<Storage, 'write'> & {
    readonly directory: Pick<Directory, 'releaseLease' | 'findStore'>;
  };
  readonly clock: Clock;
  /** Has a write wait for its turn among all writers of this process. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  readonly notify: (notice: QuarantineNotice) => void;
  readonly underWay: UnderWay;
  /** What is held to be why the thread before this one ended. */
  readonly held: readonly HeldStore[];
}

/** See the head of the file. */
export interface JobGuard {
  guard(kind: JobKind, handler: JobHandler): JobHandler;
  /** Stores whose job is gone since it failed, or that were held and have none, leave quarantine. */
  sweep(): void;
}

/** A job that failed is taken again at the end of its pause, or so much later where workers are busy. Chosen. */
const lateMs = 60_000;

/** A job of a deleted store is looked at again after so long, where it is still there. Chosen. */
const ofDeletedMs = 60_000;

interface FailedJob {
  /** Null: it is not known which of the store's jobs it was, and any that goes well ends it. */
  readonly jobId: string | null;
  readonly quarantine: Quarantine;
  readonly dueMs: number;
}

export function createJobGuard(settings: JobGuardSettings): JobGuard {
  const { storage, clock, underWay } = settings;
  /** By kind and store, the one that failed last or is held. */
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
          // Also what is damaged in a table of all stores: each try of this job meets it again.
          const error = toStoreFault(cause);
          if (!quarantine.fail(storeId, error)) throw error;
          const delayMs = quarantine.nextPauseMs(storeId);
          failed.set(key, { jobId, storeId, quarantine, dueMs: clock.monotonicMs() + delayMs });
          // Where the store cannot be written, the job can; if that fails too, the error below releases it like any other.
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

/** The jobs of such a store go with the rest of it: until then they end quietly. */
async function isDeleted(directory: Pick<Directory, 'findStore'>, storeId: string): Promise<boolean> {
  return (await directory.findStore(storeId).catch(() => undefined)) === null;
}

/** For the pause, in the turns of its store. */
async function putOff(
  { storage, inTurn }: Pick<JobGuardSettings, 'storage' | 'inTurn'>,
  { id, storeId, kind, subject }: ClaimedJob,
  lease: Lease,
  { delayMs, error }: { readonly delayMs: number; readonly error: unknown },
): Promise<void> {
  const isKnown = error instanceof AppError;
  await inTurn(storeId, () =>
    storage.write(storeId, async (writer) => {
      if (!(await writer.renewLease(lease))) return;
      // Data that cannot be read is not the job's fault: it may be begun as often as at first.
      if (isKnown) await writer.noteProgress(id);
      await writer.delayJob(id, delayMs);
      if (!kind.endsWith('import')) return;
      const why = isKnown ? error.message : 'The operator of the service finds the reason in its log.';
      await writer.noteWait(subject, `The import waits and is tried again. ${why}`);
    }),
  );
}
