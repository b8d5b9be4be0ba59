/**
 * Takes turns between stores: tasks of one store run one after the other in their order, and a store with many
 * waiting tasks gets one turn for each turn of the others, so that no client starves another.
 */
import { setImmediate as afterArrivals } from 'node:timers/promises';
import { callerGone } from '../errors.ts';

export interface FairQueue {
  /**
   * Runs the task when its turn comes; settles as the task does. Rejects with `unavailable`, and lets go of the task, once
   * `cancelled` is aborted before its turn.
   */
  run<Result>(storeId: string, task: () => Promise<Result>, cancelled?: AbortSignal): Promise<Result>;
  /** Before the store's tasks that wait for {@link FairQueue.run}: for somebody who waits for the answer. */
  runSoon<Result>(storeId: string, task: () => Promise<Result>): Promise<Result>;
  /** Every second turn of the store, whatever else of it waits: for work that keeps what it stores within bounds. */
  runBeside<Result>(storeId: string, task: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing waits and nothing runs. */
  idle(): Promise<void>;
}

/** What waits of one store; what is wanted soon goes first. */
interface Waiting {
  readonly soon: (() => Promise<void>)[];
  readonly usual: (() => Promise<void>)[];
  readonly beside: (() => Promise<void>)[];
  /** Whether the last turn of the store was of those beside. */
  wasBeside: boolean;
}

type Line = 'soon' | 'usual' | 'beside';

function takeNext(tasks: Waiting): (() => Promise<void>) | undefined {
  const others = tasks.soon.length > 0 ? tasks.soon : tasks.usual;
  tasks.wasBeside = tasks.beside.length > 0 && (!tasks.wasBeside || others.length === 0);
  return (tasks.wasBeside ? tasks.beside : others).shift();
}

function countOf({ soon, usual, beside }: Waiting): number {
  return soon.length + usual.length + beside.length;
}

/** `concurrency`: how many stores may have a task running at the same time. */
export function createFairQueue(concurrency: number): FairQueue {
  /** Waiting tasks by store; the map's order is the order of turns. */
  const waiting = new Map<string, Waiting>();
  const running = new Set<string>();
  let idleWaiters: (() => void)[] = [];

  function startNext(): void {
    for (const [storeId, tasks] of waiting) {
      if (running.size >= concurrency) return;
      const task = running.has(storeId) ? undefined : takeNext(tasks);
      if (task === undefined) continue;
      waiting.delete(storeId);
      // Behind the others, for its next turn.
      if (countOf(tasks) > 0) waiting.set(storeId, tasks);
      running.add(storeId);
      void afterArrivals()
        .then(task)
        .then(() => {
          running.delete(storeId);
          startNext();
        });
    }
    if (running.size > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  function add<Result>(
    storeId: string,
    line: Line,
    task: () => Promise<Result>,
    cancelled?: AbortSignal,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (cancelled?.aborted) {
        reject(callerGone());
        return;
      }
      const tasks = waiting.get(storeId) ?? { soon: [], usual: [], beside: [], wasBeside: false };
      const begin = () => Promise.try(task).then(resolve, reject);
      waiting.set(storeId, tasks);
      tasks[line].push(begin);
      cancelled?.addEventListener('abort', () => {
        if (!tasks[line].includes(begin)) return;
        tasks[line].splice(tasks[line].indexOf(begin), 1);
        if (countOf(tasks) === 0) waiting.delete(storeId);
        reject(callerGone());
      });
      startNext();
    });
  }

  return {
    run: (storeId, task, cancelled) => add(storeId, 'usual', task, cancelled),
    runSoon: (storeId, task) => add(storeId, 'soon', task),
    runBeside: (storeId, task) => add(storeId, 'beside', task),
    idle() {
      return new Promise((resolve) => {
        idleWaiters.push(resolve);
        startNext();
      });
    },
  };
}
