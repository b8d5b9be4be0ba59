/**
 * Runs a test against both databases, each time on an empty database of its own: a file in a temporary folder, and
 * a database of a real PostgreSQL server. Everything that a test opens through its engine is closed after it.
 *
 * FORETYPE_TEST_ENGINE (`sqlite` or `postgres`) lets every test run on that one alone, also what else runs on SQLite because it does
 * not hang on the database. FORETYPE_TEST_HALF lets only tests for both run on that one. FORETYPE_TEST_NODES (2) has services on
 * PostgreSQL be so many nodes, FORETYPE_TEST_POOLER (`transaction`) puts a pooler of transactions in front of it. An unknown name of
 * an engine throws. No database of one test is ever given to another one that still runs; there are no time limits here.
 */
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createEmptiedDatabases, type EmptiedDatabases } from './emptied-databases.ts';
import { sharedPostgres } from './postgres.ts';

export interface TestDatabase {
  readonly target: StorageTarget;
  /** Removes what is local. Open storages must be closed before. */
  close(): Promise<void>;
}

/** The source of the databases of services. */
export interface ServiceEngine {
  readonly name: 'sqlite' | 'postgres';
  /** Nodes that a service on it is made of. */
  readonly nodes: number;
  /** A database with its tables, which take longer to make than many tests, and without a row. */
  open(): Promise<TestDatabase>;
}

export interface TestEngine extends ServiceEngine {
  /** An empty database, not yet migrated. */
  openEmpty(): Promise<TestDatabase>;
}

const {
  FORETYPE_TEST_ENGINE: chosenEngine,
  FORETYPE_TEST_HALF: halfEngine,
  FORETYPE_TEST_NODES: chosenNodes = '1',
} = process.env;
const isPooled = process.env.FORETYPE_TEST_POOLER === 'transaction';

let poolerThread: Worker | undefined;
let lastAsked: Promise<unknown> = Promise.resolve();

/** One address after the other: an answer does not say which one it is to. */
function throughPooler(url: string): Promise<string> {
  const answered = lastAsked.then(() => askPooler(url));
  lastAsked = answered;
  return answered;
}

async function askPooler(url: string): Promise<string> {
  if (poolerThread === undefined) {
    poolerThread = new Worker(new URL('./pooler-thread.ts', import.meta.url));
    poolerThread.unref();
  }
  poolerThread.postMessage(url);
  const [through] = (await once(poolerThread, 'message')) as [string];
  return through;
}

async function openFile(): Promise<TestDatabase & { readonly target: { readonly file: string } }> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-sqlite-'));
  return {
    target: { engine: 'sqlite', file: join(folder, 'test.db') },
    async close() {
      rmSync(folder, { recursive: true });
    },
  };
}

let migrated: Promise<string> | undefined;

async function openMigrated(): Promise<TestDatabase> {
  migrated ??= makeMigrated();
  const database = await openFile();
  copyFileSync(await migrated, database.target.file);
  return database;
}

/** The file that all migrated ones of a process are copies of. */
async function makeMigrated(): Promise<string> {
  const { target } = await openFile();
  process.once('exit', () => rmSync(dirname(target.file), { recursive: true }));
  const storage = await openStorage(target);
  await storage.migrate();
  await storage.close();
  return target.file;
}

let emptied: Promise<EmptiedDatabases> | undefined;

async function openEmptied(): Promise<TestDatabase> {
  emptied ??= sharedPostgres().then(createEmptiedDatabases);
  const databases = await emptied;
  const url = await databases.take();
  return await onServer(url, () => databases.giveBack(url));
}

async function openUnmigrated(): Promise<TestDatabase> {
  const server = await sharedPostgres();
  const url = await server.createDatabase();
  return await onServer(url, () => server.dropDatabase(url));
}

async function onServer(url: string, close: () => Promise<void>): Promise<TestDatabase> {
  const target = { engine: 'postgres', url, poolSize: 4 } as const;
  return { target: isPooled ? { ...target, url: await throughPooler(url), isPooled } : target, close };
}

const allEngines: readonly TestEngine[] = [
  { name: 'sqlite', nodes: 1, open: openMigrated, openEmpty: openFile },
  {
    name: 'postgres',
    nodes: Number(chosenNodes),
    open: openEmptied,
    openEmpty: openUnmigrated,
  },
];

/** Both, where the environment does not choose one. */
export const engines: readonly TestEngine[] =
  (chosenEngine ?? halfEngine) === undefined
    ? allEngines
    : [engineNamed((chosenEngine ?? halfEngine) === 'sqlite' ? 'sqlite' : 'postgres')];

/**
 * The engine of tests that do not depend on the database: SQLite, which is quicker, or the one that the environment chooses.
 */
export const anyEngine: TestEngine = engineNamed(chosenEngine === 'postgres' ? 'postgres' : 'sqlite');

/** Returns the engine of tests about one database. */
export function engineNamed(name: TestEngine['name']): TestEngine {
  const engine = allEngines.find((candidate) => candidate.name === name);
  if (engine === undefined) throw new Error(`there is no engine ${name}`);
  return engine;
}

/**
 * The engine for tests of what a process keeps to itself, or of its own sockets, which two nodes behind a balancer
 * would answer otherwise. `npm run test:everywhere` prints each `why`.
 */
export function onOneNode(engine: TestEngine, why: string): TestEngine {
  if (why === '') throw new Error('say what is about one process');
  return { ...engine, nodes: 1 };
}

/** The argument of a test of {@link onBothEngines}. */
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

/** Registers a test that opens its own databases once for each engine; the engine's name ends its title. */
export function testOnEngines(title: string, run: (engine: TestEngine) => Promise<void>): void {
  for (const engine of engines) test(`${title} (${engine.name})`, () => run(engine));
}

/** Registers the test for {@link anyEngine}. */
export function onAnyEngine(title: string, run: (context: EngineContext) => Promise<void>): void {
  test(title, () => withEngine(anyEngine, run));
}

/** Registers the test for SQLite alone: for what the client of a server does to a measurement. */
export function onSqlite(title: string, run: (context: EngineContext) => Promise<void>): void {
  test(title, () => withEngine(engineNamed('sqlite'), run));
}

/** Registers the test for PostgreSQL alone: for what only several nodes have. */
export function onPostgres(title: string, run: (context: EngineContext) => Promise<void>): void {
  test(title, () => withEngine(engineNamed('postgres'), run));
}

/** A migrated database of {@link anyEngine}, for the length of one piece of work. */
export function withAnyEngine(work: (storage: Storage) => Promise<void>): Promise<void> {
  return withEngine(anyEngine, ({ storage }) => work(storage));
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
