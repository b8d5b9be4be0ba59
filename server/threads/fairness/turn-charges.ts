/**
 * Decides whose turn is next by how long turns take (weighted fair queueing by virtual time). Each turn has a start and an end in
 * virtual time: it starts where the line is now, or at the end of its store's last turn if that is later, and the turn that would end
 * first is next. A turn's duration is not known before it ends, so it is estimated by the last one of its store of the same length: a
 * batch says nothing about single writes. An idle store saves nothing up. Times are milliseconds. 10,000 stores are remembered; one
 * that was forgotten counts as new. It starts no turn itself, and a turn that rejects is charged like any other.
 */
// Tests: ./long-turns.test.ts.
import { type Clock, createSystemClock } from '../../clock.ts';

/** Stores whose last turns are remembered; beyond that, the ones that were idle longest are forgotten. Chosen. */
const storesMax = 10_000;

/** The length of a turn as far as it is known before: a single write, or one that may take as long as thousands of them. */
export type TurnLength = 'short' | 'usual' | 'long';

/**
 * The least and the most that a turn is charged, and so expected to take. Chosen: a single write counts 5 ms and at most four
 * times as much, however long the database or the processor kept it, and a batch never looks like one.
 */
const boundsMs: Readonly<Record<TurnLength, { readonly least: number; readonly most: number }>> = {
  short: { least: 5, most: 20 },
  usual: { least: 5, most: 500 },
  long: { least: 100, most: 500 },
};

/** A turn in virtual time, in milliseconds. */
export interface VirtualTurn {
  readonly start: number;
  /** Estimated. The turn with the lowest end is next. */
  readonly end: number;
}

/** The remembered turns of a store. */
interface StoreTurns {
  /** The virtual end of its last turn. */
  readonly end: number;
  /** The milliseconds that its last turn of each length took, within the bounds above. */
  readonly tookMs: Readonly<Partial<Record<TurnLength, number>>>;
}

/** Estimates and charges turns in virtual time. */
export interface TurnCharges {
  /** The turn of a store that begins to wait. */
  expect(storeId: string, length: TurnLength): VirtualTurn;
  /** Notes that the turn begins. Call the result when it ends. Where several stores share a name, each has its part of the charge. */
  begin(storeId: string, turn: VirtualTurn, length: TurnLength, storeCount?: number): () => void;
}

/** Creates the charges of one line. */
export function createTurnCharges(clock: Pick<Clock, 'monotonicMs'> = createSystemClock()): TurnCharges {
  const stores = new Map<string, StoreTurns>();
  /** The latest virtual start of a turn that began. */
  let nowVirtual = 0;

  function charge(storeId: string, start: number, length: TurnLength, tookMs: number): void {
    const known = stores.get(storeId)?.tookMs;
    // Deleted first, so that the map is in the order of last turns.
    stores.delete(storeId);
    stores.set(storeId, { end: start + tookMs, tookMs: { ...known, [length]: tookMs } });
    const [oldest = storeId] = stores.keys();
    if (stores.size > storesMax) stores.delete(oldest);
  }

  return {
    expect(storeId, length) {
      const { end = 0, tookMs = {} } = stores.get(storeId) ?? {};
      const start = Math.max(nowVirtual, end);
      return { start, end: start + (tookMs[length] ?? boundsMs[length].least) };
    },
    begin(storeId, { start }, length, storeCount = 1) {
      nowVirtual = Math.max(nowVirtual, start);
      const sinceMs = clock.monotonicMs();
      return () => {
        const tookMs = clock.monotonicMs() - sinceMs;
        const { least, most } = boundsMs[length];
        charge(storeId, start, length, Math.min(most, Math.max(least, tookMs)) / storeCount);
      };
    },
  };
}
