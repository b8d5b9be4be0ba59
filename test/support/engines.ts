/**
 * Runs a test against both databases, each time on an empty database of its own: a file in a temporary folder, and
 * a database of a real PostgreSQL server. What a test opens through its engine is closed after it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { sharedPostgres } from './postgres.ts';

export interface TestDatabase {
  readonly target: StorageTarget;
  /** Removes what is local. Open storages must be closed before. */
  close(): Promise<void>;
}

export interface TestEngine {
  readonly name: 'sqlite' | 'postgres';
  /** An empty database, not yet migrated. */
  open(): Promise<TestDatabase>;
}

export const engines: readonly TestEngine[] = [
  {
    name: 'sqlite',
    async open() {
      const folder = mkdtempSync(join(tmpdir(), 'foretype-sqlite-'));
      return {
        target: { engine: 'sqlite', file: join(folder, 'test.db') },
        async close() {
          rmSync(folder, { recursive: true });
        },
      };
    },
  },
  {
    name: 'postgres',
    async open() {
      const server = await sharedPostgres();
      const url = await server.createDatabase();
      return {
        target: { engine: 'postgres', url, poolSize: 4 },
        close: () => server.dropDatabase(url),
      };
    },
  },
];

/** What a test of {@link onBothEngines} is given. */
export interface EngineContext {
  readonly engine: TestEngine['name'];
  readonly target: StorageTarget;
  /** Open and migrated. */
  readonly storage: Storage;
  /** One more storage on the same database, as another thread or process would open it. */
  openAnother(options?: { readonly readOnly?: boolean }): Promise<Storage>;
}

/** Registers the test once for each engine; the engine's name ends its title. */
export function onBothEngines(title: string, run: (context: EngineContext) => Promise<void>): void {
  for (const engine of engines) {
    test(`${title} (${engine.name})`, () => withEngine(engine, run));
  }
}

/** Registers the test for SQLite alone: for what does not hang on the database. */
export function onSqlite(title: string, run: (context: EngineContext) => Promise<void>): void {
  const sqlite = engines.find(({ name }) => name === 'sqlite');
  if (sqlite === undefined) throw new Error('SQLite is among the engines');
  test(title, () => withEngine(sqlite, run));
}

async function withEngine(engine: TestEngine, run: (context: EngineContext) => Promise<void>): Promise<void> {
  const { target, close } = await engine.open();
  const opened: Storage[] = [];
  async function openAnother(options = {}): Promise<Storage> {
    const storage = await openStorage({ ...target, ...options });
    opened.push(storage);
    return storage;
  }
  try {
    const storage = await openAnother();
    await storage.migrate();
    await run({ engine: engine.name, target, storage, openAnother });
  } finally {
    await Promise.all(opened.map((storage) => storage.close()));
    await close();
  }
}
