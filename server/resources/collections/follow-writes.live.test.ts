/**
 * Goal: only what changed is written, and no call waits for it. Method: rows and statements are counted where transactions
 * run; writes are held open while others go on; and what a node of the version before writes is written as it would.
 */
import assert from 'node:assert/strict';
import { callCollections } from '../../../test/support/call-operation.ts';
import { runSql } from '../../../test/support/damage.ts';
import { onBothEngines, onPostgres } from '../../../test/support/engines.ts';
import { type IngestShop, openIngestShop } from '../../../test/support/ingest-shop.ts';
import { makeProduct } from '../../../test/support/make-product.ts';
import { countTenantRows, withDatabase } from '../../../test/support/tenant-rows.ts';
import { purgeProduct } from '../../ingest/remove-product.ts';
import { createStorage } from '../../storage/create-storage.ts';
import type { Database, RowDelete, RowInsert } from '../../storage/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { findAnswering } from './collection-state.ts';
import { followCollections } from './follow-collections.ts';

const collectionCount = 12;
const productCount = 150;

interface Counted {
  transactions: number;
  /** Statements within transactions, reads and writes alike. */
  statements: number;
  /** Rows by table: inserted, replaced or deleted. */
  readonly rows: Map<string, number>;
}

/** The storage of a database, with what its transactions do counted from now on. */
function counting(database: Database): { storage: Storage; counted: Counted } {
  const counted: Counted = { transactions: 0, statements: 0, rows: new Map() };
  const countRows = ({ table, rows }: Pick<RowInsert | RowDelete, 'table' | 'rows'>) => {
    if (rows.length === 0) return;
    counted.statements += 1;
    counted.rows.set(table, (counted.rows.get(table) ?? 0) + rows.length);
  };
  const transaction: Database['transaction'] = (storeId, work, options) =>
    database.transaction(
      storeId,
      (open) => {
        counted.transactions += 1;
        return work({
          ...open,
          query: (...call) => {
            counted.statements += 1;
            return open.query(...call);
          },
          run: (statement) => {
            counted.statements += 1;
            return open.run(statement);
          },
          insertRows: (insert) => {
            countRows(insert);
            return open.insertRows(insert);
          },
          deleteRows: (removal) => {
            countRows(removal);
            return open.deleteRows(removal);
          },
        });
      },
      options,
    );
  return { storage: createStorage({ ...database, transaction }), counted };
}

function rowsAt(price: number) {
  return Array.from({ length: productCount }, (_, number) =>
    makeProduct(`p${number}`, { price: String(price + number) }),
  );
}

async function openShop(storage: Storage, count = collectionCount): Promise<IngestShop> {
  const shop = await openIngestShop(storage);
  await shop.importRows(rowsAt(100));
  const changes = callCollections(storage, shop.environment);
  for (let number = 0; number < count; number += 1) {
    const rules = { match: 'all', conditions: [{ field: 'price', op: 'at_least', value: `${number}` }] };
    const body = { title: `C ${number}`, slug: `c-${number}`, rules };
    await changes('createCollection', { storeId: shop.storeId, body });
  }
  await follow(storage, shop);
  return shop;
}

async function follow(storage: Storage, { clock }: IngestShop): Promise<void> {
  const inTurn = <Result>(_: string, task: () => Promise<Result>) => task();
  for (let rounds = 0; ; rounds += 1) {
    const [due] = await storage.directory.storesToCollect();
    if (due === undefined) return;
    assert.ok(rounds < 100, 'it never comes to the end');
    await followCollections(storage, due, { clock, productsPerStep: 500, inTurn });
  }
}

/** External ids of the members of a collection, the cheapest first. */
async function cheapestFirst(storage: Storage, { storeId, clock }: IngestShop, slug: string) {
  const reader = storage.reader(storeId);
  const collection = await reader.collections.find(slug);
  const generation = findAnswering(await reader.collections.generations(collection?.id));
  assert.ok(generation !== null);
  const members = await reader.collections.members({
    ...{ generation: generation.number, memberCount: generation.memberCount, sort: 'price_asc' },
    ...{ after: null, limit: 500, now: clock.nowMicros() },
  });
  return members.map(({ product }) => product.externalId);
}

onBothEngines('a new price writes a product row and no place', async ({ target, storage }) => {
  const shop = await openShop(storage);
  await withDatabase(target, async (database) => {
    const { storage: watched, counted } = counting(database);
    await shop.importRows(rowsAt(200));
    await follow(watched, shop);
    assert.deepEqual(Object.fromEntries(counted.rows), { member_keys: productCount });
    // A step, and the note that it was the last.
    assert.equal(counted.transactions, 2);
    assert.ok(counted.statements <= 20, `${counted.statements} statements`);
  });
});

onBothEngines('only starting and ending places are written, by few statements', async (context) => {
  const { target, storage } = context;
  const shop = await openShop(storage);
  await withDatabase(target, async (database) => {
    const { storage: watched, counted } = counting(database);
    // Prices of 0 to 149: product n stays in the first n + 1 collections.
    await shop.importRows(rowsAt(0));
    await follow(watched, shop);
    const ended = (collectionCount * (collectionCount - 1)) / 2;
    assert.equal(counted.rows.get('collection_products'), ended);
    assert.ok(counted.statements <= 25, `${counted.statements} statements`);
    counted.rows.clear();
    await shop.importRows(rowsAt(100));
    await follow(watched, shop);
    assert.equal(counted.rows.get('collection_products'), ended);
  });
  const reader = storage.reader(shop.storeId);
  const counts = (await reader.collections.generations()).map(({ memberCount }) => memberCount);
  assert.deepEqual(counts, Array(collectionCount).fill(productCount));
});

onBothEngines('keys go with the last place of a product', async ({ storage }) => {
  const shop = await openShop(storage, 2);
  const { storeId, environment } = shop;
  const changes = callCollections(storage, environment);
  const product = await storage.reader(storeId).products.find('p7');
  const keyed = async () => {
    const [found] = await storage.writeMembers(storeId, (writer) =>
      writer.keyedProducts([product?.id ?? '']),
    );
    return found?.keys?.priceKey ?? null;
  };
  assert.equal(await keyed(), 107_000);
  await changes('deleteCollection', { storeId, params: { slug: 'c-0' } });
  await follow(storage, shop);
  assert.equal(await keyed(), 107_000);
  await shop.put('p7', makeProduct('p7', { price: '0' }));
  await follow(storage, shop);
  assert.equal(await keyed(), null);
  await shop.put('p7', makeProduct('p7', { price: '9' }));
  await follow(storage, shop);
  assert.equal(await keyed(), 9_000);
  await changes('deleteCollection', { storeId, params: { slug: 'c-1' } });
  await follow(storage, shop);
  assert.equal(await keyed(), null);
});

onPostgres('no call waits for members that are being written', async ({ storage }) => {
  const shop = await openShop(storage);
  const { storeId, environment } = shop;
  const changes = callCollections(storage, environment);
  const place = { storeId, actor: null };
  const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const generations = await storage.reader(storeId).collections.followedGenerations();
  const [{ position, oldPosition } = { position: null, oldPosition: null }] = generations;
  const writing = storage.writeMembers(storeId, async (writer) => {
    const added = new Map(generations.map(({ number }) => [number, 0]));
    const move = { from: position, oldFrom: oldPosition, to: position, added, isComplete: false };
    assert.ok(await writer.moveGenerations(move));
    isHeld.resolve();
    await letGo.promise;
  });
  await isHeld.promise;
  const rules = { match: 'all', conditions: [{ field: 'price', op: 'at_least', value: '120' }] };
  try {
    await changes('createCollection', { ...place, body: { title: 'Dear', slug: 'dear', rules } });
    await changes('updateCollection', { ...place, params: { slug: 'c-1' }, body: { rules } });
    await changes('deleteCollection', { ...place, params: { slug: 'c-2' } });
    await shop.put('p0', makeProduct('p0', { price: '130' }));
  } finally {
    letGo.resolve();
    await writing;
  }
  await follow(storage, shop);
  assert.equal((await cheapestFirst(storage, shop, 'dear')).length, productCount - 19);
  assert.equal((await cheapestFirst(storage, shop, 'c-1')).length, productCount - 19);
  assert.equal((await storage.reader(storeId).collections.generations()).length, collectionCount);
});

onPostgres('members are written while a store is being written', async ({ storage }) => {
  const shop = await openShop(storage, 1);
  await shop.put('p0', makeProduct('p0', { price: '1000' }));
  await storage.write(shop.storeId, () => follow(storage, shop));
  assert.equal((await cheapestFirst(storage, shop, 'c-0')).at(-1), 'p0');
});

onPostgres('a product is erased before its place is written or after', async ({ storage, target }) => {
  const shop = await openShop(storage, 1);
  const { storeId, clock } = shop;
  const product = await storage.reader(storeId).products.find('p7');
  assert.ok(product !== null);
  const keys = { productId: product.id, inStock: true, titleKey: 't', priceKey: 1, createdAt: 0 };
  const [isHeld, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const writing = storage.writeMembers(storeId, async (writer) => {
    await writer.putMemberships([{ ...keys, generation: 99, fromAt: 0, untilAt: 9 }]);
    isHeld.resolve();
    await letGo.promise;
  });
  await isHeld.promise;
  let isErased = false;
  const erasing = purgeProduct(storage, { storeId, externalId: 'p7' }, clock).then(() => {
    isErased = true;
  });
  // Another statement of the server has come and gone meanwhile.
  for (let reads = 0; reads < 20; reads += 1) await storage.reader(storeId).products.find('p7');
  assert.equal(isErased, false);
  letGo.resolve();
  await Promise.all([writing, erasing]);
  await withDatabase(target, async (database) => {
    for (const table of ['collection_products', 'member_keys'])
      assert.equal(await countTenantRows(database, table, storeId, ['product_id', product.id]), 0);
  });
});

onBothEngines('steps of the version before are taken again', async ({ storage, target }) => {
  const shop = await openShop(storage, 1);
  const { storeId } = shop;
  // As that version would: it moves its own place and notes, writes a place, and knows no keys.
  await shop.importRows([
    makeProduct('p3', { price: '5000' }),
    makeProduct('p999', { price: '1' }),
    makeProduct('p0', { price: '0' }),
  ]);
  const { changeNumber } = await shop.store();
  const product = await storage.reader(storeId).products.find('p999');
  for (const statement of [
    `update collection_products set price_key = 5000000 where store_id = '${storeId}'
      and product_id = (select id from products where store_id = '${storeId}' and external_id = 'p3')`,
    `insert into collection_products (store_id, product_id, generation, from_at, until_at, in_stock, title_key, price_key, created_at)
      select '${storeId}', '${product?.id}', number, 0, 9007199254740991, true, 'title of p999', 1000, 0
      from collection_generations where store_id = '${storeId}'`,
    `update collection_generations set seen_change = ${changeNumber}, seen_external_id = 'p999', member_count = member_count + 1
      where store_id = '${storeId}'`,
    `update collection_stores set followed_change = ${changeNumber} where store_id = '${storeId}'`,
  ])
    await runSql(target, storeId, statement);
  await follow(storage, shop);
  const cheapest = await cheapestFirst(storage, shop, 'c-0');
  assert.deepEqual([cheapest.slice(0, 3), cheapest.at(-1)], [['p0', 'p999', 'p1'], 'p3']);
  const [generation] = await storage.reader(storeId).collections.followedGenerations();
  assert.deepEqual(
    [generation?.memberCount, generation?.oldPosition],
    [productCount + 1, generation?.position],
  );
});
