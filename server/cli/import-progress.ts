/** The progress of an import on the screen: a bar on a terminal, else a line now and then. */
import { Presets, SingleBar } from 'cli-progress';
import { pluralOf } from '../../contract/plural.ts';
import type { Clock } from '../clock.ts';
import type { ImportRun } from '../storage/records.ts';

/** Shows the state of a run each time it gets one. */
export interface ImportProgress {
  show(run: ImportRun): void;
  /** Nothing more comes. */
  end(): void;
}

/** Where lines go and what kind of place that is. */
export type ProgressOutput = NodeJS.WriteStream;

const phases = {
  surveying: 'reading the file',
  fetching: 'fetching the feed',
  importing: 'importing',
  reconciling: 'taking what is gone out of stock',
  indexing: 'making it answerable',
} as const;

function phaseOf({ phase, status, error }: ImportRun): string {
  if (error !== null && status !== 'failed') return error;
  return phase === null
    ? { pending: 'waiting for a worker', processing: 'starting', completed: 'done', failed: 'failed' }[status]
    : phases[phase];
}

/** On a terminal: a bar with rows a second and the time that is left. */
export function createProgressBar(output: ProgressOutput, clock: Clock): ImportProgress {
  const bar = new SingleBar(
    {
      stream: output,
      format: '{phase} {bar} {percentage}% | {value} of {total} rows | {speed} rows/s | {eta_formatted} left',
      hideCursor: true,
      fps: 4,
      etaBuffer: 20,
    },
    Presets.rect,
  );
  const rate = createRate(clock);
  let isStarted = false;
  return {
    show(run) {
      const values = { phase: phaseOf(run), speed: rate(run) };
      if (!isStarted) bar.start(run.totalRows, run.processedRows, values);
      isStarted = true;
      bar.setTotal(run.totalRows);
      bar.update(run.processedRows, values);
    },
    end() {
      if (isStarted) bar.stop();
    },
  };
}

/** How far apart lines are where output is no terminal: chosen. */
const lineEveryMs = 5_000;

/** Elsewhere: a line at each new phase, and every few seconds between. */
export function createProgressLines(output: ProgressOutput, clock: Clock): ImportProgress {
  const rate = createRate(clock);
  let last = { phase: '', atMs: 0 };
  return {
    show(run) {
      const phase = phaseOf(run);
      const atMs = clock.monotonicMs();
      const speed = rate(run);
      if (phase === last.phase && atMs - last.atMs < lineEveryMs) return;
      last = { phase, atMs };
      const share =
        run.totalRows === 0 || run.error !== null
          ? ''
          : `: ${run.processedRows} of ${run.totalRows} ${pluralOf(run.totalRows, 'row')}, ${speed} rows/s`;
      output.write(`${phase}${share}\n`);
    },
    end() {},
  };
}

/** Rows a second since the first row that was seen. */
function createRate(clock: Clock): (run: ImportRun) => number {
  let from: { readonly rows: number; readonly atMs: number } | null = null;
  return ({ processedRows }) => {
    const atMs = clock.monotonicMs();
    from ??= { rows: processedRows, atMs };
    if (processedRows === 0) from = { rows: 0, atMs };
    const seconds = (atMs - from.atMs) / 1_000;
    return seconds === 0 ? 0 : Math.round((processedRows - from.rows) / seconds);
  };
}
