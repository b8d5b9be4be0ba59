/** Latencies, told by their percentiles: a mean hides the keystroke that a shopper waits for. */

/** Percentiles of answers' times in microseconds (nearest rank); NaN throughout where nothing was timed. */
export interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** The percentiles of times in microseconds, in any order. */
export function summarizeLatency(timesUs: readonly number[]): Latency {
  const sorted = Float64Array.from(timesUs).sort();
  const at = (part: number) => sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
