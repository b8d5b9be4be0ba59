/** Lets documents that are read at the same time take turns with each other and with other work of the thread. */
// Tests: ./reading-turn.test.ts.
import { setImmediate as turnOfOthers } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** Resolves when it is the turn of a piece. Documents take turns in the order in which they ask. */
export function readingTurn(): Promise<void> {
  const turn = last.then(() => turnOfOthers());
  last = turn;
  return turn;
}
