/**
 * Turns of writes that take long, such as batches of thousands of products. Stores take turns in a line of long writes. The
 * first of that line waits among all writes as one more store would: so a single write waits for the long writes under way at
 * most, however many stores send batches. Where stores write beside each other, one place is never held by a long write.
 */
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import { createTurnCharges, type TurnCharges } from './turn-charges.ts';

type Turns = Pick<FairQueue, 'run'>;

/** `turns`: of all writes, `atOnce` of which run beside each other. `charges`: of no other line. */
export function createLongTurns(
  turns: Turns,
  atOnce: number,
  charges: TurnCharges = createTurnCharges(),
): Turns {
  // The names by which long writes wait among stores.
  const lanes = Array.from({ length: Math.max(1, atOnce - 1) }, (_, number) => `long ${number}`);
  const line = createFairQueue(lanes.length, charges);
  return {
    run: (storeId, task, cancelled) =>
      line.run(
        storeId,
        async () => {
          const lane = lanes.shift() as string;
          try {
            return await turns.run(lane, task);
          } finally {
            lanes.push(lane);
          }
        },
        cancelled,
      ),
  };
}
