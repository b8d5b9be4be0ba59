import { join } from 'node:path';
import type { Config } from './config.ts';
import { ensureDataFolder } from './data-folder.ts';
import type { StorageTarget } from './storage/open-storage.ts';

/**
 * Of a process's connections, and the longest that one statement may take. A keystroke's key is looked up in the HTTP
 * thread: better no answer than one that nobody waits for. Chosen.
 */
const usesOfDatabase = {
  http: { share: 0.2, statementTimeoutMs: 10_000 },
  pipeline: { share: 0.4, statementTimeoutMs: 30_000 },
  reader: { share: 0.2, statementTimeoutMs: 15_000 },
  index: { share: 0.2, statementTimeoutMs: 60_000 },
} as const;

/** The database that a configuration names, for one of its uses; creates the data folder where it is needed. */
export function storageTarget(config: Config, use: keyof typeof usesOfDatabase = 'pipeline'): StorageTarget {
  const { databaseUrl, databaseReadUrl, databasePooler, databaseConnections } = config;
  if (databaseUrl === null) {
    ensureDataFolder(config.dataFolder);
    return { engine: 'sqlite', file: join(config.dataFolder, 'foretype.sqlite') };
  }
  const { share, statementTimeoutMs } = usesOfDatabase[use];
  return {
    engine: 'postgres',
    url: databaseUrl,
    isPooled: databasePooler === 'transaction',
    poolSize: Math.floor(databaseConnections * share),
    statementTimeoutMs,
    ...(use === 'index' && databaseReadUrl !== null ? { warmUpUrl: databaseReadUrl } : {}),
  };
}
