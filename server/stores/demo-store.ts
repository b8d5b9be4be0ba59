/**
 * Creates the demo store of an empty service (Contract §1): once, remembered by marks, so that a restart creates nothing twice. Its
 * storefront key is kept in the mark, since the demo page needs it and shows it in public HTML anyway; its secret key is shown once.
 * It never touches a service that has or had a store. If two processes create it together, the second finds the first one's mark and
 * does nothing; any other error rejects.
 */
// Tests: ./demo-store.live.test.ts.
import type { Clock } from '../clock.ts';
import { formatTimestamp } from '../clock.ts';
import type { Storage } from '../storage/storage.ts';
import { insertKnownKey } from './create-key.ts';
import { type CreatedStore, createStore } from './create-store.ts';
import { hashKey } from './key-format.ts';

const storeMark = 'demo-store';
const filledMark = 'demo-filled';

/** The store and the key that the demo page uses. */
export interface DemoStore {
  readonly storeId: string;
  readonly storeName: string;
  readonly storefrontKey: string;
  /** Whether the demo catalog was put in. */
  readonly filled: boolean;
}

/** Makes the demo store if no store was ever made here; null if there is nothing to do. */
export async function createDemoStore(storage: Storage, clock: Clock): Promise<CreatedStore | null> {
  const stores = await storage.directory.storeIdsByActivity();
  if (stores.length > 0) return null;
  const settings = { name: 'Foretype demo shop', plan: 'unlimited', currency: 'EUR', locale: 'en' };
  try {
    return await createStore(storage, clock, settings, {
      remember({ store, keys }) {
        const demo = { storeId: store.id, storeName: store.name, storefrontKey: keys.storefront };
        return { name: storeMark, value: JSON.stringify(demo) };
      },
    });
  } catch (error) {
    // Another node that started at the same moment was first: the mark is taken, and nothing of ours was written.
    if ((await storage.directory.findMark(storeMark)) !== null) return null;
    throw error;
  }
}

/** The demo store, or null where there is none, or where it was deleted. */
export async function findDemoStore({ directory }: Pick<Storage, 'directory'>): Promise<DemoStore | null> {
  const mark = await directory.findMark(storeMark);
  if (mark === null) return null;
  const demo = JSON.parse(mark) as Omit<DemoStore, 'filled'>;
  if ((await directory.findStore(demo.storeId)) === null) return null;
  const filled = (await directory.findMark(filledMark)) !== null;
  return { ...demo, filled };
}

/**
 * Restores the storefront key of the demo store if it was lost with a damaged page: the pages of the shop work again
 * with the same key.
 */
export async function restoreDemoKey(storage: Storage, clock: Clock, demo: DemoStore): Promise<void> {
  const isThere = async () => (await storage.directory.findApiKey(hashKey(demo.storefrontKey))) !== null;
  if (await isThere()) return;
  const settings = { kind: 'storefront', name: 'Demo storefront key', allowedOrigins: [] } as const;
  try {
    await insertKnownKey(storage, clock, demo.storeId, { ...settings, key: demo.storefrontKey });
  } catch (error) {
    // Another node that started at the same moment was first.
    if (!(await isThere())) throw error;
  }
}

/** Remembers that the demo catalog was put in. */
export async function markDemoFilled(storage: Storage, clock: Clock): Promise<void> {
  await storage.directory.setMark(filledMark, formatTimestamp(clock.nowMicros()));
}
