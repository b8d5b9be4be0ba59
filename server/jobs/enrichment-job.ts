/**
 * The job that works on a store's queue of products that wait for phrases: one for each store, with the store's id.
 */
// Tests: test/storage/enrichment.test.ts.
import type { Job } from '../storage/records.ts';

/** The job of a store, due at once. Scheduling it again changes nothing else. */
export function enrichmentJobOf(storeId: string): Job {
  return { id: storeId, kind: 'enrichment', storeId, subject: storeId, runAt: 0 };
}
