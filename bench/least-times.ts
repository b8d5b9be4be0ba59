/**
 * How long each of many calls takes on a machine that is shared: every call is made in each of several rounds, and the least of its
 * times counts, since other work can only make it longer. Times are microseconds. Rounds end with their number or their
 * seconds, whichever comes first, but not before the second round. A call that throws ends all of it.
 */
// Tests: none; `npm run bench` runs it.

/** A call that is to be timed, by the place of its argument. */
export type TimedCall = (place: number) => unknown;

/** The number of rounds. */
export interface Rounds {
  readonly most: number;
  /** Seconds after which no further round begins; two are made in any case, so that no time is that of a cold call. */
  readonly seconds: number;
}

/** Microseconds of the quickest run of each of `count` calls, for several callees by turns. */
export function leastTimes(
  callees: readonly TimedCall[],
  count: number,
  { most, seconds }: Rounds,
): Float64Array[] {
  const least = callees.map(() => new Float64Array(count).fill(Number.POSITIVE_INFINITY));
  const end = performance.now() + seconds * 1_000;
  for (let round = 0; round < most && (round < 2 || performance.now() < end); round += 1) {
    for (const [index, call] of callees.entries()) {
      const times = least[index];
      if (times !== undefined) takeTimes(call, times);
    }
  }
  return least;
}

/** The same calls once more, so that the least of all is kept. */
function takeTimes(call: TimedCall, least: Float64Array): void {
  for (let place = 0; place < least.length; place += 1) {
    const start = performance.now();
    call(place);
    const micros = (performance.now() - start) * 1_000;
    if (micros < (least[place] ?? 0)) least[place] = micros;
  }
}

/** `part` (0 to 1) of the values, each counted as often as its weight says, are at most the result. */
export function weightedPercentile(
  values: ArrayLike<number>,
  weights: ArrayLike<number>,
  part: number,
): number {
  const order = Uint32Array.from(values, (_, place) => place).sort(
    (a, b) => (values[a] ?? 0) - (values[b] ?? 0),
  );
  let total = 0;
  for (const place of order) total += weights[place] ?? 0;
  let seen = 0;
  for (const place of order) {
    seen += weights[place] ?? 0;
    if (seen > total * part) return values[place] ?? Number.NaN;
  }
  return values[order.at(-1) ?? 0] ?? Number.NaN;
}
