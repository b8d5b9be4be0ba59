/**
 * What the turns of a line cost, by how long they took, so that who asks for little waits behind no series of long turns. Each
 * turn has a place on a scale of time: it starts where the line has come to, or where the last turn of its store ended if that
 * is later, and ends as much later as it takes. The turn that would end first is next (virtual clocks, as in weighted fair
 * queueing); how long it takes is not known before, so the last one of its store stands for it. Who stays away saves nothing up.
 */
import { type Clock, createSystemClock } from '../clock.ts';

/** Stores whose last turn is remembered; of more, those are forgotten whose last turn was longest ago. Chosen. */
const storesMax = 10_000;

/** What a turn counts at least: about a single write. Chosen. */
const turnLeastMs = 5;

/** And at most: 100 of those. A database that stands still for a minute is no store's fault. Chosen. */
const turnMostMs = 500;

/** Of a turn that waits, in milliseconds of the line. */
export interface Place {
  readonly start: number;
  /** As it is expected; the lowest is next. */
  readonly end: number;
}

/** See {@link createTurnCharges}. */
export interface TurnCharges {
  /** Of a store that begins to wait. */
  placeOf(storeId: string): Place;
  /** Notes that its turn begins; to be called at its end. */
  begin(storeId: string, place: Place): () => void;
}

/** Of one line. */
export function createTurnCharges(clock: Pick<Clock, 'monotonicMs'> = createSystemClock()): TurnCharges {
  const lastTurns = new Map<string, Place>();
  let reached = 0;

  function note(storeId: string, turn: Place): void {
    lastTurns.delete(storeId);
    lastTurns.set(storeId, turn);
    const [oldest = storeId] = lastTurns.keys();
    if (lastTurns.size > storesMax) lastTurns.delete(oldest);
  }

  return {
    placeOf(storeId) {
      const last = lastTurns.get(storeId) ?? { start: -turnLeastMs, end: 0 };
      const start = Math.max(reached, last.end);
      return { start, end: start + last.end - last.start };
    },
    begin(storeId, { start }) {
      reached = Math.max(reached, start);
      const sinceMs = clock.monotonicMs();
      return () => {
        const tookMs = clock.monotonicMs() - sinceMs;
        note(storeId, { start, end: start + Math.min(turnMostMs, Math.max(turnLeastMs, tookMs)) });
      };
    },
  };
}
