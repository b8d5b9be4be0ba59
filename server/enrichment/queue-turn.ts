/**
 * A worker's turn on the queue of one store. It can write only while it has the lease, and renews the lease and its calls in progress
 * during the turn. A lost lease throws {@link LeaseLostError}, rolls the transaction back and ends the turn without an error for
 * anybody. Leases last 5 s and are renewed each second; a rest is at most an hour. It never takes a lost lease back.
 */
// Tests: test/scenarios/enrichment-queue.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Lease, Store } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';

/** Another worker has the queue now: nothing more may be written. */
export class LeaseLostError extends Error {}

/** The store of the queue and its worker. */
export interface TurnParts {
  readonly storage: Storage;
  readonly store: Store;
  readonly lease: Lease;
  /** Waits for the store's turn among all writes. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  readonly stopping: AbortSignal;
  /** The requests that are under way go on. */
  readonly keepCalls: () => Promise<void>;
}

/** The longest rest of a queue, in milliseconds: settings and clocks change meanwhile. */
const longestRestMs = 3_600_000;

/** One turn of a store's queue; callers must close it. */
export class QueueTurn {
  readonly #parts: TurnParts;
  readonly #beat: NodeJS.Timeout;
  readonly #broken = new AbortController();
  #isBeating = false;
  /** Aborted when the process stops, the lease is lost or the calls under way cannot be kept. */
  readonly signal: AbortSignal;

  constructor(parts: TurnParts) {
    this.#parts = parts;
    this.signal = AbortSignal.any([parts.stopping, this.#broken.signal]);
    this.#beat = setInterval(() => this.#keepAlive(), limits.heartbeatMs);
  }

  close(): void {
    clearInterval(this.#beat);
  }

  /** One transaction under the lease, in the store's turn. */
  async write<Result>(work: (writer: StoreWriter) => Promise<Result>): Promise<Result> {
    const { storage, inTurn, lease, store } = this.#parts;
    return await inTurn(store.id, () =>
      storage.write(store.id, async (writer) => {
        if (!(await writer.jobs.renewLease(lease))) throw new LeaseLostError();
        return await work(writer);
      }),
    );
  }

  /**
   * Says when the queue is looked at again: after `restMs`, where the turn ended with one. Under the store's lock, so that a call
   * that queues something meanwhile finds the job, or creates it again.
   */
  async conclude(nowMicros: number, restMs: number | null): Promise<void> {
    const { jobId } = this.#parts.lease;
    await this.write(async (writer) => {
      const { paused, hold, queueAfter } = await writer.enrichment.settings();
      if (paused) return await writer.jobs.delete(jobId);
      const delay = (milliseconds: number) =>
        writer.jobs.delay(jobId, Math.min(Math.ceil(milliseconds), longestRestMs));
      if (hold !== null && hold.until > nowMicros) return await delay((hold.until - nowMicros) / 1_000);
      const [fresh] = await writer.enrichment.fresh({ after: null, limit: 1 });
      if (fresh !== undefined || queueAfter !== null) return await delay(restMs ?? 0);
      const nextMs = await writer.enrichment.nextMs();
      if (nextMs === null) return await writer.jobs.delete(jobId);
      await delay(Math.max(nextMs, restMs ?? 0));
    });
  }

  #keepAlive(): void {
    if (this.#isBeating) return;
    this.#isBeating = true;
    this.#parts
      .keepCalls()
      .catch((error: unknown) => this.#broken.abort(error))
      .finally(() => {
        this.#isBeating = false;
      });
  }
}
