/** Work in slices: a generator that yields between them, and returns what came of it. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';

/** Does all of it at once. */
export function finish<Result>(slices: Generator<undefined, Result>): Result {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}

/** The same, but yields to the event loop between slices. */
export async function finishInTurns<Result>(slices: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
    await turnOfOthers();
  }
}
