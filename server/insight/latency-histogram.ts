/**
 * Counts durations of answers over fixed steps: adding two histograms is adding numbers, and a quantile is right to within the step
 * that holds it. Pure. The database knows the bounds by their place only: new ones would be a migration. Durations are milliseconds;
 * what took longer than the last bound (5,000 ms) counts in one more step, and quantiles beyond it are that bound. Histograms without
 * an answer have no quantile (null). It never keeps a single duration.
 */
// Tests: ./latency-histogram.test.ts.

/** Upper bounds of the steps in milliseconds; one more step holds what took longer. */
export const latencyBoundsMs: readonly number[] = [
  0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 3, 4, 5, 7.5, 10, 15, 20, 30, 50, 75, 100, 150, 200,
  300, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000,
];

/** No answers. */
export function emptyLatencies(): number[] {
  return new Array<number>(latencyBoundsMs.length + 1).fill(0);
}

/** The step of an answer: above the bound before, and not above its own. Most answers are in the first few. */
export function latencyStep(milliseconds: number): number {
  let step = 0;
  while (step < latencyBoundsMs.length && milliseconds > (latencyBoundsMs[step] ?? 0)) step += 1;
  return step;
}

/** Adds `added` to `sum`. */
export function addLatencies(sum: number[], added: readonly number[]): void {
  added.forEach((count, step) => {
    sum[step] = (sum[step] ?? 0) + count;
  });
}

/**
 * The time that the given share of the answers did not exceed, null where there are none. Within its step the answers
 * are taken to lie evenly; beyond the last bound it is that bound.
 */
export function latencyQuantileMs(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const place = Math.max(1, Math.ceil(share * total));
  let before = 0;
  let step = 0;
  while (before + (counts[step] ?? 0) < place) {
    before += counts[step] ?? 0;
    step += 1;
  }
  const lower = latencyBoundsMs[step - 1] ?? 0;
  const upper = latencyBoundsMs[step] ?? lower;
  // Rounding may go beyond the step.
  return Math.min(upper, lower + ((upper - lower) * (place - before)) / (counts[step] ?? 1));
}
