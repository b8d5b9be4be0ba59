/**
 * Works on the sweep of phrases that is due by hand, as a worker would, so that a test can stop it between two stretches. It never
 * waits: without a sweep it gives false. Stretches are transactions of 500 products.
 */
import { limits } from '../../contract/limits.ts';
import { sweepPhrases } from '../../server/enrichment/sweep-phrases.ts';
import { newId } from '../../server/ids.ts';
import type { Storage } from '../../server/storage/storage.ts';

/** Claims the sweep and works on it; `stretches` is after how many the worker stops. False if there is none. */
export async function sweepByHand(storage: Storage, stretches = Infinity): Promise<boolean> {
  const owner = newId();
  const job = await storage.directory.claimJob('phrase_sweep', { owner, leaseMs: limits.leaseMs });
  if (job === null) return false;
  const lease = { jobId: job.id, owner, leaseMs: limits.leaseMs };
  const stop = new AbortController();
  let count = 0;
  await sweepPhrases(storage, job, lease, {
    inTurn: async (_storeId, task) => {
      const result = await task();
      count += 1;
      if (count >= stretches) stop.abort();
      return result;
    },
    notifyIndex() {},
    stopping: stop.signal,
    pause: async () => {},
  });
  await storage.directory.releaseLease(lease, true);
  return true;
}
