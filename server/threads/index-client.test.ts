import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { type EngineContext, onBothEngines } from '../../test/support/engines.ts';
import { productWrite, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { createIndexRegistry, type IndexRegistry } from '../autocomplete/index-registry.ts';
import { AppError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { type IndexClient, startIndex } from './index-client.ts';

const noSignals = { products: new Map<string, number>(), phrases: new Map<string, number>() };

interface IndexContext {
  readonly index: IndexClient;
  readonly registry: IndexRegistry;
  readonly storage: Storage;
}

/** A real thread on a database with one store of one product; it must not have died by the end. */
async function withIndex(
  { target, storage }: EngineContext,
  work: (context: IndexContext) => Promise<void>,
): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  await writeProduct(storage, 'a', 1);
  const registry = createIndexRegistry();
  const deaths: Error[] = [];
  const index = startIndex({ target }, registry, (error) => deaths.push(error));
  await work({ index, registry, storage }).finally(() => index.close());
  assert.deepEqual(deaths, []);
}

async function writeProduct(storage: Storage, externalId: string, changeNumber: number): Promise<void> {
  const product = { title: `Lamp ${externalId}` };
  await storage.write(storeRow().id, async (writer) => {
    await writer.upsertProducts([productWrite(externalId, changeNumber, { product })], changeNumber);
    await writer.updateStore({ changeNumber, productCount: 1, inStockCount: 1, enrichmentCount: 0 });
  });
}

/** How many products of the store the query finds; null while its index is not loaded. */
function countHits(registry: IndexRegistry, query: string): number | null {
  const reader = registry.find(storeRow().id);
  return reader === undefined ? null : reader.search(query, 20, noSignals).products.length;
}

onBothEngines('a thread that is ready has loaded every store', (context) =>
  withIndex(context, async ({ index, registry }) => {
    await index.ready();
    assert.deepEqual(registry.size(), { stores: 1, documents: 1 });
    assert.equal(countHits(registry, 'lamp'), 1);
  }),
);

onBothEngines('Contract §4 what was committed before follow is found after it', (context) =>
  withIndex(context, async ({ index, registry, storage }) => {
    for (let changeNumber = 2; changeNumber <= 4; changeNumber += 1) {
      await writeProduct(storage, `p${changeNumber}`, changeNumber);
      await index.follow(storeRow().id);
      assert.equal(countHits(registry, 'lamp'), changeNumber);
    }
  }),
);

onBothEngines('a store made after the start is loaded by follow', (context) =>
  withIndex(context, async ({ index, registry, storage }) => {
    await index.ready();
    await storage.directory.createStore(storeRow({ id: uuidOf(2) }), []);
    await index.follow(uuidOf(2));
    assert.notEqual(registry.find(uuidOf(2)), undefined);
  }),
);

onBothEngines('to follow an unknown store is no failure', (context) =>
  withIndex(context, async ({ index, registry }) => {
    await index.follow(uuidOf(99));
    assert.equal(registry.find(uuidOf(99)), undefined);
  }),
);

onBothEngines('a closed index refuses instead of waiting for ever', async (context) => {
  let closed: IndexClient | undefined;
  await withIndex(context, async ({ index }) => {
    closed = index;
  });
  assert.ok(closed !== undefined);
  await assert.rejects(
    closed.follow(storeRow().id),
    (error) => error instanceof AppError && error.code === 'unavailable',
  );
});

test('a thread that cannot open its database reports its death', async () => {
  const death = Promise.withResolvers<Error>();
  const file = join('absent-folder', 'absent.db');
  const index = startIndex({ target: { engine: 'sqlite', file } }, createIndexRegistry(), death.resolve);
  const ready = assert.rejects(index.ready(), (error) => error instanceof AppError);
  assert.ok((await death.promise) instanceof Error);
  await ready;
});
