/**
 * Computes the figures of engines from their recorded answers: every measure as a mean over queries with its interval, percentiles of
 * latency (a mean would hide the keystroke that a shopper waits for), and for each peer the paired differences to the engine that is
 * judged. Latencies are microseconds. Pure: it asks no engine. Recordings of other questions are the caller's fault, and are not found
 * here.
 */
// Tests: ./evaluate.test.ts.
import { bootstrapMean, type Interval } from './bootstrap.ts';
import type { Recording } from './contestant.ts';
import type { JudgedQuery } from './judgments.ts';
import type { Metric, MetricKey } from './metrics.ts';

/** The figures of one engine. */
export interface EngineFigures {
  readonly name: string;
  readonly metrics: ReadonlyMap<MetricKey, Interval>;
  /** The judged engine minus this one, query by query; null for the judged engine itself. */
  readonly differences: ReadonlyMap<MetricKey, Interval> | null;
  readonly latency: Latency;
}

/** The figures of the judged engine and then of its peers, in the order given. */
export function evaluateRecordings(
  judged: readonly JudgedQuery[],
  own: Recording,
  peers: readonly Recording[],
  metrics: readonly Metric[],
): [EngineFigures, ...EngineFigures[]] {
  const figuresOf = (recording: Recording): EngineFigures => ({
    name: recording.name,
    metrics: means(metrics, (metric) => judged.map((query) => metric.of(query, recording))),
    differences:
      recording === own
        ? null
        : means(metrics, (metric) =>
            judged.map((query) => subtract(metric.of(query, own), metric.of(query, recording))),
          ),
    latency: summarizeLatency(recording.latenciesUs),
  });
  return [figuresOf(own), ...peers.map(figuresOf)];
}

function means(
  metrics: readonly Metric[],
  valuesOf: (metric: Metric) => readonly (number | null)[],
): Map<MetricKey, Interval> {
  return new Map(
    metrics.map((metric) => [metric.key, bootstrapMean(valuesOf(metric).filter((value) => value !== null))]),
  );
}

function subtract(own: number | null, other: number | null): number | null {
  return own === null || other === null ? null : own - other;
}

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
