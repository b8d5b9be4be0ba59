/**
 * Derives the database of a configuration, with the limits of each use of it, and counts the connections in use. It opens no
 * connection. A process has 30 connections unless set otherwise, in shares: HTTP 20 % (statements of at most 10 s), pipeline 40 % (30
 * s), reader 20 % (15 s), indexes 20 % (60 s). An embedded database that is missing throws a plain error where it must exist. It never
 * logs the address, which may hold a password.
 */
// Tests: ./storage-target.test.ts.
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type ConnectionUse, createConnectionUse, readConnectionUse } from '../storage/connection-use.ts';
import type { StorageTarget } from '../storage/open-storage.ts';
import type { Config } from './config.ts';
import { ensureDataFolder } from './data-folder.ts';

/**
 * Shares of a process's connections, and the longest time that one statement may take. A keystroke's key is looked up in
 * the HTTP thread: better no answer than one that comes too late. Chosen.
 */
const usesOfDatabase = {
  http: { share: 0.2, statementTimeoutMs: 10_000 },
  pipeline: { share: 0.4, statementTimeoutMs: 30_000 },
  reader: { share: 0.2, statementTimeoutMs: 15_000 },
  index: { share: 0.2, statementTimeoutMs: 60_000 },
} as const;

/** A part of a process that uses connections. */
type UseOfDatabase = keyof typeof usesOfDatabase;

/** The path of the embedded database, which need not exist. */
function embeddedFile({ dataFolder }: Config): string {
  return join(dataFolder, 'foretype.sqlite');
}

/**
 * Returns the target as {@link storageTarget} does, but creates nothing: throws a plain error if there is no embedded
 * database, or only an empty file.
 */
export function existingTarget(config: Config): StorageTarget {
  const file = embeddedFile(config);
  if (config.databaseUrl === null && !existsSync(file)) {
    throw new Error(
      `There is no database at ${file}. FORETYPE_DATA names its folder; the first start makes a new one.`,
    );
  }
  // SQLite takes such a file for a new database, and writes into it.
  if (config.databaseUrl === null && statSync(file).size === 0) {
    throw new Error(
      `The database ${file} is an empty file (0 bytes). Where it held data, foretype restore fills it from a backup; otherwise the first start makes a new database of it.`,
    );
  }
  return storageTarget(config);
}

/** The database that a configuration names, for one of its uses; creates the data folder where it is needed. */
export function storageTarget(config: Config, use: UseOfDatabase = 'pipeline'): StorageTarget {
  const { databaseUrl, databaseReadUrl, databasePooler, databaseConnections } = config;
  if (databaseUrl === null) {
    ensureDataFolder(config.dataFolder);
    return { engine: 'sqlite', file: embeddedFile(config) };
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

/** Connections of one use of the database: lent out, waited for, and how many there may be. */
export interface WatchedConnections {
  readonly use: string;
  readonly used: number;
  readonly waiting: number;
  readonly most: number;
}

/** Targets of all uses, whose connections can be counted from here. */
export interface WatchedTargets {
  targetOf(use: UseOfDatabase): StorageTarget;
  /** Empty with the embedded database. */
  connections(): WatchedConnections[];
}

/** The targets of all threads; it counts the connections that each of them uses. */
export function watchTargets(config: Config): WatchedTargets {
  // One count for all threads.
  const damageMet = new Int32Array(new SharedArrayBuffer(4));
  const watched = new Map<UseOfDatabase, { readonly counts: ConnectionUse; readonly most: number }>();
  return {
    targetOf(use) {
      const target = storageTarget(config, use);
      if (target.engine === 'sqlite') return { ...target, damageMet };
      const counts = watched.get(use)?.counts ?? createConnectionUse();
      watched.set(use, { counts, most: target.poolSize ?? 0 });
      return { ...target, use: counts };
    },
    connections: () =>
      Array.from(watched, ([use, { counts, most }]) => ({ use, most, ...readConnectionUse(counts) })),
  };
}
