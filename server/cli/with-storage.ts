/**
 * Opens, migrates and closes the configured database for the length of one command. It takes no server's lock: commands that work as a
 * server does take it themselves. A database that is missing or does not answer rejects with a plain error in words; the database is
 * closed also when the work fails. It sets no time limit of its own: statements have 30 s.
 */
// Tests: test/storage/storage.test.ts.
import type { Config } from '../settings/config.ts';
import { existingTarget, storageTarget } from '../settings/storage-target.ts';
import type { OnDamage } from '../storage/damage/damage.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';

/** Opens and migrates the configured database, does the work and closes it. Throws a plain error where there is none. */
export async function withStorage<Result>(
  config: Config,
  work: (storage: Storage) => Promise<Result>,
  onDamage: OnDamage = () => {},
): Promise<Result> {
  existingTarget(config);
  return await withNewStorage(config, work, onDamage);
}

/** Works as {@link withStorage} does, but creates the database if there is none. */
export async function withNewStorage<Result>(
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
