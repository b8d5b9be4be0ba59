/**
 * Turns of stores at the engine, which answers all of them in one thread: while questions wait, the store that has spent the
 * fewest steps lately is asked next, so that a store with expensive questions slows down itself and no other (start-time
 * fair queueing: Goyal, Vin and Cheng, SIGCOMM 1996, with steps in the place of packets).
 *
 * Questions wait only once the present turn of the event loop has spent its share; until then they are asked at once, and all that
 * this costs them is a comparison. A turn of the event loop has 100,000 steps, a store at most 1,000 waiting questions; one more is
 * refused with `unavailable`. It never breaks off a question; one that throws rejects for its caller alone.
 */
// Tests: ./query-turns.test.ts.
import { limits } from '../../../contract/limits.ts';
import { unavailable } from '../../errors.ts';

/** Decides which store is asked next. Other work has a line of its own in the place of `storeId`. */
export interface QueryTurns {
  /** Whether a question that costs steps has to wait for its turn. */
  readonly isBusy: boolean;
  /** Counts steps that a question of the store took. */
  spend(storeId: string, steps: number): void;
  /** Asks when the store's turn comes. Rejects with `unavailable` where too many of its questions wait, and as `ask` throws. */
  run<Result>(storeId: string, ask: () => Result): Promise<Result>;
}

/** The questions of one store that wait, and its steps: those of the store served last are where new stores begin. */
interface Line {
  steps: number;
  readonly waiting: (() => void)[];
}

/** `afterEvents` calls back once the event loop has looked for new requests. At most `waitingMost` questions of one store may wait. */
export function createQueryTurns(
  stepsPerTurn: number = limits.queryStepsPerTurn,
  afterEvents: (work: () => void) => void = setImmediate,
  waitingMost: number = limits.queriesWaitingPerStore,
): QueryTurns {
  return new StepTurns(stepsPerTurn, afterEvents, waitingMost);
}

/** Other work of the thread that answers. */
export interface SideWork {
  /**
   * Does work for a store that costs so many steps: at once, or in turn with the questions of all stores, those of the store
   * itself among them. Rejects with `unavailable` where too much waits, and as `work` throws.
   */
  runInTurn<Result>(storeId: string, steps: number, work: () => Result): Promise<Result>;
}

/** Work in the same turns as questions. */
export function createSideWork(turns: QueryTurns): SideWork {
  return {
    async runInTurn(storeId, steps, work) {
      const line = `${storeId} beside`;
      const counted = () => {
        turns.spend(line, steps);
        return work();
      };
      return turns.isBusy ? await turns.run(line, counted) : counted();
    },
  };
}

class StepTurns implements QueryTurns {
  readonly #stepsPerTurn: number;
  readonly #afterEvents: (work: () => void) => void;
  readonly #waitingMost: number;
  readonly #lines = new Map<string, Line>();
  /** The lines with questions that wait. */
  readonly #waitingLines = new Set<Line>();
  /** Steps spent since the event loop last looked for new requests. */
  #spentNow = 0;
  #isScheduled = false;
  /** The steps of the store that was served last when its turn came. */
  #floor = 0;

  constructor(stepsPerTurn: number, afterEvents: (work: () => void) => void, waitingMost: number) {
    this.#stepsPerTurn = stepsPerTurn;
    this.#afterEvents = afterEvents;
    this.#waitingMost = waitingMost;
  }

  get isBusy(): boolean {
    return this.#waitingLines.size > 0 || this.#spentNow >= this.#stepsPerTurn;
  }

  spend(storeId: string, steps: number): void {
    this.#spentNow += steps;
    this.#lineOf(storeId).steps += steps;
    this.#schedule();
  }

  run<Result>(storeId: string, ask: () => Result): Promise<Result> {
    const line = this.#lineOf(storeId);
    const { waiting } = line;
    if (waiting.length >= this.#waitingMost) {
      return Promise.reject(
        unavailable('Too many calls of this store are waiting. Send fewer at a time.', 1),
      );
    }
    return new Promise((resolve, reject) => {
      this.#waitingLines.add(line);
      waiting.push(() => {
        try {
          resolve(ask());
        } catch (error) {
          reject(error);
        }
      });
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#afterEvents(() => this.#takeTurn());
  }

  #takeTurn(): void {
    this.#isScheduled = false;
    this.#spentNow = 0;
    if (this.#waitingLines.size === 0) {
      // No question waits: what was spent until now is forgotten.
      this.#lines.clear();
      this.#floor = 0;
      return;
    }
    while (this.#spentNow < this.#stepsPerTurn) {
      // Each line looked at is a step of this turn, so questions that cost nothing cannot keep it for ever.
      this.#spentNow += this.#waitingLines.size;
      const line = leastSpent(this.#waitingLines);
      if (line === null) break;
      this.#floor = Math.max(this.#floor, line.steps);
      const ask = line.waiting.shift();
      if (line.waiting.length === 0) this.#waitingLines.delete(line);
      ask?.();
    }
    this.#schedule();
  }

  /** A store that comes back after a while starts level with those that are served now, without credit for the pause. */
  #lineOf(storeId: string): Line {
    let line = this.#lines.get(storeId);
    if (line === undefined) {
      line = { steps: this.#floor, waiting: [] };
      this.#lines.set(storeId, line);
    } else if (line.steps < this.#floor && line.waiting.length === 0) {
      line.steps = this.#floor;
    }
    return line;
  }
}

/** Returns the line with the fewest steps, the first among equals; null without lines. */
function leastSpent(lines: Iterable<Line>): Line | null {
  let least: Line | null = null;
  for (const line of lines) {
    if (least === null || line.steps < least.steps) least = line;
  }
  return least;
}
