/**
 * Goal: what cannot be read is named, and is a fault of the store that it belongs to.
 * Method: values and pages are overwritten past the service, and read as it reads them.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changePages } from '../../server/autocomplete/changes/change-pages.ts';
import { createSystemClock } from '../../server/clock.ts';
import { purgeProduct } from '../../server/ingest/remove-product.ts';
import { DamageError } from '../../server/storage/damage/damage.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { fragileProductColumns } from '../../server/storage/products/rows.ts';
import { productsAmong } from '../../server/storage/products-among.ts';
import { checkedColumnsOf, findDamage } from '../../server/storage/schema.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { overwritePage, runSql } from '../support/damage.ts';
import { engineNamed, onBothEngines } from '../support/engines.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const [damagedId, soundId] = [uuidOf(1), uuidOf(2)];

async function fill(storage: Storage, storeId: string, count: number): Promise<void> {
  await storage.directory.createStore(storeRow({ id: storeId }), []);
  const writes = Array.from({ length: count }, (_, number) => productWrite(`p-${number}`, number));
  await storage.write(storeId, (writer) => writer.products.upsert(writes, 1));
}

onBothEngines('a value of the wrong shape names its row', async ({ storage, target }) => {
  await fill(storage, damagedId, 2);
  for (const [value, error] of [
    ['{', 'is not valid JSON'],
    ['null', 'is JSON of another shape'],
    ['[["a"]]', 'is JSON of another shape'],
  ]) {
    await runSql(target, damagedId, `update products set attributes = '${value}' where external_id = 'p-1'`);
    const read = storage.reader(damagedId).products.find('p-1');
    await assert.rejects(read, (thrown) => {
      assert.ok(thrown instanceof DamageError);
      assert.equal(thrown.code, 'store_unavailable');
      assert.deepEqual(thrown.row, { table: 'products', id: 'p-1', column: 'attributes', error });
      return true;
    });
  }
  assert.equal((await storage.reader(damagedId).products.find('p-0'))?.externalId, 'p-0');
});

onBothEngines('purge erases a product whose row is damaged', async ({ storage, target }) => {
  await fill(storage, damagedId, 2);
  await runSql(target, damagedId, `update products set attributes = '{' where external_id = 'p-1'`);
  const purge = () => purgeProduct(storage, { storeId: damagedId, externalId: 'p-1' }, createSystemClock());
  const { product, changeNumber } = await purge();
  assert.deepEqual([product.externalId, product.inStock, product.attributes], ['p-1', false, []]);
  assert.equal(await storage.reader(damagedId).products.find('p-1'), null);
  assert.equal((await storage.directory.findStore(damagedId))?.changeNumber, changeNumber);
  await assert.rejects(purge(), /no such product/);
});

onBothEngines('every checked column of a sound row is read', async ({ storage, target }) => {
  await fill(storage, soundId, 1);
  const [row] = await runSql(target, soundId, 'select * from products');
  assert.ok(row !== undefined);
  assert.equal(findDamage('products', row), null);
  const columns = checkedColumnsOf('products');
  for (const column of columns) {
    assert.equal(findDamage('products', { ...row, [column]: '{' })?.column, column);
  }
  const read: readonly string[] = fragileProductColumns;
  assert.deepEqual(
    columns.filter((column) => !read.includes(column)),
    [],
  );
});

test('a damaged page is the fault of its store', async () => {
  const database = await engineNamed('sqlite').openEmpty();
  const { target } = database;
  assert.ok(target.engine === 'sqlite');
  const filling = await openStorage(target);
  await filling.migrate();
  await fill(filling, damagedId, 400);
  await fill(filling, soundId, 400);
  await filling.close();
  assert.notEqual(overwritePage(target.file, { table: 'products', storeId: damagedId }), null);
  const storage = await openStorage(target);
  const readAll = async (storeId: string) => {
    const pages = await Array.fromAsync(
      changePages(storage.reader(storeId).products, null, 1),
      ({ page }) => page,
    );
    return {
      products: pages.flatMap((page) => page.products),
      damaged: pages.flatMap((page) => page.damaged),
    };
  };
  const [lost] = (await readAll(damagedId)).damaged;
  assert.ok(lost !== undefined);
  await assert.rejects(storage.reader(damagedId).products.find(lost.id), {
    code: 'store_unavailable',
    message: /docs\/operating\.md/,
  });
  const sound = await readAll(soundId);
  assert.deepEqual([sound.products.length, sound.damaged], [400, []]);
  await storage.close();
  await database.close();
});

test('a write ends with the page that it meets', async () => {
  const database = await engineNamed('sqlite').openEmpty();
  const { target } = database;
  assert.ok(target.engine === 'sqlite');
  const filling = await openStorage(target);
  await filling.migrate();
  await fill(filling, damagedId, 400);
  await filling.close();
  assert.notEqual(overwritePage(target.file, { table: 'products', storeId: damagedId }), null);
  const named: string[] = [];
  const storage = await openStorage(target, {
    onDamage: (_, rows) => named.push(...rows.map(({ id }) => id)),
  });
  const ids = Array.from({ length: 400 }, (_, number) => `p-${number}`);
  const write = storage.write(damagedId, (writer) => Array.fromAsync(productsAmong(writer, ids)));
  await assert.rejects(write, { code: 'store_unavailable', message: /The database is damaged where/ });
  assert.deepEqual(named, []);
  await storage.close();
  await database.close();
});

test('a damaged shared page is no store’s fault', async () => {
  const database = await engineNamed('sqlite').openEmpty();
  const { target } = database;
  assert.ok(target.engine === 'sqlite');
  const filling = await openStorage(target);
  await filling.migrate();
  for (let number = 1; number <= 200; number += 1) {
    await filling.directory.createStore(storeRow({ id: uuidOf(number), name: damagedId }), []);
  }
  await filling.close();
  assert.notEqual(overwritePage(target.file, { table: 'stores', storeId: damagedId }), null);
  const storage = await openStorage(target);
  const listed = new Set((await storage.directory.listStores()).map(({ id }) => id));
  const lost = Array.from({ length: 200 }, (_, index) => uuidOf(index + 1)).filter((id) => !listed.has(id));
  assert.ok(listed.size > 0 && lost.length > 0);
  for (const id of lost) await assert.rejects(storage.directory.findStore(id), { code: 'unavailable' });
  await storage.close();
  await database.close();
});
