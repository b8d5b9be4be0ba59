/**
 * Work for a running server, or for this process if there is none: on an embedded database the holder of its lock works, on PostgreSQL
 * the first to claim the job, and this process if no other has made progress for a while. "A while" is 10 s, twice the lease of a job
 * (milliseconds). It never takes a job that another process holds. A lock that is held only means that its holder works: no error.
 */
// Tests: test/scenarios/command-line.test.ts.
import { limits } from '../../contract/limits.ts';
import type { JobWorker } from '../jobs/job-worker.ts';
import type { Config } from '../settings/config.ts';
import { storageTarget } from '../settings/storage-target.ts';
import { type LockHolder, lockForServing } from '../storage/open-storage.ts';

/** Milliseconds for which a server may take the work, before this process does. */
const serverChanceMs = 2 * limits.leaseMs;

/** A worker in this process, started when no other process does the work. */
export class LocalWorker {
  readonly #config: Config;
  readonly #holder: LockHolder;
  readonly #start: () => JobWorker;
  #release: (() => void) | null = null;
  #worker: JobWorker | null = null;

  /** `holder`: what other processes read about this one while it works. */
  constructor(config: Config, holder: LockHolder, start: () => JobWorker) {
    this.#config = config;
    this.#holder = holder;
    this.#start = start;
  }

  /** Whether this process does the work. */
  get isWorking(): boolean {
    return this.#worker !== null;
  }

  /** `stillMs`: for how long nothing has moved. */
  consider(stillMs: number): void {
    if (this.#worker !== null) return;
    const target = storageTarget(this.#config);
    // On PostgreSQL several processes may work; progress shows whether a server is among them.
    if (target.engine === 'postgres' && stillMs < serverChanceMs) return;
    try {
      const lock = lockForServing(target, this.#holder);
      this.#release = () => lock.release();
    } catch {
      // A server holds it, and will do the work.
      return;
    }
    this.#worker = this.#start();
  }

  async stop(): Promise<void> {
    await this.#worker?.stop();
    this.#release?.();
  }
}
