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
import { importLink } from '../links.ts';
import { knownOrigin } from '../process/service-address.ts';
import { holderOf } from '../process/storage-lock.ts';
import { presentImport } from '../resources/imports/present-import.ts';
import { createAnnounce } from '../resources/webhooks/announce.ts';
import type { Config } from '../settings/config.ts';
import type { ImportRun } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import type { Invocation } from './command.ts';
import { LocalWorker } from './local-worker.ts';
import { createProgress, type Step } from './progress.ts';

const pollMs = 250;

/** One import of a store. */
interface FollowedImport {
  readonly storeId: string;
  readonly importId: string;
}

/** The import as it was last seen, and whether this process worked on it. */
interface FollowedRun {
  readonly run: ImportRun;
  readonly isOver: boolean;
  readonly didWork: boolean;
}

/** Resolves to the exit code: 0 completed, 1 failed or left in the middle. */
export async function followImport(
  storage: Storage,
  followed: FollowedImport,
  invocation: Invocation,
): Promise<number> {
  const progress = createProgress(invocation.clock);
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  process.once('SIGINT', leave).once('SIGTERM', leave);
  try {
    const seen = await awaitImport(storage, followed, invocation, {
      leaving: leaving.signal,
      show: (run) => progress.show(stepOf(run)),
    });
    progress.end();
    return seen.isOver ? printImport(seen.run, invocation) : leaveOff(seen, followed);
  } finally {
    progress.end();
    process.off('SIGINT', leave).off('SIGTERM', leave);
  }
}

/** Waits for the end of an import, working on it where no other process does, or until `leaving` is aborted. */
export async function awaitImport(
  storage: Storage,
  { storeId, importId }: FollowedImport,
  { clock, config }: Pick<Invocation, 'clock' | 'config'>,
  { leaving, show }: { readonly leaving: AbortSignal; readonly show: (run: ImportRun) => void },
): Promise<FollowedRun> {
  const worker = new LocalWorker(config, holderOf('foretype import', clock), () =>
    startWorker(storage, { clock, config }),
  );
  try {
    for (let lastMove = { at: 0, ms: clock.monotonicMs() }; ; ) {
      const run = await storage.reader(storeId).imports.find(importId);
      if (run === null) throw notFound('import');
      show(run);
      const isOver = run.status === 'completed' || run.status === 'failed';
      if (isOver || leaving.aborted) return { run, isOver, didWork: worker.isWorking };
      if (run.updatedAt !== lastMove.at) lastMove = { at: run.updatedAt, ms: clock.monotonicMs() };
      worker.consider(clock.monotonicMs() - lastMove.ms);
      await pause(pollMs, undefined, { signal: leaving }).catch(() => {});
    }
  } finally {
    await worker.stop();
  }
}

/** The import as `--json` prints it, and as lines for a person. */
export function resultOf(run: ImportRun, config: Config) {
  const origin = knownOrigin(config);
  return { result: { import: presentImport(run, origin ?? '') }, lines: describeRun(run, origin) };
}

function printImport(run: ImportRun, { config, print }: Invocation): number {
  const { result, lines } = resultOf(run, config);
  print(result, lines);
  return run.status === 'completed' ? 0 : 1;
}

function leaveOff({ run, didWork }: FollowedRun, { importId, storeId }: FollowedImport): number {
  const rows = `${run.processedRows} of ${counted(run.totalRows, 'row')}`;
  process.stderr.write(
    didWork
      ? `Left after ${rows}. It goes on with the next start of the server, or with\n` +
          `  foretype resume ${importId} --store ${storeId}\n`
      : `The server goes on with it (${rows}). You can stop it in the dashboard; to follow it again:\n` +
          `  foretype resume ${importId} --store ${storeId}\n`,
  );
  return 1;
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

function startWorker(storage: Storage, { clock, config }: Pick<Invocation, 'clock' | 'config'>): JobWorker {
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
  const page = origin === null ? '.' : `: ${importLink(origin, run)}`;
  if (run.status === 'failed') {
    return [`The import of ${run.filename} failed: ${run.error}`, `The dashboard shows it${page}`];
  }
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
    ...(run.failedRows > 0 ? [`The dashboard shows them, and gives them as a file${page}`] : []),
  ];
}
