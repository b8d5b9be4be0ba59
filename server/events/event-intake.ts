/**
 * Group commits: events of many shoppers wait for each other for a moment and are written in one transaction per store, so thousands a
 * second cost only a few transactions. Each request is answered when its events are durable. A group waits 40 ms and has at most 2,000
 * events. It checks no event; if a write fails, every request of the group gets the error, and nothing is tried again.
 */
// Tests: ./event-intake.test.ts.
import type { EventBatch, EventOutcome } from './event-batch.ts';

/** The rules by which a group is written. */
export interface IntakeSettings {
  readonly gatherMs: number;
  /** A group with this many events is written at once. */
  readonly eventsPerGroup: number;
  /** Writes a group of one store in its turn; returns an outcome for each batch, in their order. */
  readonly write: (storeId: string, batches: readonly EventBatch[]) => Promise<readonly EventOutcome[]>;
}

/** Takes batches, and answers each when it is durable. */
export interface EventIntake {
  take(batch: EventBatch): Promise<EventOutcome>;
  /** Writes all waiting events now. */
  flush(): void;
}

interface Waiting {
  readonly batch: EventBatch;
  readonly resolve: (outcome: EventOutcome) => void;
  readonly reject: (error: unknown) => void;
}

interface Group {
  readonly waiting: Waiting[];
  events: number;
  readonly timer: NodeJS.Timeout;
  /** Its time to gather is over. */
  isDue: boolean;
}

/** Creates an intake. `write` may run for several stores at once, and once more for a store whose group filled up meanwhile. */
export function createEventIntake({ gatherMs, eventsPerGroup, write }: IntakeSettings): EventIntake {
  const groups = new Map<string, Group>();
  /** Writes under way by store. */
  const writes = new Map<string, number>();

  function countWrite(storeId: string, change: 1 | -1): number {
    const count = (writes.get(storeId) ?? 0) + change;
    if (count === 0) writes.delete(storeId);
    else writes.set(storeId, count);
    return count;
  }

  function close(storeId: string): void {
    const group = groups.get(storeId);
    if (group === undefined) return;
    groups.delete(storeId);
    clearTimeout(group.timer);
    countWrite(storeId, 1);
    void settle(storeId, group.waiting).finally(() => {
      if (countWrite(storeId, -1) === 0 && groups.get(storeId)?.isDue === true) close(storeId);
    });
  }

  async function settle(storeId: string, waiting: readonly Waiting[]): Promise<void> {
    try {
      const batches = waiting.map(({ batch }) => batch);
      const outcomes = await write(storeId, batches);
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const outcome = outcomes[index];
        if (outcome === undefined) reject(new Error('a batch of events has no outcome'));
        else resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** A group that would only wait behind the current write continues to gather: the busier, the fewer transactions. */
  function closeWhenFree(storeId: string): void {
    const group = groups.get(storeId);
    if (group === undefined) return;
    group.isDue = true;
    if (!writes.has(storeId)) close(storeId);
  }

  function groupOf(storeId: string): Group {
    const open = groups.get(storeId);
    if (open !== undefined) return open;
    const timer = setTimeout(() => closeWhenFree(storeId), gatherMs);
    const group: Group = { waiting: [], events: 0, timer, isDue: false };
    groups.set(storeId, group);
    return group;
  }

  return {
    take(batch) {
      return new Promise((resolve, reject) => {
        const group = groupOf(batch.storeId);
        group.waiting.push({ batch, resolve, reject });
        group.events += batch.events.length;
        if (group.events >= eventsPerGroup) close(batch.storeId);
      });
    },
    flush() {
      for (const storeId of [...groups.keys()]) close(storeId);
    },
  };
}
