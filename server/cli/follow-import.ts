/**
 * Waits for an import to end, looking every 250 ms, and does it in this process where no other one does (local-worker.ts). It never
 * starts or stops a server's work: Ctrl-C leaves the import to be continued, with exit code 1. A failed import is code 1 with its
 * reason; failed rows alone are not.
 */
// Tests: test/storage/imports.test.ts, test/scenarios/import-command.test.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { pluralOf } from '../../contract/plural.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { importFile } from '../ingest/files/import-file.ts';
import { expireFile } from '../ingest/files/receive-file.ts';
import { type JobHandler, type JobWorker, startJobWorker } from '../jobs/job-worker.ts';
import { addressOfServer, holderOf } from '../process/storage-lock.ts';
import { presentImport } from '../resources/imports/present-import.ts';
import { createAnnounce } from '../resources/webhooks/announce.ts';
import type { ImportRun } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { Invocation } from './command.ts';
import { LocalWorker } from './local-worker.ts';
import { createProgress, type Step } from './progress.ts';

const pollMs = 250;

/** Resolves to the exit code: 0 completed, 1 failed or left in the middle. */
export async function followImport(
  storage: Storage,
  { storeId, importId }: { readonly storeId: string; readonly importId: string },
  invocation: Invocation,
): Promise<number> {
  const { clock } = invocation;
  const progress = createProgress(clock);
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once('SIGINT', leave).once('SIGTERM', leave);
  const worker = new LocalWorker(invocation.config, holderOf('foretype import', clock), () =>
    startWorker(storage, invocation),
  );
  try {
    for (let lastMove = { at: 0, ms: clock.monotonicMs() }; ; ) {
      const run = await storage.reader(storeId).imports.find(importId);
      if (run === null) throw notFound('import');
      progress.show(stepOf(run));
      if (run.status === 'completed' || run.status === 'failed') return end(run, invocation);
      if (leaving.signal.aborted) return leaveOff(run);
      if (run.updatedAt !== lastMove.at) lastMove = { at: run.updatedAt, ms: clock.monotonicMs() };
      worker.consider(clock.monotonicMs() - lastMove.ms);
      await pause(pollMs, undefined, { signal: leaving.signal }).catch(() => {});
    }
  } finally {
    progress.end();
    process.off('SIGINT', leave).off('SIGTERM', leave);
    await worker.stop();
  }

  function end(run: ImportRun, { config, print }: Invocation): number {
    progress.end();
    const origin = config.publicUrl ?? (worker.isWorking ? null : addressOfServer(config));
    print({ import: presentImport(run, origin ?? '') }, describeRun(run, origin));
    return run.status === 'completed' ? 0 : 1;
  }

  function leaveOff(run: ImportRun): number {
    progress.end();
    const rows = `${run.processedRows} of ${counted(run.totalRows, 'row')}`;
    process.stderr.write(
      worker.isWorking
        ? `Left after ${rows}. It goes on with the next start of the server, or with\n` +
            `  foretype resume ${importId} --store ${storeId}\n`
        : `The server goes on with it (${rows}). You can stop it in the dashboard; to follow it again:\n` +
            `  foretype resume ${importId} --store ${storeId}\n`,
    );
    return 1;
  }
}

const phases = {
  surveying: 'reading the file',
  fetching: 'fetching the feed',
  importing: 'importing',
  reconciling: 'marking removed products out of stock',
  indexing: 'making it answerable',
} as const;

function stepOf({ phase, status, error, processedRows, totalRows }: ImportRun): Step {
  if (error !== null && status !== 'failed') return { label: error, done: 0, total: 0, noun: 'rows' };
  const label =
    phase === null
      ? { pending: 'waiting for a worker', processing: 'starting', completed: 'done', failed: 'failed' }[
          status
        ]
      : phases[phase];
  return { label, done: processedRows, total: totalRows, noun: 'rows' };
}

function startWorker(storage: Storage, { clock, config }: Invocation): JobWorker {
  const inTurn = <Result>(_storeId: string, task: () => Promise<Result>) => task();
  const environment = {
    clock,
    newId,
    inTurn,
    // Messages are written here and sent by the next server.
    announce: createAnnounce({ clock, newId }),
    enrich: config.enrichmentProvider !== 'off',
    // A server that starts later reads what was written.
    makeAnswerable: async () => {},
    countRows: () => {},
  };
  const importOnce: JobHandler = (job, lease, stopping, pause) =>
    importFile(storage, job, lease, { ...environment, stopping, pause });
  let lastLine = '';
  return startJobWorker({
    directory: storage.directory,
    clock,
    handlers: {
      import: importOnce,
      trial_import: importOnce,
      file_expiry: (job) => expireFile(storage, job, environment),
    },
    newId,
    concurrency: 1,
    pollMs,
    failed: (error) => {
      const line = `waiting: ${error instanceof Error ? error.message : String(error)}\n`;
      // Each try again fails the same way.
      if (line !== lastLine) process.stderr.write(line);
      lastLine = line;
    },
  });
}

function counted(count: number, noun: string): string {
  return `${count} ${pluralOf(count, noun)}`;
}

/** `origin`: of the dashboard, null where nothing answers now. */
function describeRun(run: ImportRun, origin: string | null): string[] {
  if (run.status === 'failed') return [`The import of ${run.filename} failed: ${run.error}`];
  const would = run.dryRun ? 'would be ' : '';
  const repeated = run.validRows - run.createdRows - run.updatedRows - run.unchangedRows;
  return [
    `${run.filename}: ${counted(run.totalRows, 'row')} read; ${counted(run.createdRows, 'product')} ${would}new, ${run.updatedRows} ${would}changed, ${run.unchangedRows} unchanged.`,
    ...(repeated > 0 ? [`${counted(repeated, 'row')} replaced by a later row with the same id.`] : []),
    ...(run.skippedRows > 0
      ? [`${counted(run.skippedRows, 'row')} ${would}skipped: the plan's limit is reached.`]
      : []),
    ...(run.failedRows > 0 ? [`${counted(run.failedRows, 'row')} failed:`] : []),
    ...run.issues.map(
      ({ code, count, sampleRows }) => `  ${code} ×${count}, such as in row ${sampleRows.join(', ')}`,
    ),
    ...(run.failedRows > 0
      ? [
          `The dashboard shows them, and gives them as a file${origin === null ? '.' : `: ${origin}/dashboard/stores/${run.storeId}/imports/${run.id}`}`,
        ]
      : []),
  ];
}
