/**
 * Shows the progress of a long command on the error output: on a terminal a bar of 30 characters, drawn at most every 250 ms,
 * elsewhere a line every 5 s. It never writes to standard output, where results go. A total of 0 means unknown: no share and no time
 * left are shown then.
 */
// Tests: ./progress.test.ts.
import type { Clock } from '../clock.ts';

/** The progress of a command. */
export interface Step {
  /** The present step, such as "importing"; empty if the command does one thing only. */
  readonly label: string;
  readonly done: number;
  /** Approximate number of all things; 0 as long as that is unknown. */
  readonly total: number;
  /** The counted things in the plural: "rows". */
  readonly noun: string;
}

/** Shows each step it is given. */
export interface Progress {
  show(step: Step): void;
  /** Leaves the last state on the screen; nothing follows. */
  end(): void;
}

/** The stream that progress is written to; `columns` is the width of a terminal. */
export interface ProgressOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Milliseconds between two drawings of a bar, and between two lines elsewhere. Chosen. */
const drawEveryMs = 250;
const lineEveryMs = 5_000;

const barWidth = 30;
const hideCursor = '\u001b[?25l';
const showCursor = '\u001b[?25h';
const clearLine = '\r\u001b[K';

/** Shows progress on `output`; results go to the standard output, so that they can be piped. */
export function createProgress(clock: Clock, output: ProgressOutput = process.stderr): Progress {
  return output.isTTY === true ? createBar(clock, output) : createLines(clock, output);
}

/** Shows how many of about `total` products are done. */
export function countProducts(clock: Clock, total: number): { show(done: number): void; end(): void } {
  const progress = createProgress(clock);
  return {
    show: (done) => progress.show({ label: '', done: Math.min(done, total), total, noun: 'products' }),
    end: () => progress.end(),
  };
}

function createBar(clock: Clock, output: ProgressOutput): Progress {
  const rateOf = createRate(clock);
  let drawnAtMs: number | null = null;
  let latest: string | null = null;
  // A terminal that does not know its width says 0.
  const draw = (text: string) => output.write(`${clearLine}${text.slice(0, (output.columns || 120) - 1)}`);
  return {
    show(step) {
      const atMs = clock.monotonicMs();
      latest = formatBar(step, rateOf(step));
      if (drawnAtMs === null) output.write(hideCursor);
      else if (atMs - drawnAtMs < drawEveryMs) return;
      drawnAtMs = atMs;
      draw(latest);
    },
    end() {
      if (latest === null) return;
      draw(latest);
      output.write(`\n${showCursor}`);
      latest = null;
    },
  };
}

function createLines(clock: Clock, output: ProgressOutput): Progress {
  const rateOf = createRate(clock);
  let last = { label: '', atMs: clock.monotonicMs() };
  return {
    show(step) {
      const atMs = clock.monotonicMs();
      const perSecond = rateOf(step);
      if (step.label === last.label && atMs - last.atMs < lineEveryMs) return;
      last = { label: step.label, atMs };
      output.write(`${formatLine(step, perSecond)}\n`);
    },
    end() {},
  };
}

/** Things a second since the first step, or since the last one with nothing done; 0 where that is unknown. */
function createRate(clock: Clock): (step: Step) => number {
  let from: { readonly done: number; readonly atMs: number } | null = null;
  return ({ done }) => {
    const atMs = clock.monotonicMs();
    if (from === null || done === 0) from = { done, atMs };
    const seconds = (atMs - from.atMs) / 1_000;
    return seconds === 0 ? 0 : Math.round((done - from.done) / seconds);
  };
}

/** `importing ███████░░░ 23% | 2300 of 10000 rows | 1150 rows/s | 7 s left`, as far as it is known. */
function formatBar({ label, done, total, noun }: Step, perSecond: number): string {
  if (total === 0) return joinParts([label, done === 0 ? '' : `${done} ${noun}`]);
  const share = Math.min(done / total, 1);
  const full = Math.round(share * barWidth);
  const bar = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)}%`;
  const left = perSecond > 0 && done < total ? `${formatSeconds((total - done) / perSecond)} left` : '';
  const head = label === '' ? bar : `${label} ${bar}`;
  return joinParts([head, `${done} of ${total} ${noun}`, formatRate(perSecond, noun), left]);
}

function formatLine({ label, done, total, noun }: Step, perSecond: number): string {
  const count =
    total === 0 ? '' : joinParts([`${done} of ${total} ${noun}`, formatRate(perSecond, noun)], ', ');
  return joinParts([label, count], ': ');
}

const formatRate = (perSecond: number, noun: string) => (perSecond > 0 ? `${perSecond} ${noun}/s` : '');

const joinParts = (parts: readonly string[], separator = ' | ') =>
  parts.filter((part) => part !== '').join(separator);

/** `45 s`, `3 min 20 s`, `2 h 5 min`. */
function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
