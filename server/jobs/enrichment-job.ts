/** The job that works on a store's queue of products that wait for phrases. */
import type { Job } from '../storage/records.ts';

/** A store has one, under its own id; it is due at once. */
export function enrichmentJobOf(storeId: string): Job {
  return { id: storeId, kind: 'enrichment', storeId, subject: storeId, runAt: 0 };
}
