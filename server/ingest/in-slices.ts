/**
 * Runs work in slices: a generator that yields between them and returns the result. It measures no time: the generator decides how
 * long a slice is (some milliseconds). An error of a slice is passed on, and the rest does not run.
 */
// Tests: ./json-body.test.ts.
import { setImmediate as turnOfOthers } from 'node:timers/promises';

/** Does all of it at once. */
export function finish<Result>(slices: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}

/** Does one slice when its turn comes. */
export type InSlice = <Result>(slice: () => Result) => Promise<Result>;

/** The event loop's own turns. */
const afterOthers: InSlice = async (slice) => {
  await turnOfOthers();
  return slice();
};

/** The same, but others have a turn before each slice. */
export async function finishInTurns<Result>(
  slices: Generator<undefined, Result>,
  inSlice: InSlice = afterOthers,
): Promise<Result> {
  for (;;) {
    const { done, value } = await inSlice(() => slices.next());
    if (done === true) return value;
  }
}
