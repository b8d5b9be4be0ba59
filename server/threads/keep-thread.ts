/**
 * A thread that ended unasked is started again, with all its work: what it did is in the database, and whoever asks it
 * meanwhile is answered `unavailable`. One that ends again and again is given up, and with it the process.
 */
import { createSystemClock } from '../clock.ts';
import type { RpcMethods } from './rpc.ts';
import type { Thread } from './start-thread.ts';

/** Who hears of the life of a thread. */
export interface KeepListener {
  /** It ended, and is started again after the pause. */
  readonly onRestart: (error: Error, pauseMs: number) => void;
  /** It runs again. */
  readonly onStarted?: () => void;
  /** It ended once too often. */
  readonly onDeath: (error: Error) => void;
}

/** Before each start of a row. Chosen. */
const pausesMs = [250, 1_000, 4_000, 15_000] as const;

/** A thread that ran for so long begins with the first pause again. Chosen. */
const calmMs = 600_000;

/** `launch` starts the thread; what is given to it is to be called at its end. One start follows each of the pauses. */
export function keepThread<Methods extends RpcMethods<Methods>>(
  launch: (onDeath: (error: Error) => void) => Thread<Methods>,
  { onRestart, onStarted = () => {}, onDeath }: KeepListener,
  pauses: readonly number[] = pausesMs,
): Thread<Methods> {
  const clock = createSystemClock();
  let isOver = false;
  let starts = 0;
  let diedMs = Number.NEGATIVE_INFINITY;
  let pause: NodeJS.Timeout | undefined;
  function die(error: Error): void {
    if (isOver) return;
    const nowMs = clock.monotonicMs();
    if (nowMs - diedMs > calmMs) starts = 0;
    diedMs = nowMs;
    const pauseMs = pauses[starts];
    if (pauseMs === undefined) {
      isOver = true;
      onDeath(error);
      return;
    }
    starts += 1;
    onRestart(error, pauseMs);
    pause = setTimeout(() => {
      current = launch(die);
      onStarted();
    }, pauseMs);
  }
  let current = launch(die);
  return {
    call: (...call) => current.call(...call),
    ways: current.ways,
    async terminate() {
      isOver = true;
      clearTimeout(pause);
      await current.terminate();
    },
  };
}

/** A line for the log. */
export function describeRestart(name: string, { message }: Error, pauseMs: number): string {
  return `The ${name} thread ended (${message}) and is started again in ${pauseMs} ms.`;
}
