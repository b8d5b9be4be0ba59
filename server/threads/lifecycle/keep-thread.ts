/**
 * Starts a thread again that ended unasked. Its work is in the database; callers are answered `unavailable` meanwhile. A thread that
 * ends again and again is given up, and the process with it, unless stores explain its ends: then their work is left alone instead, up
 * to a number of ends (crash-blame.ts). Starts in a row come after 250, 1,000, 4,000 and 15,000 ms; the next end gives the thread up.
 * It never repeats a call: calls whose thread ended reject.
 */
// Tests: ./keep-thread.test.ts.
import { createSystemClock } from '../../clock.ts';
import type { HeldStore, QuarantineNotice } from '../../jobs/quarantine.ts';
import { CrashBlame } from '../crashes/crash-blame.ts';
import type { RpcMethods } from './rpc.ts';
import type { Thread } from './start-thread.ts';

/** Callbacks about the life of a thread. */
export interface RestartListener {
  /** It ended, and is started again after the pause. */
  readonly onRestart: (error: Error, pauseMs: number) => void;
  /** Stores that are left alone by the thread that starts. */
  readonly onHeld?: (held: readonly HeldStore[]) => void;
  /** The thread ended once too often and is not started again. */
  readonly onDeath: (error: Error) => void;
}

/** A thread that is started again, as long as that helps. */
export interface KeptThread<Methods extends RpcMethods<Methods>> extends Thread<Methods> {
  /** Called at each start but the first. */
  onStartedAgain(listener: () => void): void;
  /** Clears a store if the notice says that its work succeeds again: it is not blamed for the next end. */
  hear(notice: QuarantineNotice): void;
  /** Ends its restarts: the service stops. */
  retire(): void;
}

/** Starts a thread that leaves these stores alone, and calls `onDeath` when the thread ends. */
export type ThreadStarter<Methods extends RpcMethods<Methods>> = (
  onDeath: (error: Error) => void,
  held: readonly HeldStore[],
) => Thread<Methods>;

/** Milliseconds before each start in a row; after the last one the thread is given up. Chosen. */
const pausesMs = [250, 1_000, 4_000, 15_000] as const;

/** Keeps a thread running. Each unexplained end takes the next pause; explained ends take longer pauses too, but never end it. */
export function keepThread<Methods extends RpcMethods<Methods>>(
  launch: ThreadStarter<Methods>,
  { onRestart, onHeld = () => {}, onDeath }: RestartListener,
  pauses: readonly number[] = pausesMs,
  blame: CrashBlame = new CrashBlame(createSystemClock()),
): KeptThread<Methods> {
  const listeners: (() => void)[] = [];
  let isOver = false;
  let pause: NodeJS.Timeout | undefined;
  function die(error: Error): void {
    if (isOver) return;
    const isExplained = blame.note(current.tasks(), error);
    const place = isExplained ? Math.min(blame.explainedInRow(), pauses.length) : blame.unexplainedCount();
    const pauseMs = pauses[place - 1];
    if (pauseMs === undefined) {
      isOver = true;
      onDeath(error);
      return;
    }
    onRestart(error, pauseMs);
    onHeld(blame.held());
    pause = setTimeout(() => {
      current = launch(die, blame.held());
      for (const listener of listeners) listener();
    }, pauseMs);
  }
  let current = launch(die, []);
  function retire(): void {
    isOver = true;
    clearTimeout(pause);
  }
  return {
    retire,
    call: (...call) => current.call(...call),
    tasks: () => current.tasks(),
    onStartedAgain: (listener) => void listeners.push(listener),
    hear({ storeId, work, state }) {
      if (state === null) blame.acquit(storeId, work);
    },
    async terminate() {
      retire();
      await current.terminate();
    },
  };
}

/** Reports the stores that the next thread leaves alone to the list of quarantined stores. */
export function reportHeld(notify: (notice: QuarantineNotice) => void): (held: readonly HeldStore[]) => void {
  return (held) => {
    for (const { storeId, work, state } of held) notify({ storeId, work, state });
  };
}

/** A line for the log. */
export function describeRestart(name: string, { message }: Error, pauseMs: number): string {
  return `The ${name} thread ended (${message}) and is started again in ${pauseMs} ms.`;
}
