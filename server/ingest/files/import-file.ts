/**
 * The import of a stored file, from the claim of its job to its end. States of the run (§3.2):
 *
 * | status, phase | what is true | leaves to |
 * | --- | --- | --- |
 * | pending | file and job are stored, nobody has begun | surveying |
 * | processing, surveying | the file is read through, nothing is written; `totalRows` grows | importing, failed |
 * | processing, importing | rows up to `processedRows` are written, counted and logged, in transactions of a batch | indexing |
 * | processing, indexing | everything is written; waiting until it is answerable here | completed |
 * | completed | the job is gone, and the file too, but for a dry run | |
 * | failed | the job is gone; the file stays a day, to be imported otherwise | |
 *
 * Reading is deterministic, so a worker that takes over reads the file again and goes on behind `processedRows`:
 * counts and data are those of an undisturbed run. Every transaction renews the lease first, so a worker that lost it
 * writes nothing. A dry run writes no products, so what its batches would have added is kept in memory, and it is begun
 * anew.
 */

import { limits } from '../../../contract/limits.ts';
import { createCsvReader } from '../../../csv/csv-reader.ts';
import type { CsvRow } from '../../../csv/csv-row.ts';
import type { CsvSettings } from '../../../csv/layout.ts';
import { problem } from '../../catalog/problem.ts';
import type { ClaimedJob, ImportRun, Lease, Store } from '../../storage/records.ts';
import type { Storage, StoreWriter } from '../../storage/storage.ts';
import { decideBatch, type IngestEnvironment, writeBatch } from '../pipeline.ts';
import { type PreparedRows, prepareRows, type RawRow } from '../prepare-rows.ts';
import { addBatch, noCounts } from '../run-counts.ts';
import { announceEnd } from './announce-end.ts';
import { type FileSource, openFileSource } from './file-source.ts';
import { deleteFile } from './receive-file.ts';
import { type FileSurvey, surveyFile } from './survey-file.ts';

/** What an import needs of the process that runs it. */
export interface FileImportEnvironment extends IngestEnvironment {
  /** Waits for the store's turn among all writes. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** Resolves when what is committed of the store is answerable in this process. */
  readonly makeAnswerable: (storeId: string) => Promise<void>;
  /** Told of rows that were taken in, for the figures of the process. */
  readonly countRows: (rows: TakenRows) => void;
  /** Aborted when the process stops: the import leaves off behind the batch under way. */
  readonly stopping: AbortSignal;
}

/** Rows by what became of them. */
export type TakenRows = Pick<ImportRun, 'validRows' | 'failedRows' | 'skippedRows'>;

/** The job belongs to another worker now, or was cancelled: nothing more may be written. */
class LeaseLost extends Error {}

/** Runs the claimed import to its end, or until the process stops. A database that is away rejects with `unavailable`. */
export async function importFile(
  storage: Storage,
  job: ClaimedJob,
  lease: Lease,
  environment: FileImportEnvironment,
): Promise<void> {
  const work = await FileImport.open(storage, job, lease, environment);
  if (work === null) return;
  try {
    await work.run();
  } catch (error) {
    if (error instanceof LeaseLost || environment.stopping.aborted) return;
    throw error;
  } finally {
    work.close();
  }
}

/** One import while this worker holds it. */
class FileImport {
  readonly #storage: Storage;
  readonly #job: ClaimedJob;
  readonly #lease: Lease;
  readonly #environment: FileImportEnvironment;
  readonly #source: FileSource;
  readonly #beat: NodeJS.Timeout;
  #store: Store;
  #run: ImportRun;
  #savedAt = 0;
  /** What a dry run would have written so far, on top of what the store holds. */
  #wouldHold = { products: 0, enriched: 0 };
  #failure: unknown = null;
  #lastWrite: Promise<unknown> = Promise.resolve();
  #isBeating = false;

  /** Null, with the job ended, where there is nothing to do: the run is over, or its file is gone. */
  static async open(
    storage: Storage,
    job: ClaimedJob,
    lease: Lease,
    environment: FileImportEnvironment,
  ): Promise<FileImport | null> {
    const reader = storage.reader(job.storeId);
    const run = await reader.import(job.subject);
    const store = await storage.directory.findStore(job.storeId);
    const file = run?.fileId == null ? null : await reader.file(run.fileId);
    const isOver = run === null || run.status === 'completed' || run.status === 'failed';
    if (!isOver && store !== null && file !== null) {
      const source = openFileSource(reader, file, environment.stopping);
      return new FileImport({ storage, job, lease, environment, source, store, run });
    }
    await environment.inTurn(job.storeId, () =>
      storage.write(job.storeId, async (writer) => {
        if (!isOver) {
          const ended = withoutFile(run, environment);
          await writer.updateImport(ended);
          await announceEnd(writer, ended, environment);
        }
        await writer.deleteJob(job.id);
      }),
    );
    return null;
  }

  private constructor(parts: {
    readonly storage: Storage;
    readonly job: ClaimedJob;
    readonly lease: Lease;
    readonly environment: FileImportEnvironment;
    readonly source: FileSource;
    readonly store: Store;
    readonly run: ImportRun;
  }) {
    this.#storage = parts.storage;
    this.#job = parts.job;
    this.#lease = parts.lease;
    this.#environment = parts.environment;
    this.#source = parts.source;
    this.#store = parts.store;
    this.#run = parts.run;
    this.#beat = setInterval(() => this.#keepAlive(), limits.heartbeatMs);
  }

  close(): void {
    clearInterval(this.#beat);
  }

  async run(): Promise<void> {
    if (this.#job.attempts > limits.jobAttempts) {
      return await this.#fail(
        `The import stopped ${limits.jobAttempts} times at the same place. Please report it.`,
      );
    }
    const from = this.#run.dryRun ? 0 : this.#run.processedRows;
    await this.#begin();
    const surveyed = await surveyFile(
      this.#source,
      this.#run.settings === null ? {} : (JSON.parse(this.#run.settings) as CsvSettings),
      { ...this.#store, nowMs: this.#nowMs },
      (rows) => this.#note({ totalRows: Math.max(rows, this.#run.totalRows) }),
    );
    if (!surveyed.ok) {
      const { layout, error } = surveyed;
      return await this.#fail(error, layout && JSON.stringify(layout));
    }
    const { survey } = surveyed;
    const layout = JSON.stringify(survey.layout);
    await this.#save({ layout, totalRows: survey.rowCount, phase: 'importing' });
    await this.#importRows(survey, from);
    await this.#finish();
  }

  /** The time by which the file is read: the same whenever it is read again. */
  get #nowMs(): number {
    return this.#run.createdAt / 1_000;
  }

  /** A dry run that was interrupted begins anew: what it had counted is forgotten. */
  async #begin(): Promise<void> {
    const { id, dryRun } = this.#run;
    const begun = { ...this.#run, status: 'processing', phase: 'surveying' } as const;
    this.#run = dryRun ? { ...begun, ...noCounts } : begun;
    await this.#write(async (writer) => {
      while (dryRun && (await writer.deleteFailures(id, limits.rowsPerTransaction)) > 0);
      return () => this.#run;
    });
  }

  async #importRows(survey: FileSurvey, from: number): Promise<void> {
    const { findings, layout, repeats } = survey;
    const reader = createCsvReader(layout, { findings, nowMs: this.#nowMs });
    let batch: RawRow[] = [];
    let taken = 0;
    const importBatch = async () => {
      this.#environment.stopping.throwIfAborted();
      const prepared = prepareRows(batch, this.#store, repeats);
      batch = [];
      await this.#importBatch(prepared);
    };
    const take = async (rows: readonly CsvRow[]) => {
      for (const row of rows) {
        taken += 1;
        if (taken > from) batch.push(toRawRow(row));
        if (batch.length >= limits.rowsPerTransaction) await importBatch();
      }
    };
    for await (const chunk of this.#source.chunks()) await take(reader.read(chunk));
    await take(reader.end());
    if (batch.length > 0) await importBatch();
  }

  async #importBatch(prepared: PreparedRows): Promise<void> {
    const before = this.#run;
    await this.#write(async (writer) => {
      const decisions = this.#run.dryRun
        ? await decideBatch(this.#withWouldHold(writer), prepared.products, this.#environment, this.#run.id)
        : await writeBatch(writer, prepared.products, this.#environment, this.#run.id);
      await writer.insertFailures(this.#run.id, prepared.failures);
      await writer.noteProgress(this.#job.id);
      return () => {
        this.#wouldHold.products += decisions.createdRows;
        this.#wouldHold.enriched += decisions.enrichmentCount;
        const processedRows = this.#run.processedRows + prepared.rowCount;
        return { ...addBatch(this.#run, prepared, decisions), processedRows };
      };
    });
    if (!this.#run.dryRun) this.#environment.countRows(rowsSince(before, this.#run));
  }

  /** The store as it would be by now, had the dry run written. */
  #withWouldHold(writer: StoreWriter): StoreWriter {
    const { store } = writer;
    const productCount = store.productCount + this.#wouldHold.products;
    const enrichmentCount = store.enrichmentCount + this.#wouldHold.enriched;
    return { ...writer, store: { ...store, productCount, enrichmentCount } };
  }

  async #finish(): Promise<void> {
    const { storeId, fileId, dryRun } = this.#run;
    if (!dryRun) {
      await this.#save({ phase: 'indexing' });
      await this.#environment.makeAnswerable(storeId);
    }
    const inTurn = <Result>(task: () => Promise<Result>) => this.#environment.inTurn(storeId, task);
    if (!dryRun && fileId !== null) await deleteFile(this.#storage, { storeId, fileId }, inTurn);
    await this.#end({ status: 'completed', phase: null });
  }

  async #fail(error: string, layout = this.#run.layout): Promise<void> {
    await this.#end({ status: 'failed', phase: null, error, layout });
  }

  async #end(last: Partial<ImportRun>): Promise<void> {
    this.close();
    await this.#write(async (writer) => {
      await writer.deleteJob(this.#job.id);
      await announceEnd(writer, { ...this.#run, ...last }, this.#environment);
      return () => ({ ...this.#run, ...last });
    });
  }

  /** Changes that need not be durable at once. */
  #note(fields: Partial<ImportRun>): void {
    if (this.#failure !== null) throw this.#failure;
    this.#run = { ...this.#run, ...fields };
  }

  async #save(fields: Partial<ImportRun>): Promise<void> {
    await this.#write(async () => () => ({ ...this.#run, ...fields }));
  }

  /**
   * One transaction under the lease, with the run's record in it. `work` returns how the record grows; it is taken
   * over only when all of it is committed.
   */
  #write(work: (writer: StoreWriter) => Promise<() => ImportRun>): Promise<void> {
    // One after the other: a heartbeat must not write the record as it was before a batch over the one after it.
    const turn = this.#lastWrite.then(() => this.#writeNow(work));
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  async #writeNow(work: (writer: StoreWriter) => Promise<() => ImportRun>): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    const { storeId } = this.#run;
    this.#run = await this.#environment.inTurn(storeId, () =>
      this.#storage.write(storeId, async (writer) => {
        if (!(await writer.renewLease(this.#lease))) throw new LeaseLost();
        this.#store = writer.store;
        const grown = await work(writer);
        const run = { ...grown(), updatedAt: this.#environment.clock.nowMicros() };
        await writer.updateImport(run);
        return run;
      }),
    );
    this.#savedAt = this.#environment.clock.monotonicMs();
  }

  /** The heartbeat, where nothing else was written for a while; what goes wrong with it ends the work under way. */
  #keepAlive(): void {
    if (this.#isBeating || this.#environment.clock.monotonicMs() - this.#savedAt < limits.heartbeatMs) return;
    this.#isBeating = true;
    this.#save({})
      .catch((error: unknown) => {
        this.#failure = error;
      })
      .finally(() => {
        this.#isBeating = false;
      });
  }
}

function rowsSince(before: ImportRun, after: ImportRun): TakenRows {
  return {
    validRows: after.validRows - before.validRows,
    failedRows: after.failedRows - before.failedRows,
    skippedRows: after.skippedRows - before.skippedRows,
  };
}

/** What could not be read at all is a fault of the whole row. */
function toRawRow({ row, line, value, original, fault, notes }: CsvRow): RawRow {
  return {
    ...{ row, line, value, original },
    fault: fault && problem('', fault.code, fault.message, fault.value),
    notes: notes.map((note) => problem(note.path, note.code, note.message, note.value)),
  };
}

/** How a run ends whose file is gone: everything was read already, or it was deleted too early. */
function withoutFile(run: ImportRun, { clock }: Pick<IngestEnvironment, 'clock'>): ImportRun {
  const updatedAt = clock.nowMicros();
  if (run.phase === 'indexing') return { ...run, status: 'completed', phase: null, updatedAt };
  return { ...run, status: 'failed', phase: null, error: 'The file is gone. Upload it again.', updatedAt };
}
