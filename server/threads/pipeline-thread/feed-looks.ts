/**
 * Looks at addresses of feeds while their callers wait. A preview reads a whole document and may hold megabytes of it, so a few are
 * made at a time in a process, one for each store, in turns. While others wait, previews that had their time leave their places and
 * begin again in one of two places apart, so that no slow server decides how long others wait. Too many of one store are refused with
 * 503. Four previews at a time, two slow ones apart; a place is asked for every 250 ms and may be left after 10,000 ms; a store has at
 * most 4 calls. It changes nothing of a feed.
 */
// Tests: test/scenarios/feed-preview-turns.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import { findLeaving, type RemoteSlot, RemoteWait } from '../../jobs/remote-wait.ts';
import type { FeedLooks } from '../../resources/feeds/feed-dependencies.ts';
import type { CallGate } from '../crashes/call-gate.ts';
import { createAdmission } from '../fairness/admission.ts';
import { createFairQueue } from '../fairness/fair-queue.ts';

/** Milliseconds between two requests of a waiting preview for a place. Chosen. */
const askMs = 250;

/** The looks of one process; previews pass the gate. */
export function createFeedLooks(clock: Pick<Clock, 'monotonicMs'>, gate: CallGate): FeedLooks {
  const refusal = 'Too many addresses of feeds are being looked at. Wait for their answers, and try again.';
  const { run } = createAdmission(limits.feedCallsPerStore, refusal);
  const turns = createFairQueue(limits.feedPreviewsAtOnce);
  const slowTurns = createFairQueue(limits.slowFeedPreviewsAtOnce);
  const places = new Map<string, RemoteSlot & { leave(): void }>();

  /** Runs the task in a place; null if it had to leave. */
  async function inPlace<Result>(storeId: string, task: (place: RemoteSlot) => Promise<Result>) {
    const leaving = new AbortController();
    const place = { wait: new RemoteWait(clock), leaving: leaving.signal, leave: () => leaving.abort() };
    places.set(storeId, place);
    try {
      return { result: await gate(storeId, () => task(place)) };
    } catch (error) {
      if (leaving.signal.aborted) return null;
      throw error;
    } finally {
      places.delete(storeId);
    }
  }

  /** Makes the preview that had its time leave. A store that has a place already waits for its own. */
  function askForPlace(storeId: string): void {
    if (places.size < limits.feedPreviewsAtOnce || places.has(storeId)) return;
    findLeaving(places.values(), limits.feedPreviewPlaceMs)?.leave();
  }

  return {
    lookAt: run,
    preview: (storeId, task, cancelled) =>
      run(storeId, async () => {
        const asking = setInterval(() => askForPlace(storeId), askMs);
        const begin = () => {
          clearInterval(asking);
          return inPlace(storeId, task);
        };
        const made = await turns.run(storeId, begin, cancelled).finally(() => clearInterval(asking));
        if (made !== null) return made.result;
        const place = { wait: new RemoteWait(clock), leaving: new AbortController().signal };
        return await slowTurns.run(storeId, () => gate(storeId, () => task(place)), cancelled);
      }),
  };
}
