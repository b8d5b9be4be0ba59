/**
 * Makes a ring of keys on a real directory, and directories that count or wait, under a driven clock (milliseconds). It answers no
 * request. Errors of the directory pass through as they are; keys are random and never printed.
 */
import type { ApiKey } from '../../server/storage/records.ts';
import type { Directory, Storage } from '../../server/storage/storage.ts';
import { createKey } from '../../server/stores/create-key.ts';
import { createKeyRing, type KeyRing } from '../../server/stores/key-ring.ts';
import { createDrivenClock, type DrivenClock } from './driven-clock.ts';
import { withAnyEngine } from './engines.ts';
import { storeRow, uuidOf } from './storage-rows.ts';

/** The parts that a test of a ring works with. */
export interface RingContext {
  readonly storage: Storage;
  readonly clock: DrivenClock;
  readonly ring: KeyRing;
  readonly key: string;
  readonly record: ApiKey;
  /** The number of times that the directory was asked for a key. */
  readonly lookupCount: () => number;
}

/** A ring on a real directory with one secret key, its first refresh done. */
export function withRing(work: (context: RingContext) => Promise<void>): Promise<void> {
  return withAnyEngine(async (storage) => {
    const clock = createDrivenClock();
    const store = storeRow();
    await storage.directory.createStore(store, []);
    const { key, record } = await createKey(storage, clock, store.id, {
      kind: 'secret',
      name: 'Tests',
      allowedOrigins: [],
    });
    const { counted, lookupCount } = countLookups(storage.directory);
    const ring = createKeyRing(counted, clock);
    await ring.refresh();
    await work({ storage, clock, ring, key, record, lookupCount });
  });
}

/** Counts the look-ups of keys. */
export function countLookups(directory: Directory) {
  let lookups = 0;
  const counted: Directory = {
    ...directory,
    findApiKey(hash) {
      lookups += 1;
      return directory.findApiKey(hash);
    },
  };
  return { counted, lookupCount: () => lookups };
}

/** A key of another store. */
export async function createOther({ storage, clock }: Pick<RingContext, 'storage' | 'clock'>) {
  const storeId = uuidOf(2);
  await storage.directory.createStore(storeRow({ id: storeId }), []);
  return await createKey(storage, clock, storeId, { kind: 'secret', name: 'Other', allowedOrigins: [] });
}
