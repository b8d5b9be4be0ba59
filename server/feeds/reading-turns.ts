/**
 * Turns at reading documents: of all that are read at a time one piece is taken apart in a turn of the event loop, so that a
 * write, which takes several turns, waits for one piece in each of them, and not for one of every document.
 */
import { setImmediate as turnOfOthers } from 'node:timers/promises';

let last: Promise<unknown> = Promise.resolve();

/** Resolves when it is the turn of a piece. Documents take turns in the order in which they ask. */
export function readingTurn(): Promise<void> {
  const turn = last.then(() => turnOfOthers());
  last = turn;
  return turn;
}
