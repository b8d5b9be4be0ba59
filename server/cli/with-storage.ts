/** A database for the length of one command. */
import type { Config } from '../config.ts';
import type { OnDamage } from '../storage/damage.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { storageTarget } from '../storage-target.ts';

/** Opens and migrates the configured database, runs the work, closes it whatever happens. */
export async function withStorage<Result>(
  config: Config,
  work: (storage: Storage) => Promise<Result>,
  onDamage: OnDamage = () => {},
): Promise<Result> {
  const storage = await openStorage(storageTarget(config), { onDamage });
  try {
    await storage.migrate();
    return await work(storage);
  } finally {
    await storage.close();
  }
}
