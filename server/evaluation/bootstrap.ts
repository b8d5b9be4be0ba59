/**
 * How far a mean over queries may be from the truth: the percentile bootstrap over queries (Efron, 1979; Sakai, Evaluating evaluation
 * metrics based on the bootstrap, SIGIR 2006). Deterministic: the same values give the same interval on every machine. 2,000 rounds,
 * fixed seed; the unit is that of the values. It reads nothing, and values without any number give NaN, never an error.
 */
// Tests: ./bootstrap.test.ts.

/** A mean and the bounds within which 95 % of the resampled means lie. NaN throughout where there are no values. */
export interface Interval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const rounds = 2_000;
const seed = 20_261_121;

/** The mean of the values with its interval. */
export function bootstrapMean(values: readonly number[]): Interval {
  if (values.length === 0) return { mean: Number.NaN, low: Number.NaN, high: Number.NaN };
  const random = createRandom(seed);
  const means = new Float64Array(rounds);
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (let drawn = 0; drawn < values.length; drawn += 1) {
      sum += values[Math.floor(random() * values.length)] ?? 0;
    }
    means[round] = sum / values.length;
  }
  means.sort();
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    low: means[Math.floor(rounds * 0.025)] ?? Number.NaN,
    high: means[Math.ceil(rounds * 0.975) - 1] ?? Number.NaN,
  };
}

/** Mulberry32: a small generator whose sequence is fixed by its seed (Tommy Ettinger, public domain). */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
