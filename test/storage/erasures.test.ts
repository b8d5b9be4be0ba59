/** Goal: an erased product leaves no row that names it, whichever tables there are. */
import assert from 'node:assert/strict';
import { purgeProduct } from '../../server/ingest/remove-product.ts';
import { followCollections } from '../../server/resources/collections/follow-collections.ts';
import { productTables } from '../../server/storage/products/erasures.ts';
import type { Loss } from '../../server/storage/snapshots/snapshot.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { callCollections } from '../support/call-operation.ts';
import { runSql } from '../support/damage.ts';
import { onBothEngines } from '../support/engines.ts';
import { createShops, followStores, lamps, writeProducts } from '../support/followed-stores.ts';
import { openIngestShop } from '../support/ingest-shop.ts';
import { makeProduct } from '../support/make-product.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';
import { countTenantRows, insertTenantRow, tenantTables, withDatabase } from '../support/tenant-rows.ts';

const day = 24 * 3_600 * 1_000_000;

onBothEngines('every table that names products declares their erasure', async ({ target }) => {
  await withDatabase(target, async (database) => {
    const naming = (await tenantTables(database)).flatMap(({ name, columns }) =>
      columns.filter((column) => /^(?:external|product)_id$/.test(column.name)).map(() => name),
    );
    assert.deepEqual(
      [...new Set(naming)].filter((table) => !Object.hasOwn(productTables, table)),
      [],
    );
  });
});

onBothEngines('an erased product leaves no row that names it', async ({ storage, target }) => {
  const { id: storeId } = storeRow();
  await storage.directory.createStore(storeRow(), []);
  const gone = { externalId: 'gone', id: uuidOf(1), createdAt: 0 };
  const kept = { externalId: 'kept', id: uuidOf(2) };
  await storage.write(storeId, (writer) =>
    writer.products.upsert([productWrite('gone', 1), productWrite('kept', 2)], 1),
  );
  await withDatabase(target, async (database) => {
    const shapes = await tenantTables(database);
    const erased = Object.entries(productTables).filter(([, { rule }]) => rule !== 'kept');
    for (const [table, { column, rule }] of erased.filter(([table]) => table !== 'products')) {
      const shape = shapes.find(({ name }) => name === table);
      assert.ok(shape, table);
      for (const [number, product] of [gone, kept].entries()) {
        const name = rule === 'by_external_id' ? product.externalId : product.id;
        await insertTenantRow(database, shape, storeId, number, {
          [column]: name,
          kind: 'product',
          day: '1970-01-03',
        });
      }
    }
    await storage.write(storeId, (writer) => writer.erasures.erase([gone], { number: 2, at: 5 * day }));
    for (const [table, { column, rule }] of erased) {
      const nameOf = (product: typeof kept) => (rule === 'by_external_id' ? product.externalId : product.id);
      const count = (product: typeof kept) =>
        countTenantRows(database, table, storeId, [column, nameOf(product)]);
      assert.deepEqual([await count(gone), await count(kept)], [0, 1], table);
    }
  });
  const after = { changeNumber: 0, productId: '' };
  const page = { after, upTo: 2, limit: 9 };
  assert.deepEqual(await storage.reader(storeId).erasures.list(page), [
    { changeNumber: 2, productId: gone.id },
  ]);
  assert.deepEqual(await storage.reader(storeId).erasures.list({ ...page, upTo: 1 }), []);
  const old = { at: 6 * day, limit: 9 };
  assert.equal(await storage.write(storeId, (writer) => writer.erasures.deleteBefore(old)), 1);
});

onBothEngines('indexes drop a removed unreadable product', async ({ storage, target }) => {
  const [storeId = ''] = await createShops(storage, 1);
  await writeProducts(storage, storeId, lamps(3, 1));
  const life = followStores(storage, { folder: null });
  await life.round();
  const before = life.titles(storeId, 'lamp') ?? [];
  const [product] = (await storage.reader(storeId).products.page({ after: null, limit: 1 })).products;
  assert.ok(product !== undefined);
  const [row, changeNumber] = [`'${product.externalId}'`, await changeNumberOf(storage, storeId)];
  await runSql(target, storeId, `update products set attributes = '{' where external_id = ${row}`);
  const losses: Loss[] = [];
  await storage.snapshot(async ({ batches }) => {
    for await (const _ of batches((loss) => losses.push(loss)));
  });
  assert.equal(await storage.removeUnreadable(losses, async () => {}), 1);
  const page = { after: { changeNumber: 0, productId: '' }, upTo: changeNumber + 1, limit: 9 };
  assert.deepEqual(await storage.reader(storeId).erasures.list(page), [
    { changeNumber: changeNumber + 1, productId: product.id },
  ]);
  await life.round();
  assert.ok(before.includes(product.title));
  assert.deepEqual(
    life.titles(storeId, 'lamp'),
    before.filter((title) => title !== product.title),
  );
});

onBothEngines('no row names a product that was taken out', async ({ storage, target }) => {
  const { storeId, clock, environment, importRows } = await openIngestShop(storage);
  await importRows([makeProduct('p1'), makeProduct('p2')]);
  const rules = { match: 'any', conditions: [{ field: 'age_days', op: 'at_least', value: 0 }] };
  const changes = callCollections(storage, environment);
  await changes('createCollection', { storeId, body: { title: 'A', rules } });
  const dependencies = {
    clock,
    productsPerStep: 10,
    inTurn: <R>(_: string, task: () => Promise<R>) => task(),
  };
  for (let isDone = false; !isDone; ) {
    const [due] = await storage.directory.storesToCollect();
    isDone = due === undefined || (await followCollections(storage, due, dependencies));
  }
  const reader = storage.reader(storeId);
  const counts = async () => {
    const [generation] = await reader.collections.generations();
    const members = await reader.collections.countMembers(generation?.number ?? 0, clock.nowMicros());
    return [generation?.memberCount, members];
  };
  assert.deepEqual(await counts(), [2, 2]);
  await runSql(target, storeId, "update products set attributes = '{' where external_id = 'p1'");
  const losses: Loss[] = [];
  await storage.snapshot(async ({ batches }) => {
    for await (const _ of batches((loss) => losses.push(loss)));
  });
  assert.equal(await storage.removeUnreadable(losses, async () => {}), 1);
  assert.deepEqual(await counts(), [1, 1]);
  await withDatabase(target, async (database) => {
    for (const [table, { column, rule }] of Object.entries(productTables)) {
      if (rule === 'by_external_id')
        assert.equal(await countTenantRows(database, table, storeId, [column, 'p1']), 0, table);
    }
  });
});

async function changeNumberOf({ directory }: Storage, storeId: string): Promise<number> {
  return (await directory.findStore(storeId))?.changeNumber ?? 0;
}

onBothEngines('a product erased during a step becomes no member', async ({ storage }) => {
  const { storeId, clock, environment, importRows } = await openIngestShop(storage);
  await importRows([makeProduct('p1'), makeProduct('p2')]);
  const rules = { match: 'any', conditions: [{ field: 'age_days', op: 'at_least', value: 0 }] };
  const changes = callCollections(storage, environment);
  await changes('createCollection', { storeId, body: { title: 'A', rules } });
  let isErased = false;
  const writeMembers: Storage['writeMembers'] = async (id, work) => {
    // After the page was read, and before what is made of it is written.
    if (!isErased) await purgeProduct(storage, { storeId, externalId: 'p1' }, clock);
    isErased = true;
    return await storage.writeMembers(id, work);
  };
  const dependencies = {
    clock,
    productsPerStep: 10,
    inTurn: <R>(_: string, task: () => Promise<R>) => task(),
  };
  for (let isDone = false; !isDone; ) {
    const [due] = await storage.directory.storesToCollect();
    isDone = due === undefined || (await followCollections({ ...storage, writeMembers }, due, dependencies));
  }
  const reader = storage.reader(storeId);
  const [generation] = await reader.collections.generations();
  const now = clock.nowMicros();
  assert.deepEqual(
    [generation?.memberCount, await reader.collections.countMembers(generation?.number ?? 0, now)],
    [1, 1],
  );
});
