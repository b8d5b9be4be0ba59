/**
 * Runs a thread only while it is needed: it starts with the first call and ends some time after the last. After `terminate` calls are
 * refused as `unavailable`. Idle times are milliseconds, given by the caller. It never ends a thread with a call under way. A close
 * that fails is passed over; a thread that ends unasked is reported (`onDeath`) and not started again here.
 */
// Tests: ./on-demand.test.ts.
import { unavailable } from '../../errors.ts';
import type { ThreadStarter } from './keep-thread.ts';
import type { RpcMethods } from './rpc.ts';
import type { Thread } from './start-thread.ts';

/** The rules by which an idle thread ends. */
export interface DemandOptions<Methods extends RpcMethods<Methods>> {
  /** Milliseconds after its last call. */
  readonly idleMs: number;
  /** Closes what the thread has open. The thread is ended afterwards even if this rejects. */
  readonly close: (thread: Thread<Methods>) => Promise<unknown>;
}

/** Wraps `launch` so that the thread starts with the first call. */
export function onDemand<Methods extends RpcMethods<Methods>>(
  launch: ThreadStarter<Methods>,
  { idleMs, close }: DemandOptions<Methods>,
): ThreadStarter<Methods> {
  return (onDeath, held) => {
    let thread: Thread<Methods> | null = null;
    let underWay = 0;
    let isOver = false;
    let ending: NodeJS.Timeout | undefined;
    /** Settles when threads that are not needed any more have ended. */
    let leaving: Promise<unknown> = Promise.resolve();
    function die(error: Error): void {
      isOver = true;
      clearTimeout(ending);
      onDeath(error);
    }
    function run(): Thread<Methods> {
      if (isOver && thread === null) throw unavailable('The service is stopping. Try again in a moment.', 1);
      if (thread !== null) return thread;
      // The end of a thread that was let go does not concern its successor.
      const started = launch((error) => thread === started && die(error), held);
      thread = started;
      return started;
    }
    async function end(): Promise<void> {
      clearTimeout(ending);
      const last = thread;
      // A call that comes from now on has another one.
      if (!isOver) thread = null;
      if (last !== null) leaving = Promise.all([leaving, letGo(last)]);
      await leaving;
    }
    async function letGo(last: Thread<Methods>): Promise<void> {
      await close(last).catch(() => {});
      await last.terminate();
    }
    return {
      async call(...call) {
        clearTimeout(ending);
        underWay += 1;
        try {
          return await run().call(...call);
        } finally {
          underWay -= 1;
          if (underWay === 0 && !isOver) ending = setTimeout(() => void end(), idleMs).unref();
        }
      },
      tasks: () => thread?.tasks() ?? [],
      async terminate() {
        isOver = true;
        await end();
      },
    };
  };
}
