/**
 * Loops that do one thing after the other until they are told to come to rest. A turn may take 180 s; an actor that rejects fails the
 * rest of the troupe at its end. Pauses are milliseconds; it asks again only what was not answered.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../start-test-service.ts';

/** Does one thing, to its end; it is told how often it was called before. */
export type Actor = (turn: number) => Promise<void>;

export interface Troupe {
  start(): void;
  /** Resolves when each has ended what it was doing. Rejects with what went wrong in any of them. */
  rest(): Promise<void>;
}

/** Actors with their pauses between two turns. */
export function gather(actors: readonly { readonly act: Actor; readonly pauseMs: number }[]): Troupe {
  const turns = actors.map(() => 0);
  let isOver = true;
  let loops: Promise<void>[] = [];
  return {
    start() {
      isOver = false;
      loops = actors.map(async ({ act, pauseMs }, index) => {
        while (!isOver) {
          await act(turns[index] ?? 0);
          turns[index] = (turns[index] ?? 0) + 1;
          await pause(pauseMs);
        }
      });
      // Each is looked at in the end; one that fails before must not end the process.
      for (const loop of loops) loop.catch(() => {});
    },
    async rest() {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

/** Longer than a fault lasts and everything after it may take to come back. */
export const turnLimitMs = 180_000;

/** Asks again and again, until it is answered 200; rejects where that takes longer than any fault may. */
export async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = performance.now() + turnLimitMs;
  for (;;) {
    const answer = await ask();
    if (answer.status === 200) return answer;
    if (performance.now() > deadline) throw new Error(`still ${answer.status} ${answer.text}`);
    await pause(retryMs);
  }
}

const retryMs = 150;
