import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { type EngineContext, onBothEngines } from '../../../test/support/engines.ts';
import { sharedPostgres } from '../../../test/support/postgres.ts';
import { productWrite, storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { createIndexRegistry, type IndexRegistry } from '../../autocomplete/answering/index-registry.ts';
import type { PublishedIndex } from '../../autocomplete/following/follower-settings.ts';
import { AppError } from '../../errors.ts';
import { createIndexWriter } from '../../search/index-writer.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { type RunningIndex, startIndex } from './index-client.ts';
import type { IndexThreadData } from './index-methods.ts';
import { OrphanedIndexes } from './orphaned-indexes.ts';

const noSignals = { products: new Map<string, number>(), phrases: new Map<string, number>() };
const plenty = { saving: null, memoryMaxBytes: 2 ** 30 };

interface IndexContext {
  readonly index: RunningIndex;
  readonly registry: IndexRegistry;
  readonly storage: Storage;
}

/** Listeners of a registry. */
interface RegistryWatcher {
  readonly publish?: (index: PublishedIndex) => void;
  readonly uses?: (storeIds: readonly string[]) => void;
}

function watch(registry: IndexRegistry, { publish, uses }: RegistryWatcher): IndexRegistry {
  return {
    ...registry,
    publish(index) {
      publish?.(index);
      registry.publish(index);
    },
    takeUses() {
      const taken = registry.takeUses();
      uses?.(taken);
      return taken;
    },
  };
}

/** A real thread on a database; it must not have died by the end. */
async function withThread(
  data: IndexThreadData,
  storage: Storage,
  work: (context: IndexContext) => Promise<void>,
  watcher: RegistryWatcher = {},
): Promise<void> {
  const registry = watch(createIndexRegistry(), watcher);
  const deaths: Error[] = [];
  const warnings: string[] = [];
  const index = startIndex(data, {
    registry,
    onDeath: (error) => deaths.push(error),
    onWarning: (message) => warnings.push(message),
    onQuarantine({ work, state }) {
      // Whose turn in memory it is, is seen by what is loaded.
      if (work !== 'memory') warnings.push(state?.reason ?? 'left quarantine');
    },
    onForget: () => {},
  });
  await work({ index, registry, storage }).finally(() => index.close());
  assert.deepEqual([deaths, warnings], [[], []]);
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}

/** However long a busy machine takes: a question waits only for a moment. */
function load(index: Pick<RunningIndex, 'load'>, storeId: string): Promise<void> {
  return waitUntil(`the index of ${storeId}`, async () => {
    try {
      await index.load(storeId);
      return true;
    } catch (error) {
      if (isUnavailable(error)) return false;
      throw error;
    }
  });
}

/** A thread without files on a database with one store of one product. */
async function withIndex(
  { target, storage }: EngineContext,
  work: (context: IndexContext) => Promise<void>,
): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  await writeProduct(storage, 'a', 1);
  await withThread({ target, ...plenty }, storage, work);
}

async function writeProduct(
  storage: Storage,
  externalId: string,
  changeNumber: number,
  storeId = storeRow().id,
): Promise<void> {
  const product = { title: `Lamp ${externalId}` };
  await storage.write(storeId, async (writer) => {
    await writer.products.upsert([productWrite(externalId, changeNumber, { product })], changeNumber);
    await writer.updateStore({ changeNumber, productCount: 1, inStockCount: 1, enrichmentCount: 0 });
  });
}

/** How many products of the store the query finds; null while its index is not loaded. */
function countHits(registry: IndexRegistry, query: string, storeId = storeRow().id): number | null {
  const reader = registry.find(storeId)?.reader;
  return reader === undefined ? null : reader.search(query, 20, noSignals).products.length;
}

onBothEngines('a thread that is ready has loaded every store', (context) =>
  withIndex(context, async ({ index, registry }) => {
    await index.ready();
    const { bytes, ...size } = registry.size();
    assert.deepEqual(size, { stores: 1, documents: 1, loads: { files: 0, shared: 0, products: 1 } });
    assert.ok(bytes > 1_000);
    assert.equal(countHits(registry, 'lamp'), 1);
  }),
);

onBothEngines('Contract §4 a commit before follow is found after it', (context) =>
  withIndex(context, async ({ index, registry, storage }) => {
    for (let changeNumber = 2; changeNumber <= 4; changeNumber += 1) {
      await writeProduct(storage, `p${changeNumber}`, changeNumber);
      await index.follow(storeRow().id);
      // Where nothing is loaded yet, the question waits for it.
      if (registry.find(storeRow().id) === undefined) await load(index, storeRow().id);
      assert.equal(countHits(registry, 'lamp'), changeNumber);
    }
  }),
);

onBothEngines('a store made after the start loads on request', (context) =>
  withIndex(context, async ({ index, registry, storage }) => {
    await index.ready();
    await storage.directory.createStore(storeRow({ id: uuidOf(2) }), []);
    await Promise.all([load(index, uuidOf(2)), load(index, uuidOf(2))]);
    assert.notEqual(registry.find(uuidOf(2)), undefined);
  }),
);

onBothEngines('the next poll finds another process’s write', (context) =>
  withIndex(context, async ({ index, registry, storage }) => {
    await index.ready();
    await writeProduct(storage, 'b', 2);
    await waitUntil('the write', () => countHits(registry, 'lamp') === 2);
  }),
);

onBothEngines('an unknown store is no failure', (context) =>
  withIndex(context, async ({ index, registry }) => {
    await index.follow(uuidOf(99));
    await load(index, uuidOf(99));
    assert.equal(registry.find(uuidOf(99)), undefined);
  }),
);

onBothEngines('with memory for one index, the others load on request', async (context) => {
  const { target, storage } = context;
  for (const number of [1, 2, 3]) {
    await storage.directory.createStore(storeRow({ id: uuidOf(number) }), []);
    await writeProduct(storage, `p${number}`, 1, uuidOf(number));
  }
  await withThread({ target, saving: null, memoryMaxBytes: 1 }, storage, async ({ index, registry }) => {
    await index.ready();
    assert.equal(registry.size().stores, 1);
    for (const number of [3, 1, 2, 3]) {
      await load(index, uuidOf(number));
      assert.equal(countHits(registry, 'lamp', uuidOf(number)), 1);
      assert.equal(registry.size().stores, 1);
    }
    await writeProduct(storage, 'more', 2, uuidOf(1));
    await index.follow(uuidOf(1));
    assert.equal(countHits(registry, 'lamp', uuidOf(1)), null);
    await load(index, uuidOf(1));
    assert.equal(countHits(registry, 'lamp', uuidOf(1)), 2);
  });
});

onBothEngines('a recently requested index stays in memory', async ({ target, storage }) => {
  for (const number of [1, 2, 3]) {
    await storage.directory.createStore(storeRow({ id: uuidOf(number) }), []);
    await writeProduct(storage, `p${number}`, 1, uuidOf(number));
  }
  const isLoaded = (registry: IndexRegistry) =>
    [1, 2, 3].map((number) => countHits(registry, 'lamp', uuidOf(number)));
  let bytes = 0;
  await withThread({ target, ...plenty }, storage, async ({ index }) => index.ready(), {
    publish({ snapshot }) {
      bytes = snapshot.segments.reduce(
        (sum, { data, tombstones }) => sum + data.byteLength + tombstones.byteLength,
        0,
      );
    },
  });
  const announced = Promise.withResolvers<void>();
  const data = { target, saving: null, memoryMaxBytes: Math.floor(bytes * 2.5) };
  await withThread(
    data,
    storage,
    async ({ index, registry }) => {
      for (const number of [1, 2]) await load(index, uuidOf(number));
      registry.find(uuidOf(1));
      await announced.promise;
      await load(index, uuidOf(3));
      assert.deepEqual(isLoaded(registry), [1, null, 1]);
    },
    { uses: (storeIds) => storeIds.length === 1 && announced.resolve() },
  );
});

test('keystrokes share a short wait for a slow index', async () => {
  const server = await sharedPostgres();
  const url = await server.createDatabase();
  const target = { engine: 'postgres', url, poolSize: 4 } as const;
  const storage = await openStorage(target);
  const client = new Client({ connectionString: url });
  try {
    await storage.migrate();
    await storage.directory.createStore(storeRow(), []);
    await writeProduct(storage, 'a', 1);
    await client.connect();
    await client.query('begin; lock table products in access exclusive mode');
    await withThread({ target, ...plenty }, storage, async ({ index, registry }) => {
      const waits = [index.load(storeRow().id), index.load(storeRow().id)];
      for (const wait of waits) await assert.rejects(wait, /is being loaded/);
      await client.query('commit');
      await load(index, storeRow().id);
      assert.equal(countHits(registry, 'lamp'), 1);
    });
  } finally {
    await client.end();
    await storage.close();
  }
});

onBothEngines('a thread that is closed has saved its indexes', async (context) => {
  const { target, storage } = context;
  const root = mkdtempSync(join(tmpdir(), 'foretype-index-'));
  const folder = join(root, 'indexes');
  const data = { ...plenty, target, saving: { folder, pauseMs: 60_000 } };
  await storage.directory.createStore(storeRow(), []);
  await writeProduct(storage, 'a', 1);
  try {
    await withThread(data, storage, async ({ index }) => index.ready());
    assert.ok(existsSync(join(folder, storeRow().id, 'index.manifest')));
    await withThread(data, storage, async ({ index, registry }) => {
      await index.ready();
      assert.equal(countHits(registry, 'lamp'), 1);
    });
  } finally {
    rmSync(root, { recursive: true });
  }
});

onBothEngines('a closed index refuses instead of waiting for ever', async (context) => {
  let closed: RunningIndex | undefined;
  await withIndex(context, async ({ index }) => {
    closed = index;
  });
  assert.ok(closed !== undefined);
  await assert.rejects(closed.follow(storeRow().id), isUnavailable);
  await assert.rejects(closed.load(storeRow().id), isUnavailable);
});

test('a thread that ended comes back with all indexes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-restart-'));
  const target = { engine: 'sqlite', file: join(folder, 'later', 'test.db') } as const;
  const registry = createIndexRegistry();
  const forgotten: string[] = [];
  let _made: Promise<void> | undefined;
  async function makeDatabase(): Promise<void> {
    mkdirSync(join(folder, 'later'));
    const storage = await openStorage(target);
    await storage.migrate();
    await storage.directory.createStore(storeRow(), []);
    await writeProduct(storage, 'a', 1);
    await storage.close();
  }
  const index = startIndex(
    { ...plenty, target },
    {
      registry,
      onDeath: assert.fail,
      // It ended, since there is no database: from now on there is one.
      onWarning(message) {
        assert.match(message, /index thread ended .* started again in \d+ ms/);
        _made ??= makeDatabase();
      },
      onQuarantine: () => assert.fail(),
      onForget: (works) => void forgotten.push(...works),
    },
  );
  await index.ready();
  assert.equal(registry.find(storeRow().id)?.reader.documentCount, 1);
  assert.ok(forgotten.includes('index'));
  await index.close();
  rmSync(folder, { recursive: true });
});

test('indexes of a thread that ended answer until others come', () => {
  const registry = createIndexRegistry();
  const orphans = new OrphanedIndexes(registry);
  const snapshot = createIndexWriter({ locale: 'en' }).snapshot();
  const publish = (storeId: string) =>
    registry.publish({ storeId, changeNumber: 1, snapshot, origin: 'products', popularity: [] });
  for (const storeId of ['kept', 'lost', 'unloadable']) publish(storeId);
  orphans.orphanAll();
  assert.ok(registry.find('lost') !== undefined);
  publish('kept');
  orphans.noteShown('kept');
  orphans.drop(new Set(['unloadable']));
  assert.deepEqual(
    ['kept', 'lost', 'unloadable'].map((storeId) => registry.find(storeId) !== undefined),
    [true, false, true],
  );
});
