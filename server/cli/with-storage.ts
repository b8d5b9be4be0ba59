/** A database for the length of one command. */
import type { Config } from '../config.ts';
import type { OnDamage } from '../storage/damage.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { existingTarget, storageTarget } from '../storage-target.ts';

/** As {@link withStorage}, but makes no database: throws a plain error where there is none. */
export async function withExistingStorage<Result>(
  config: Config,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  existingTarget(config);
  return await withStorage(config, work);
}

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
