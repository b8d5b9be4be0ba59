import { join } from 'node:path';
import type { Config } from './config.ts';
import { ensureDataFolder } from './data-folder.ts';
import type { StorageTarget } from './storage/open-storage.ts';

/** The database that a configuration names; creates the data folder where it is needed. */
export function storageTarget(config: Config): StorageTarget {
  if (config.databaseUrl !== null) return { engine: 'postgres', url: config.databaseUrl };
  ensureDataFolder(config.dataFolder);
  return { engine: 'sqlite', file: join(config.dataFolder, 'foretype.sqlite') };
}
