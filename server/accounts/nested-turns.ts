/**
 * Turns for costly work that anybody may ask for, fair by nested groups: the line of a caller, their widest network, the one within
 * it, and so on. The waiting group comes first that had its turn longest ago, and within it its groups likewise; so a
 * network without a recent turn comes next, however many callers of another one wait. If a line is full, the newest caller of its
 * largest group is refused. It uses no clock: time passes only by turns. It never breaks off a task that has begun; a task that fails
 * rejects for its caller alone, and the next one comes. Units are tasks at once and callers waiting, both given by the caller (2 and
 * 50 for passwords).
 */
// Tests: ./nested-turns.test.ts.
import { createLastTurns } from '../structures/last-turns.ts';

/** The groups of a caller, from the line to the narrowest network. All callers have equally many. */
export type Place = readonly [line: string, ...groups: string[]];

/** The limits of the turns. */
interface TurnSettings {
  readonly atOnce: number;
  /** Callers that may wait in each line. */
  readonly waitingMax: number;
  /** Creates the error that a refused caller gets. */
  readonly refusal: () => Error;
}

/** Runs tasks. */
export interface NestedTurns {
  /** Runs the task when its turn comes; settles as it does, or rejects with the refusal. */
  run<Result>(place: Place, task: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  /** Names of its groups, each with those around it. */
  readonly groups: readonly string[];
  begin(): void;
  refuse(): void;
}

/** Turns of one thread; the head of the file says whose is next, and who is refused. */
export function createNestedTurns({ atOnce, waitingMax, refusal }: TurnSettings): NestedTurns {
  let running = 0;
  /** Waiting callers in the order of arrival. */
  const waiting: Waiting[] = [];
  const lastTurns = createLastTurns();

  function waitFor(groups: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ groups, begin: resolve, refuse: () => reject(refusal()) });
      const inLine = waiting.filter((other) => other.groups[0] === groups[0]);
      if (inLine.length > waitingMax) take(findGreediest(inLine))?.refuse();
    });
  }

  function take(one: Waiting | undefined): Waiting | undefined {
    if (one !== undefined) waiting.splice(waiting.indexOf(one), 1);
    return one;
  }

  /** Finds the caller whose turn is next. Among groups that have never had a turn, it is that of the first to arrive. */
  function findNext(): Waiting | undefined {
    return leastBy(waiting, ({ groups }) => groups.map((group) => lastTurns.of(group)));
  }

  return {
    async run(place, task) {
      const groups = place.map((_, level) => place.slice(0, level + 1).join('\n'));
      if (running >= atOnce) await waitFor(groups);
      else running += 1;
      lastTurns.note(groups);
      try {
        return await task();
      } finally {
        const next = take(findNext());
        // A place is handed over, so that no newcomer slips in between.
        if (next === undefined) running -= 1;
        else next.begin();
      }
    },
  };
}

/** The newest of the largest group, of the largest one in that, and so on. */
function findGreediest(inLine: readonly Waiting[]): Waiting | undefined {
  const sizes = new Map<string, number>();
  for (const group of inLine.flatMap(({ groups }) => groups)) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  return leastBy(inLine.toReversed(), ({ groups }) => groups.map((group) => -(sizes.get(group) ?? 0)));
}

/** The first of those whose ranks are least: the first of the ranks decides, then the second, and so on. */
function leastBy<Item>(items: readonly Item[], ranksOf: (item: Item) => readonly number[]): Item | undefined {
  let least: { readonly item: Item; readonly ranks: readonly number[] } | undefined;
  for (const item of items) {
    const ranks = ranksOf(item);
    const level = ranks.findIndex((rank, index) => rank !== least?.ranks[index]);
    if (least === undefined || (ranks[level] ?? 0) < (least.ranks[level] ?? 0)) least = { item, ranks };
  }
  return least?.item;
}
