/**
 * Shapes figures of a measurement: medians, percentiles, ratios, and how they are shown. It measures nothing. `part` is 0 to 1; of no
 * values the result is NaN, never an error. Progress goes to standard error, figures to the caller.
 */
// Tests: none; `npm run bench` runs it.
import type { DataName } from './data-files.ts';

/** One line of the report: what was measured, what it is held against, and the ratio of the two. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** The limit or peer, measured in the same run. */
  readonly against: string;
  readonly ratio: string;
  /** The goal of the design, for the reader. */
  readonly goal: string;
}

export interface Question {
  /** The word by which `npm run bench -- NAME` runs it alone. */
  readonly name: string;
  readonly title: string;
  /** The real data that it reads; other products are made by the code, from the demo catalog or of numbers. */
  readonly data: readonly DataName[];
  /** A profile's explanation of the figures, for the reader of the document. */
  readonly reading: string;
  /** Says on standard error what it is doing. The longest, with a million products, take some ten minutes. */
  run(): Promise<readonly Figure[]>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** `part` (0 to 1) of the values are at most the result. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function progress(message: string): void {
  process.stderr.write(`  ${message}\n`);
}
