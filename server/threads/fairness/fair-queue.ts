/**
 * Takes turns between stores. Tasks of one store run one after the other in their order, and a store with many waiting tasks gets no
 * more time than any other. Turns are charged by how long they take (turn-charges.ts): a store that begins to wait is served after at
 * most one turn of each other store, and a store with short turns never waits for two long turns of the same store. It bounds no
 * number of waiting tasks: callers do (admission.ts). Finding the next turn takes O(log stores). It never breaks off a running task. A
 * task that rejects does so for its caller alone; one whose caller is gone before its turn does not begin and rejects. Times are
 * milliseconds.
 */
// Tests: ./fair-queue.test.ts.
import { setImmediate as afterArrivals } from 'node:timers/promises';
import { callerGone } from '../../errors.ts';
import { TopList } from '../../structures/top-list.ts';
import { createTurnCharges, type TurnCharges, type TurnLength, type VirtualTurn } from './turn-charges.ts';

/** Runs tasks of many stores in fair turns. An error of a task rejects its own promise only. */
export interface FairQueue {
  /**
   * Runs the task when its turn comes; settles as the task does. Rejects with `unavailable`, and lets go of the task, once
   * `cancelled` is aborted before its turn.
   */
  run<Result>(storeId: string, task: () => Promise<Result>, cancelled?: AbortSignal): Promise<Result>;
  /** The same for a task that is known to be short, such as a single write. */
  runShort<Result>(storeId: string, task: () => Promise<Result>, cancelled?: AbortSignal): Promise<Result>;
  /**
   * The same for a task that may take as long as thousands of others, such as a batch. If several stores run at a time,
   * long tasks leave one slot to the others.
   */
  runLong<Result>(storeId: string, task: () => Promise<Result>, cancelled?: AbortSignal): Promise<Result>;
  /** Runs the task before the store's tasks of {@link FairQueue.run}: for a person who waits for the answer. */
  runSoon<Result>(storeId: string, task: () => Promise<Result>): Promise<Result>;
  /** Runs the task in every second turn of the store, even while other work waits: for work that keeps stored data within bounds. */
  runInTurn<Result>(storeId: string, task: () => Promise<Result>): Promise<Result>;
  /** Resolves when nothing waits and nothing runs. */
  idle(): Promise<void>;
}

interface Task {
  readonly length: TurnLength;
  /** Runs it; never rejects. */
  readonly begin: () => Promise<void>;
}

/** The waiting tasks of one store; tasks of `soon` go first. */
interface Waiting {
  readonly storeId: string;
  /** The turn that the store waits for, unless that is a long one. */
  turn: VirtualTurn;
  /** When it had its last long turn; 0 for never. */
  longServed: number;
  readonly soon: Task[];
  readonly usual: Task[];
  readonly beside: Task[];
  /** Whether the last turn of the store was of those beside. */
  wasBeside: boolean;
}

function createWaiting(storeId: string): Waiting {
  const turn = { start: 0, end: 0 };
  return { storeId, turn, longServed: 0, soon: [], usual: [], beside: [], wasBeside: false };
}

type Kind = 'soon' | 'usual' | 'beside';

function nextKind(tasks: Waiting): Kind {
  const other = tasks.soon.length > 0 ? 'soon' : 'usual';
  return tasks.beside.length > 0 && (!tasks.wasBeside || tasks[other].length === 0) ? 'beside' : other;
}

function takeNext(tasks: Waiting): Task | undefined {
  const kind = nextKind(tasks);
  tasks.wasBeside = kind === 'beside';
  return tasks[kind].shift();
}

function countOf({ soon, usual, beside }: Waiting): number {
  return soon.length + usual.length + beside.length;
}

/** The name to which all long turns are charged. */
const longLane = 'long turns';

/**
 * Stores that wait and are not running. Those that wait for a long turn stand in a lane of their own, the one that had such a turn
 * longest ago first. Only the first of them competes with the others, so that long turns never come in a row, and a long
 * turn is charged by its part for each store of the lane, so that they get as much time as all of these would by themselves.
 */
class WaitingLines {
  readonly #charges: TurnCharges;
  readonly #others = createLine(({ turn }) => turn.end);
  readonly #long = createLine(({ longServed }) => longServed);
  /** When stores had their last long turn, counted in such turns. */
  readonly #served = new Map<string, number>();
  #servedCount = 0;
  #longRunning = 0;
  readonly #longMost: number;
  /** The turn that the first of the lane waits for. */
  #laneTurn: VirtualTurn = { start: 0, end: 0 };

  constructor(charges: TurnCharges, longMost: number) {
    this.#charges = charges;
    this.#longMost = longMost;
  }

  enter(tasks: Waiting): void {
    const length = tasks[nextKind(tasks)][0]?.length ?? 'usual';
    if (length === 'long') {
      if (this.#long.items.length === 0) this.#laneTurn = this.#charges.expect(longLane, 'long');
      tasks.longServed = this.#served.get(tasks.storeId) ?? 0;
      this.#long.offer(tasks);
    } else {
      tasks.turn = this.#charges.expect(tasks.storeId, length);
      this.#others.offer(tasks);
    }
  }

  /** The stores whose turn may begin now. */
  get readyCount(): number {
    return this.#others.items.length + Math.min(this.#long.items.length, this.#longMost - this.#longRunning);
  }

  takeFirst(): Waiting | undefined {
    const [other] = this.#others.items;
    const mayBeLong = this.#long.items.length > 0 && this.#longRunning < this.#longMost;
    const isLong = mayBeLong && (other === undefined || this.#laneTurn.end < other.turn.end);
    return (isLong ? this.#long : this.#others).takeFirst();
  }

  /** A turn begins; call the result when it ends. */
  begin({ storeId, turn }: Waiting, length: TurnLength): () => void {
    if (length !== 'long') return this.#charges.begin(storeId, turn, length);
    const storeCount = this.#long.items.length + this.#longRunning + 1;
    const charge = this.#charges.begin(longLane, this.#laneTurn, length, storeCount);
    this.#longRunning += 1;
    this.#noteServed(storeId);
    this.#laneTurn = this.#charges.expect(longLane, 'long');
    return () => {
      this.#longRunning -= 1;
      charge();
      this.#laneTurn = this.#charges.expect(longLane, 'long');
    };
  }

  #noteServed(storeId: string): void {
    this.#servedCount += 1;
    this.#served.delete(storeId);
    this.#served.set(storeId, this.#servedCount);
    const [oldest = storeId] = this.#served.keys();
    if (this.#served.size > servedMax) this.#served.delete(oldest);
  }
}

/** Stores whose last long turn is remembered; beyond it the one served longest ago is forgotten. Chosen. */
const servedMax = 10_000;

function createLine(placeOf: (tasks: Waiting) => number): TopList<Waiting> {
  return new TopList(Number.POSITIVE_INFINITY, (left, right) => placeOf(left) - placeOf(right));
}

/** `ring` resolves every promise that `next` returned so far. */
function createSignal() {
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
  /** Waiting tasks by store; a store whose callers are all gone has none. */
  const waiting = new Map<string, Waiting>();
  const running = new Set<string>();
  const lines = new WaitingLines(charges, Math.max(1, concurrency - 1));
  const idle = createSignal();
  /** Slots that are reserved until the next turn of the event loop, so that calls which arrive now compete for them. */
  let reservedCount = 0;

  function start(tasks: Waiting, { length, begin }: Task): void {
    const { storeId } = tasks;
    running.add(storeId);
    const end = lines.begin(tasks, length);
    void begin().then(() => {
      running.delete(storeId);
      // Charged only now: a turn may last, and a store that arrived meanwhile has had none.
      end();
      const more = waiting.get(storeId);
      if (more !== undefined) lines.enter(more);
      startNext();
    });
  }

  function giveTurn(): void {
    for (;;) {
      const tasks = lines.takeFirst();
      if (tasks === undefined) return;
      const task = takeNext(tasks);
      if (countOf(tasks) === 0) waiting.delete(tasks.storeId);
      if (task === undefined) continue;
      start(tasks, task);
      return;
    }
  }

  function startNext(): void {
    // Without a bound there is nothing to choose.
    while (!Number.isFinite(concurrency) && lines.readyCount > 0) giveTurn();
    while (running.size + reservedCount < concurrency && reservedCount < lines.readyCount) {
      reservedCount += 1;
      void afterArrivals().then(() => {
        reservedCount -= 1;
        giveTurn();
        startNext();
      });
    }
    if (running.size + reservedCount === 0) idle.ring();
  }

  return {
    /** Returns the list in which the task waits. */
    add(storeId: string, kind: Kind, task: Task): Task[] {
      const tasks = waiting.get(storeId) ?? createWaiting(storeId);
      const isNew = !waiting.has(storeId) && !running.has(storeId);
      waiting.set(storeId, tasks);
      tasks[kind].push(task);
      if (isNew) lines.enter(tasks);
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

/** `concurrency`: how many stores may have a task running at a time. `charges` must belong to this queue alone. */
export function createFairQueue(concurrency: number, charges: TurnCharges = createTurnCharges()): FairQueue {
  const turns = createTurns(concurrency, charges);
  function add<Result>(
    { storeId, kind, length = 'usual' }: { storeId: string; kind: Kind; length?: TurnLength },
    work: () => Promise<Result>,
    cancelled?: AbortSignal,
  ): Promise<Result> {
    if (cancelled?.aborted) return Promise.reject(callerGone());
    return new Promise((resolve, reject) => {
      const begin = () => {
        cancelled?.removeEventListener('abort', drop);
        return Promise.try(work).then(resolve, reject);
      };
      const task = { length, begin };
      function drop(): void {
        waiting.splice(waiting.indexOf(task), 1);
        reject(callerGone());
      }
      cancelled?.addEventListener('abort', drop, { once: true });
      const waiting = turns.add(storeId, kind, task);
    });
  }

  return {
    run: (storeId, task, cancelled) => add({ storeId, kind: 'usual' }, task, cancelled),
    runShort: (storeId, task, cancelled) => add({ storeId, kind: 'usual', length: 'short' }, task, cancelled),
    runLong: (storeId, task, cancelled) => add({ storeId, kind: 'usual', length: 'long' }, task, cancelled),
    runSoon: (storeId, task) => add({ storeId, kind: 'soon' }, task),
    runInTurn: (storeId, task) => add({ storeId, kind: 'beside' }, task),
    idle: turns.idle,
  };
}
