/**
 * Takes turns between stores: tasks of one store run one after the other in their order, and a store with many
 * waiting tasks gets no more time than each of the others, so that no client starves another. Turns are charged by how long they
 * take (turn-charges.ts): who comes waits for no second turn of any other, however many wait, and nobody who takes little waits
 * for two long ones. A store takes its place in the line when it comes, and no turn looks at all of those that wait.
 */
import { setImmediate as afterArrivals } from 'node:timers/promises';
import { callerGone } from '../errors.ts';
import { TopList } from '../top-list.ts';
import { createTurnCharges, type Place, type TurnCharges } from './turn-charges.ts';

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
  readonly storeId: string;
  /** In the line. */
  place: Place;
  readonly soon: (() => Promise<void>)[];
  readonly usual: (() => Promise<void>)[];
  readonly beside: (() => Promise<void>)[];
  /** Whether the last turn of the store was of those beside. */
  wasBeside: boolean;
}

function createWaiting(storeId: string): Waiting {
  return { storeId, place: { start: 0, end: 0 }, soon: [], usual: [], beside: [], wasBeside: false };
}

type Kind = 'soon' | 'usual' | 'beside';

function takeNext(tasks: Waiting): (() => Promise<void>) | undefined {
  const others = tasks.soon.length > 0 ? tasks.soon : tasks.usual;
  tasks.wasBeside = tasks.beside.length > 0 && (!tasks.wasBeside || others.length === 0);
  return (tasks.wasBeside ? tasks.beside : others).shift();
}

function countOf({ soon, usual, beside }: Waiting): number {
  return soon.length + usual.length + beside.length;
}

/** For stores that wait and are not running. */
function createLine(): TopList<Waiting> {
  const compare = (left: Waiting, right: Waiting) => left.place.end - right.place.end;
  return new TopList(Number.POSITIVE_INFINITY, compare);
}

/** Resolves what `next` gave before, whenever it rings. */
function createBell() {
  const waiters: (() => void)[] = [];
  return {
    next: () => new Promise<void>((resolve) => waiters.push(resolve)),
    ring() {
      for (const resolve of waiters.splice(0)) resolve();
    },
  };
}

/** Tasks that begin in their turns. */
function createTurns(concurrency: number, charges: TurnCharges) {
  /** Of stores whose callers are all gone the tasks are empty. */
  const waiting = new Map<string, Waiting>();
  const running = new Set<string>();
  const line = createLine();
  const idle = createBell();
  /** Turns that are free, and are given once those are there who come now. */
  let openCount = 0;

  function enter(tasks: Waiting): void {
    tasks.place = charges.placeOf(tasks.storeId);
    line.offer(tasks);
  }

  function start({ storeId, place }: Waiting, task: () => Promise<void>): void {
    running.add(storeId);
    const charge = charges.begin(storeId, place);
    void task().then(() => {
      running.delete(storeId);
      // Only now: a turn may last, and who came meanwhile has had none.
      charge();
      const tasks = waiting.get(storeId);
      if (tasks !== undefined) enter(tasks);
      startNext();
    });
  }

  function giveTurn(): void {
    for (;;) {
      const tasks = line.takeFirst();
      if (tasks === undefined) return;
      const task = takeNext(tasks);
      if (countOf(tasks) === 0) waiting.delete(tasks.storeId);
      if (task === undefined) continue;
      start(tasks, task);
      return;
    }
  }

  function startNext(): void {
    // Where all may run nobody is chosen.
    while (!Number.isFinite(concurrency) && line.items.length > 0) giveTurn();
    while (running.size + openCount < concurrency && openCount < line.items.length) {
      openCount += 1;
      void afterArrivals().then(() => {
        openCount -= 1;
        giveTurn();
        startNext();
      });
    }
    if (running.size + openCount === 0) idle.ring();
  }

  return {
    /** Gives the line in which the task waits. */
    add(storeId: string, kind: Kind, begin: () => Promise<void>): (() => Promise<void>)[] {
      const tasks = waiting.get(storeId) ?? createWaiting(storeId);
      if (!waiting.has(storeId) && !running.has(storeId)) enter(tasks);
      waiting.set(storeId, tasks);
      tasks[kind].push(begin);
      startNext();
      return tasks[kind];
    },
    idle(): Promise<void> {
      const over = idle.next();
      startNext();
      return over;
    },
  };
}

/** `concurrency`: how many stores may have a task running at the same time. `charges`: of no other queue. */
export function createFairQueue(concurrency: number, charges: TurnCharges = createTurnCharges()): FairQueue {
  const turns = createTurns(concurrency, charges);
  function add<Result>(
    storeId: string,
    kind: Kind,
    task: () => Promise<Result>,
    cancelled?: AbortSignal,
  ): Promise<Result> {
    if (cancelled?.aborted) return Promise.reject(callerGone());
    return new Promise((resolve, reject) => {
      const begin = () => Promise.try(task).then(resolve, reject);
      const waiting = turns.add(storeId, kind, begin);
      cancelled?.addEventListener('abort', () => {
        if (!waiting.includes(begin)) return;
        waiting.splice(waiting.indexOf(begin), 1);
        reject(callerGone());
      });
    });
  }

  return {
    run: (storeId, task, cancelled) => add(storeId, 'usual', task, cancelled),
    runSoon: (storeId, task) => add(storeId, 'soon', task),
    runBeside: (storeId, task) => add(storeId, 'beside', task),
    idle: turns.idle,
  };
}
