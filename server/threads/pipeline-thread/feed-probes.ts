/**
 * Bounds the probes and previews of feeds whose callers wait. A preview reads a whole document and may hold megabytes of it, so a
 * process makes a few at a time, one for each store, in turns. While others wait, a preview that used up its time leaves its
 * place and begins again in one of two places for slow servers, so no slow server decides how long others wait. Too many of
 * one store are refused with 503. A process makes four previews at a time, and two slow ones apart; a waiting preview asks
 * for a place every 250 ms and may take one that is 10 s old; a store has at most 4 calls. It changes nothing of a feed.
 */
// Tests: test/scenarios/feed-preview-turns.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../clock.ts';
import { findLeaving, type RemoteSlot, RemoteWait } from '../../jobs/remote-wait.ts';
import type { FeedProbes } from '../../resources/feeds/feed-dependencies.ts';
import type { CallGate } from '../crashes/call-gate.ts';
import { createAdmission } from '../fairness/admission.ts';
import { createFairQueue } from '../fairness/fair-queue.ts';

/** Milliseconds between two requests of a waiting preview for a place. Chosen. */
const askMs = 250;

/** Creates the bounds of one process; previews pass the gate. */
export function createFeedProbes(clock: Pick<Clock, 'monotonicMs'>, gate: CallGate): FeedProbes {
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
    probe: run,
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
