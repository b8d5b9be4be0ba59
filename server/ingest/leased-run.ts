/**
 * A run while one worker holds it, for every source of rows: the record of the run, the lease under which alone it may write, and
 * batches of rows with their counters. Every transaction renews the lease first, so a worker that lost its job writes nothing more; in
 * between the worker keeps it (server/jobs/kept-lease.ts), and the heartbeat here has the counters move. An interrupted transaction
 * rolls back, and the next worker repeats it. The heartbeat is 1,000 ms; a batch has at most 1,000 rows or about 8 MiB. A lost lease
 * rejects with LeaseLost, and any other error ends the run.
 */
// Tests: ./leased-run.test.ts.
import { limits } from '../../contract/limits.ts';
import type { Pause } from '../jobs/job-in-turns.ts';
import type { ClaimedJob, ImportRun, Lease, Store } from '../storage/records.ts';
import type { Storage, StoreWriter } from '../storage/storage.ts';
import { withLostNames } from './damaged-products.ts';
import type { Decisions } from './decide-writes.ts';
import { type IngestEnvironment, writeBatch } from './pipeline.ts';
import type { PreparedRows, RawRow } from './prepare-rows.ts';
import type { BatchRows } from './row-mode.ts';
import { addBatch, recordFailures } from './run-counts.ts';
import type { Announce } from './run-event.ts';

/** The parts of the process that a run needs. */
export interface RunEnvironment extends IngestEnvironment {
  /** Waits for the store's turn among all writes. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** Resolves when this process can answer with everything committed for the store. */
  readonly makeAnswerable: (storeId: string) => Promise<void>;
  /** Counts the processed rows for the metrics of the process. */
  readonly countRows: (rows: RowOutcomes) => void;
  /** Tells the merchant's webhooks of the end of a run, within the transaction that ends it. */
  readonly announce: Announce;
  /**
   * Aborted when the process stops, when another worker has the job, or when another job needs its place: the run then stops after the
   * current batch.
   */
  readonly stopping: AbortSignal;
  /** Called between two steps: others may have their turn before the next. */
  readonly pause: Pause;
}

/** Rows by what became of them. */
export type RowOutcomes = Pick<ImportRun, 'validRows' | 'failedRows' | 'skippedRows'>;

/** The job belongs to another worker now, or was cancelled: nothing more may be written. */
class LeaseLostError extends Error {}

/** Works to the end of a run. Leaving off because the lease is lost, or because the process stops, is no failure. */
export async function workUnderLease(
  work: { run(): Promise<void>; close(): void },
  { stopping }: Pick<RunEnvironment, 'stopping'>,
): Promise<void> {
  try {
    await work.run();
  } catch (error) {
    if (!(error instanceof LeaseLostError) && !stopping.aborted) throw error;
  } finally {
    work.close();
  }
}

/** Decides a batch, and writes it unless it is a dry run's. `prepared` is as of the store's lock. */
export type BatchStep<Outcome extends Decisions> = (
  writer: StoreWriter,
  prepared: PreparedRows,
  runId: string,
) => Promise<Outcome>;

/** The worker's hold on a run. */
export interface LeasedRunParts {
  readonly storage: Storage;
  readonly job: ClaimedJob;
  readonly lease: Lease;
  readonly environment: RunEnvironment;
  readonly store: Store;
  readonly run: ImportRun;
}

/** One run while this worker holds it. The heart beats until it is closed. */
export class LeasedRun {
  readonly #parts: LeasedRunParts;
  readonly #beat: NodeJS.Timeout;
  #store: Store;
  #run: ImportRun;
  #savedAt = 0;
  readonly #broken = new AbortController();
  #lastWrite: Promise<unknown> = Promise.resolve();
  /** Transactions under way, or that wait for their turn. */
  #writes = 0;

  constructor(parts: LeasedRunParts) {
    this.#parts = parts;
    this.#store = parts.store;
    this.#run = parts.run;
    this.#beat = setInterval(() => this.#keepAlive(), limits.heartbeatMs);
  }

  close(): void {
    clearInterval(this.#beat);
  }

  /** The record as of the last write, with later changes. */
  get record(): ImportRun {
    return this.#run;
  }

  /** The store as of the last write. */
  get store(): Store {
    return this.#store;
  }

  /** Aborted, with what went wrong, once a heartbeat failed. */
  get broken(): AbortSignal {
    return this.#broken.signal;
  }

  /** Changes that need not be durable at once. Throws what went wrong with a heartbeat. */
  note(fields: Partial<ImportRun>): void {
    this.broken.throwIfAborted();
    this.#run = { ...this.#run, ...fields };
  }

  async save(fields: Partial<ImportRun>): Promise<void> {
    await this.write(async () => () => ({ ...this.#run, ...fields }));
  }

  /** Writes a batch of rows with its counts and failures, in one transaction. */
  async importBatch<Outcome extends Decisions>(rows: BatchRows, step: BatchStep<Outcome>): Promise<Outcome> {
    const before = this.#run;
    let outcome: Outcome | undefined;
    const write = async (writer: StoreWriter) => {
      const prepared = await rows.underLock(writer);
      const decisions = await step(writer, prepared, this.#run.id);
      const failuresKept = await recordFailures(writer, this.#run, prepared.failures);
      await writer.jobs.noteProgress(this.#parts.job.id);
      outcome = decisions;
      return () => {
        const processedRows = this.#run.processedRows + prepared.rowCount;
        return { ...addBatch(this.#run, prepared, decisions), ...failuresKept, processedRows };
      };
    };
    const reader = this.#parts.storage.reader(before.storeId);
    await withLostNames(reader, rows.externalIds, () => this.write(write));
    if (outcome === undefined) throw new Error('A batch was written without an outcome.');
    if (!before.dryRun) this.#parts.environment.countRows(rowsSince(before, this.#run));
    return outcome;
  }

  /** The last transaction: `conclude` ends the job and everything that belongs to the run. The heartbeat stops first. */
  async end(
    last: Partial<ImportRun>,
    conclude: (writer: StoreWriter, run: ImportRun) => Promise<void>,
  ): Promise<void> {
    this.close();
    await this.write(async (writer, updatedAt) => {
      const ended = { ...this.#run, ...last, updatedAt };
      await conclude(writer, ended);
      return () => ended;
    });
  }

  /**
   * One transaction under the lease, with the run's record in it. `work` returns how the record grows; it is taken
   * over only when all of it is committed. `at` is the time that the record then bears.
   */
  write(work: (writer: StoreWriter, at: number) => Promise<() => ImportRun>): Promise<void> {
    // One after the other: a heartbeat must not write the record as it was before a batch over the one after it.
    this.#writes += 1;
    const turn = this.#lastWrite
      .then(() => this.#writeNow(work))
      .finally(() => {
        this.#writes -= 1;
      });
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  async #writeNow(work: (writer: StoreWriter, at: number) => Promise<() => ImportRun>): Promise<void> {
    this.broken.throwIfAborted();
    const { storage, lease, environment } = this.#parts;
    const { storeId } = this.#run;
    this.#run = await environment.inTurn(storeId, () =>
      storage.write(storeId, async (writer) => {
        if (!(await writer.jobs.renewLease(lease))) throw new LeaseLostError();
        this.#store = writer.store;
        const updatedAt = environment.clock.nowMicros();
        const grown = await work(writer, updatedAt);
        const run = { ...grown(), updatedAt };
        await writer.imports.update(run);
        return run;
      }),
    );
    this.#savedAt = environment.clock.monotonicMs();
  }

  /** Saves the record if nothing else was written for a while; an error of it ends the work under way. */
  #keepAlive(): void {
    const { clock } = this.#parts.environment;
    // A batch that waits for its turn saves the record, and would wait for one turn more.
    if (this.#writes > 0 || clock.monotonicMs() - this.#savedAt < limits.heartbeatMs) return;
    this.save({}).catch((error: unknown) => this.#broken.abort(error));
  }
}

/** Writes the batch: the step of every run but a dry one. */
export function writingStep(environment: IngestEnvironment) {
  return (writer: StoreWriter, prepared: PreparedRows, runId: string) =>
    writeBatch(writer, prepared, environment, runId);
}

/**
 * The rows in batches of a transaction, behind the first `skipped` of them, which were taken in before. A batch is bounded
 * in rows and in bytes, since it is in memory. Leaves off between two batches once the signal is aborted.
 */
export async function* inBatches(
  chunks: AsyncIterable<readonly RawRow[]>,
  skipped: number,
  stopping: AbortSignal,
): AsyncGenerator<readonly RawRow[]> {
  let batch: RawRow[] = [];
  let bytes = 0;
  let taken = 0;
  for await (const rows of chunks) {
    for (const row of rows) {
      taken += 1;
      if (taken <= skipped) continue;
      batch.push(row);
      bytes += rowBytes(row);
      if (batch.length < limits.rowsPerTransaction && bytes < limits.rowBytesPerTransaction) continue;
      stopping.throwIfAborted();
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  stopping.throwIfAborted();
  if (batch.length > 0) yield batch;
}

function rowsSince(before: ImportRun, after: ImportRun): RowOutcomes {
  return {
    validRows: after.validRows - before.validRows,
    failedRows: after.failedRows - before.failedRows,
    skippedRows: after.skippedRows - before.skippedRows,
  };
}

/** Bytes that a value takes beside its characters, as V8 keeps small objects and texts. */
const bytesPerValue = 32;
const bytesPerCharacter = 2;

/** Estimates the bytes of a row: its texts, its names and each value by itself. Copies nothing. */
export function rowBytes({ value, original }: Pick<RawRow, 'value' | 'original'>): number {
  let bytes = 0;
  const open: unknown[] = [value, original];
  while (open.length > 0) {
    const part = open.pop();
    bytes += bytesPerValue;
    if (typeof part === 'string') bytes += part.length * bytesPerCharacter;
    else if (Array.isArray(part)) for (const inner of part) open.push(inner);
    else if (typeof part === 'object' && part !== null) {
      for (const name in part) {
        const inner: unknown = Reflect.get(part, name);
        bytes += name.length * bytesPerCharacter;
        // Most values are texts.
        if (typeof inner === 'string') bytes += bytesPerValue + inner.length * bytesPerCharacter;
        else open.push(inner);
      }
    }
  }
  return bytes;
}
