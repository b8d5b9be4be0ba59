/**
 * Tells how often work lets other work of its thread run, in turns of the event loop. It measures no time. Work that rejects rejects
 * here, too.
 */
import { setImmediate as turn } from 'node:timers/promises';

/** Turns of the event loop while it is done: what never gives way has one or two. */
export async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let turns = 0;
  const others = (async () => {
    for (; !isOver; turns += 1) await turn();
  })();
  await work();
  isOver = true;
  await others;
  return turns;
}
