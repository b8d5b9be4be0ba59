/** How far a long command has come, where only one thing is counted: a bar on a terminal, else a line now and then. */
import { Presets, SingleBar } from 'cli-progress';
import type { Clock } from '../clock.ts';

/** Shows a count each time it gets one. */
export interface CountProgress {
  show(count: number): void;
  /** Nothing more comes. */
  end(): void;
}

/** How far apart lines are where output is no terminal: chosen. */
const lineEveryMs = 5_000;

/** Counts things called `noun` up to about `total`, on the error output, which leaves results alone. */
export function startCountProgress(clock: Clock, noun: string, total: number): CountProgress {
  const output = process.stderr;
  if (output.isTTY === true) {
    const format = `{bar} {percentage}% | {value} of {total} ${noun} | {eta_formatted} left`;
    const bar = new SingleBar({ stream: output, format, hideCursor: true, fps: 4 }, Presets.rect);
    bar.start(total, 0);
    return { show: (count) => bar.update(Math.min(count, total)), end: () => bar.stop() };
  }
  let lastAtMs = clock.monotonicMs();
  return {
    show(count) {
      if (clock.monotonicMs() - lastAtMs < lineEveryMs) return;
      lastAtMs = clock.monotonicMs();
      output.write(`${count} of ${total} ${noun}\n`);
    },
    end() {},
  };
}
