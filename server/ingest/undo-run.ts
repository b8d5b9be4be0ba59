/**
 * Undoes a run of a file, of a feed or of a batch (record 0076): in slices of 200 products, each a transaction in a turn of its store.
 * What a slice has undone is no longer kept, so that an undo which was broken off goes on when it is called again, and a finished one
 * does nothing more. A preview counts by the same decisions and writes nothing. Refused with `conflict` while the run is under way or
 * where it was a dry run, and with `undo_expired` 7 days after its end. It never undoes what others changed since.
 */
// Tests: test/api/undo-imports.test.ts, test/scenarios/undo-killed.test.ts.
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { AppError, callerGone, notFound, unavailable } from '../errors.ts';
import type { RunUndo } from '../storage/imports/tables.ts';
import type { ImportRun } from '../storage/records.ts';
import type { Storage, StoreReader, StoreWriter } from '../storage/storage.ts';
import { undoUntil } from './run-counts.ts';
import { countUndo, type UndoCounts, type UndoEnvironment, undoProducts } from './undo-products.ts';

/** The run to be undone, and who asks for it. */
export interface UndoRequest {
  readonly storeId: string;
  readonly importId: string;
  /** The name of that person or key. */
  readonly by: string;
  /** Called with the import within the transaction that finishes it. */
  readonly finished: (writer: StoreWriter, run: ImportRun) => Promise<void>;
}

/** The parts of the process that an undo needs. */
export interface UndoRunEnvironment extends UndoEnvironment {
  /** Waits for the store's turn among all writes. */
  readonly inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;
  /** Aborted when the process stops: an undo then stops between two slices. */
  readonly stopping: AbortSignal;
}

/** The counts of an undo, and whether it was finished before the call. */
export interface UndoResult {
  readonly undo: UndoCounts;
  readonly wasDone: boolean;
}

/** Products of a transaction. Chosen: some 50 ms of the store's lock. */
const productsPerSlice = 200;

/** Counts what {@link undoRun} would answer now, in turns of the store like it. It ends once its caller has gone. */
export async function previewUndo(
  storage: Storage,
  { storeId, importId }: Pick<UndoRequest, 'storeId' | 'importId'>,
  { clock, inTurn, stopping }: Pick<UndoRunEnvironment, 'clock' | 'inTurn' | 'stopping'>,
  cancelled: AbortSignal,
): Promise<UndoResult> {
  const reader = storage.reader(storeId);
  const run = await findRun(reader, importId, clock.nowMicros());
  let counts: UndoCounts = run.undo ?? nothing;
  if (isDone(run)) return { undo: counts, wasDone: true };
  for (let after: string | null = null; ; ) {
    const page = await inTurn(storeId, async () => {
      const { rows, ...rest } = await reader.replaced.page(importId, { after, limit: productsPerSlice });
      return { ...rest, counts: await countUndo(reader, rows) };
    });
    counts = sumOf(counts, page.counts);
    if (!page.isMore) return { undo: counts, wasDone: false };
    after = page.last;
    refuseStop(stopping);
    if (cancelled.aborted) throw callerGone();
    await turnOfOthers();
  }
}

/** Undoes the run to its end, also where the caller has gone. */
export async function undoRun(
  storage: Storage,
  request: UndoRequest,
  environment: UndoRunEnvironment,
): Promise<UndoResult> {
  const { inTurn, stopping } = environment;
  const { storeId } = request;
  for (let [after, isFirst] = [null as string | null, true]; ; isFirst = false) {
    const step = await inTurn(storeId, () =>
      storage.write(storeId, (writer) => undoSlice(writer, request, after, environment)),
    );
    if (step.isDone) return { undo: step.undo, wasDone: isFirst && step.wasDone };
    after = step.last;
    refuseStop(stopping);
    await turnOfOthers();
  }
}

async function undoSlice(
  writer: StoreWriter,
  { importId, by, finished }: UndoRequest,
  after: string | null,
  environment: UndoRunEnvironment,
) {
  const { clock } = environment;
  const now = clock.nowMicros();
  const run = await findRun(writer, importId, now);
  if (isDone(run)) return { undo: run.undo ?? nothing, isDone: true, wasDone: true, last: null };
  const page = await writer.replaced.page(importId, { after, limit: productsPerSlice });
  const undo: RunUndo = {
    ...sumOf(run.undo ?? nothing, await undoProducts(writer, page.rows, environment)),
    startedAt: run.undo?.startedAt ?? now,
    finishedAt: page.isMore ? null : now,
    by,
  };
  await writer.imports.update({ ...run, undo });
  if (!page.isMore) await finished(writer, { ...run, undo });
  return { undo, isDone: !page.isMore, wasDone: false, last: page.last };
}

const nothing: UndoCounts = { restored: 0, removed: 0, changedSince: 0 };

function isDone({ undo }: ImportRun): boolean {
  return undo !== null && undo.finishedAt !== null;
}

function sumOf(counts: UndoCounts, more: UndoCounts): UndoCounts {
  return {
    restored: counts.restored + more.restored,
    removed: counts.removed + more.removed,
    changedSince: counts.changedSince + more.changedSince,
  };
}

/** The run, if it may be undone or was. */
async function findRun(
  reader: Pick<StoreReader, 'imports'>,
  importId: string,
  now: number,
): Promise<ImportRun> {
  const run = await reader.imports.find(importId);
  if (run === null) throw notFound('import');
  if (run.dryRun)
    throw new AppError('conflict', 'This was a trial run: it wrote nothing, so nothing is undone.');
  if (run.status !== 'completed' && run.status !== 'failed') {
    const message = 'The import is still under way. Wait for its end, or cancel it; then undo it.';
    throw new AppError('conflict', message);
  }
  if (!run.keepsReplaced) throw new AppError('undo_expired', tooOld);
  const until = undoUntil(run);
  // What was begun in time is finished.
  if (run.undo === null && until !== null && now > until) throw new AppError('undo_expired', tooLate);
  return run;
}

const tooOld = 'This import was made by an earlier version of Foretype, which did not keep what it replaced.';

const tooLate = `An import can be undone within ${limits.undoDays} days after its end. This one ended before, so what it replaced is no longer kept.`;

function refuseStop(stopping: AbortSignal): void {
  if (stopping.aborted) throw unavailable('The service stops. Call this again: the rest is undone then.', 5);
}
