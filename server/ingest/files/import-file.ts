/**
 * The import of a stored file, from the claim of its job to its end. States of the run (§3.2):
 *
 * | status, phase | what is true | leaves to |
 * | --- | --- | --- |
 * | pending | file and job are stored, no worker has begun | surveying |
 * | processing, surveying | the file is read through, nothing is written; `totalRows` grows | importing, failed |
 * | processing, importing | rows up to `processedRows` are written, counted and logged, in transactions of a batch | indexing |
 * | processing, indexing | everything is written; waiting until it is answerable here | completed |
 * | completed | the job is gone, and the file too, but for a dry run | |
 * | failed | the job is gone; the file stays a day, to be imported otherwise | |
 *
 * Reading is deterministic, so a worker that takes over reads the file again and goes on behind `processedRows`:
 * counts and data are those of an undisturbed run (leased-run.ts). A dry run writes no products: the counts of its batches are only
 * in memory, so after an interruption it starts again. Between two turns an import keeps all of this, so nothing is read again.
 *
 * It never writes outside its lease, and never imports a file twice. A faulty row is recorded and the import continues; a file that
 * cannot be read ends the run as `failed` with a sentence for the person. A transaction has at most 1,000 rows (or 8 MiB), and after
 * 20 attempts (`limits.jobAttempts`) at the same place the run fails.
 */
// Tests: test/scenarios/file-import-guards.test.ts.
import { limits } from '../../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import type { ClaimedJob, ImportRun, Lease } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { ProjectedStore } from '../decide-writes.ts';
import { finishInTurns } from '../in-slices.ts';
import {
  type BatchStep,
  inBatches,
  LeasedRun,
  type LeasedRunParts,
  type RunEnvironment,
  workUnderLease,
  writingStep,
} from '../leased-run.ts';
import { decideBatch, type IngestEnvironment } from '../pipeline.ts';
import type { RawRow } from '../prepare-rows.ts';
import { batchSlices } from '../row-mode.ts';
import { noCounts } from '../run-counts.ts';
import { type FileSource, openFileSource } from './file-source.ts';
import { deleteFile } from './receive-file.ts';
import { announceEnd } from './request-import.ts';
import { type FileSettings, type FileSurvey, readRows, surveyFile } from './survey-file.ts';

/** Runs the claimed import to its end, or until the process stops. A database that is away rejects with `unavailable`. */
export async function importFile(
  storage: Storage,
  job: ClaimedJob,
  lease: Lease,
  environment: RunEnvironment,
): Promise<void> {
  const work = await FileImport.open(storage, job, lease, environment);
  if (work !== null) await workUnderLease(work, environment);
}

/** One import while this worker holds it. */
class FileImport {
  readonly #parts: LeasedRunParts;
  readonly #held: LeasedRun;
  readonly #source: FileSource;
  readonly #wouldHold = new ProjectedStore();

  /** Null, with the job ended, where there is nothing to do: the run is over, or its file is gone. */
  static async open(
    storage: Storage,
    job: ClaimedJob,
    lease: Lease,
    environment: RunEnvironment,
  ): Promise<FileImport | null> {
    const reader = storage.reader(job.storeId);
    const run = await reader.imports.find(job.subject);
    const store = await storage.directory.findStore(job.storeId);
    const file = run?.fileId == null ? null : await reader.files.find(run.fileId);
    const isOver = run === null || run.status === 'completed' || run.status === 'failed';
    if (!isOver && store !== null && file !== null) {
      const source = openFileSource(reader, file, environment);
      return new FileImport({ storage, job, lease, environment, store, run }, source);
    }
    await environment.inTurn(job.storeId, () =>
      storage.write(job.storeId, async (writer) => {
        await writer.jobs.delete(job.id);
        if (isOver) return;
        const ended = withoutFile(run, environment);
        await writer.imports.update(ended);
        await announceEnd(writer, ended, environment);
      }),
    );
    return null;
  }

  private constructor(parts: LeasedRunParts, source: FileSource) {
    this.#parts = parts;
    this.#source = source;
    this.#held = new LeasedRun(parts);
  }

  close(): void {
    this.#held.close();
  }

  get #run(): ImportRun {
    return this.#held.record;
  }

  async run(): Promise<void> {
    if (this.#parts.job.attempts > limits.jobAttempts) {
      return await this.#fail(
        `The import stopped ${limits.jobAttempts} times at the same place. Please report it.`,
      );
    }
    const from = this.#run.dryRun ? 0 : this.#run.processedRows;
    await this.#begin();
    const surveyed = await surveyFile(
      this.#source,
      this.#settings,
      { ...this.#held.store, nowMs: this.#nowMs },
      (rows) => this.#held.note({ totalRows: Math.max(rows, this.#run.totalRows) }),
    );
    if (!surveyed.ok) {
      const { layout, error } = surveyed;
      return await this.#fail(error, layout && JSON.stringify(layout));
    }
    const { survey } = surveyed;
    const layout = survey.layout && JSON.stringify(survey.layout);
    await this.#held.save({ layout, totalRows: survey.rowCount, phase: 'importing' });
    await this.#importRows(survey, from);
    await this.#finish();
  }

  get #settings(): FileSettings {
    return this.#run.settings === null ? {} : (JSON.parse(this.#run.settings) as FileSettings);
  }

  /** The time by which the file is read: the same whenever it is read again. */
  get #nowMs(): number {
    return this.#run.createdAt / 1_000;
  }

  /** An interrupted dry run starts again: its counts are reset. */
  async #begin(): Promise<void> {
    const { stopping, pause } = this.#parts.environment;
    const { id, dryRun } = this.#run;
    const begun = { ...this.#run, status: 'processing', phase: 'surveying', error: null } as const;
    this.#held.note(dryRun ? { ...begun, ...noCounts } : begun);
    // One step a transaction: others write between two of them.
    for (;;) {
      let deleted = 0;
      await this.#held.write(async (writer) => {
        deleted = dryRun ? await writer.imports.deleteFailures(id, limits.rowsPerTransaction) : 0;
        return () => this.#run;
      });
      if (deleted < limits.rowsPerTransaction) return;
      stopping.throwIfAborted();
      await pause();
    }
  }

  async #importRows({ openReader, repeats }: FileSurvey, from: number): Promise<void> {
    const { environment } = this.#parts;
    const rows = readRows(this.#source, openReader());
    for await (const batch of inBatches(rows, from, environment.stopping)) {
      await this.#importBatch(batch, repeats);
      // The products of a trial run are in memory only.
      await environment.pause(!this.#run.dryRun);
    }
  }

  /** In one transaction, or in several where the products that the rows change are too long for one. */
  async #importBatch(rows: readonly RawRow[], repeats: FileSurvey['repeats']): Promise<void> {
    const slices = batchSlices(this.#settings.mode ?? 'upsert', rows, this.#held.store, repeats);
    const batch = await finishInTurns(slices);
    const step = this.#run.dryRun ? this.#dryStep : writingStep(this.#parts.environment);
    try {
      this.#wouldHold.add(await this.#held.importBatch(batch, step));
    } catch (error) {
      const isTooLarge = error instanceof AppError && error.code === 'payload_too_large';
      if (!isTooLarge || rows.length === 1) throw error;
      const half = Math.ceil(rows.length / 2);
      await this.#importBatch(rows.slice(0, half), repeats);
      await this.#importBatch(rows.slice(half), repeats);
    }
  }

  readonly #dryStep: BatchStep<Awaited<ReturnType<typeof decideBatch>>> = (writer, prepared, runId) =>
    decideBatch(this.#wouldHold.over(writer), prepared, this.#parts.environment, runId);

  async #finish(): Promise<void> {
    const { storage, environment } = this.#parts;
    const { storeId, fileId, dryRun } = this.#run;
    if (!dryRun) {
      await this.#held.save({ phase: 'indexing' });
      await environment.makeAnswerable(storeId);
    }
    const inTurn = <Result>(task: () => Promise<Result>) => environment.inTurn(storeId, task);
    if (!dryRun && fileId !== null) await deleteFile(storage, { storeId, fileId }, inTurn);
    await this.#end({ status: 'completed', phase: null });
  }

  async #fail(error: string, layout = this.#run.layout): Promise<void> {
    await this.#end({ status: 'failed', phase: null, error, layout });
  }

  async #end(last: Partial<ImportRun>): Promise<void> {
    const { job, environment } = this.#parts;
    await this.#held.end(last, async (writer, run) => {
      await writer.jobs.delete(job.id);
      await announceEnd(writer, run, environment);
    });
  }
}

/** Ends a run whose file is gone: everything was read already, or it was deleted too early. */
function withoutFile(run: ImportRun, { clock }: Pick<IngestEnvironment, 'clock'>): ImportRun {
  const updatedAt = clock.nowMicros();
  if (run.phase === 'indexing') return { ...run, status: 'completed', phase: null, error: null, updatedAt };
  return { ...run, status: 'failed', phase: null, error: 'The file is gone. Upload it again.', updatedAt };
}
