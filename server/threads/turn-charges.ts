/**
 * Decides whose turn of a line is next, by how long turns take (weighted fair queueing by virtual time). Each turn has a start
 * and an end in virtual time: it starts where the line is now, or at the end of its store's last turn if that is later, and the
 * turn that would end first is next. How long a turn takes is not known before it ends, so it is estimated by the last one of its
 * store of the same length: a batch says nothing about single writes. A store that is idle saves nothing up.
 */
import { type Clock, createSystemClock } from '../clock.ts';

/** Stores whose last turns are remembered; beyond that, the ones that were idle longest are forgotten. Chosen. */
const storesMax = 10_000;

/** The least that a turn is charged: about a single write. Chosen. */
const turnLeastMs = 5;

/** The most: 100 single writes. A database that stands still for a minute is no store's fault. Chosen. */
const turnMostMs = 500;

/** Whether a turn may take as long as thousands of single writes, as far as that is known before it begins. */
export type TurnLength = 'short' | 'long';

/** The estimate for a store that had no turn of this length. Chosen: so a first batch waits for 20 single writes of each other store. */
const unknownMs: Readonly<Record<TurnLength, number>> = { short: turnLeastMs, long: 100 };

/** A turn in virtual time, in milliseconds. */
export interface VirtualTurn {
  readonly start: number;
  /** Estimated. The turn with the lowest end is next. */
  readonly end: number;
}

/** What is remembered of a store. */
interface StoreTurns {
  /** The virtual end of its last turn. */
  readonly end: number;
  /** How long its last turn of each length took, within the bounds above. */
  readonly tookMs: Readonly<Record<TurnLength, number>>;
}

/** See the head of the file. */
export interface TurnCharges {
  /** The turn of a store that begins to wait. */
  expect(storeId: string, length: TurnLength): VirtualTurn;
  /** Notes that the turn begins. Call the result when it ends. */
  begin(storeId: string, turn: VirtualTurn, length: TurnLength): () => void;
}

/** For one line. */
export function createTurnCharges(clock: Pick<Clock, 'monotonicMs'> = createSystemClock()): TurnCharges {
  const stores = new Map<string, StoreTurns>();
  /** The latest virtual start of a turn that began. */
  let nowVirtual = 0;

  function charge(storeId: string, start: number, length: TurnLength, tookMs: number): void {
    const known = stores.get(storeId)?.tookMs ?? unknownMs;
    // Deleted first, so that the map is in the order of last turns.
    stores.delete(storeId);
    stores.set(storeId, { end: start + tookMs, tookMs: { ...known, [length]: tookMs } });
    const [oldest = storeId] = stores.keys();
    if (stores.size > storesMax) stores.delete(oldest);
  }

  return {
    expect(storeId, length) {
      const { end, tookMs } = stores.get(storeId) ?? { end: 0, tookMs: unknownMs };
      const start = Math.max(nowVirtual, end);
      return { start, end: start + tookMs[length] };
    },
    begin(storeId, { start }, length) {
      nowVirtual = Math.max(nowVirtual, start);
      const sinceMs = clock.monotonicMs();
      return () => {
        const tookMs = clock.monotonicMs() - sinceMs;
        charge(storeId, start, length, Math.min(turnMostMs, Math.max(turnLeastMs, tookMs)));
      };
    },
  };
}
