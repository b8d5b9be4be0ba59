/**
 * Goal: rows of both forms (record 0051) are the same product to every reader, and old ones become short while others write.
 * Method: batches go through the pipeline, with the mark that says since when rows are short before or behind them; the
 * columns themselves are looked at by SQL.
 */
import assert from 'node:assert/strict';
import { createSystemClock } from '../../server/clock.ts';
import { newId } from '../../server/ids.ts';
import { importJson } from '../../server/ingest/import-json.ts';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { runSql } from '../support/damage.ts';
import { onBothEngines, onSqlite } from '../support/engines.ts';
import { setShortFrom } from '../support/short-rows.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const storeId = uuidOf(1);
const environment = { clock: createSystemClock(), newId, enrich: true };

const products = [
  { external_id: 'a', title: 'Lamp "tall"', price: '9.90', url: 'https://shop.example/a', in_stock: 'true' },
  { id: 'b', name: 'Desk', price: 120, link: 'https://shop.example/b', color: 'oak', size: 'L' },
  {
    external_id: 'c',
    title: 'Mug',
    price: '1,5 EUR',
    url: 'https://shop.example/c',
    description: '<b>Tea</b>',
  },
  { external_id: 'd', title: 'Rug', price: '7', url: 'https://shop.example/d', attributes: { color: 'red' } },
];

async function send(storage: Storage, list: readonly object[]) {
  const body = Buffer.from(JSON.stringify({ products: list }));
  const { run } = await importJson(
    storage,
    { storeId, body, dryRun: false, idempotencyKey: null },
    environment,
  );
  return run;
}

/** Rows are plain from here on, as those of the version before; a storage reads the mark once. */
async function reopened(target: StorageTarget, mark: string): Promise<Storage> {
  await setShortFrom(target, mark);
  return await openStorage(target);
}

const never = String(Number.MAX_SAFE_INTEGER);

function columnsOf(target: StorageTarget) {
  const columns = 'raw, content_hash, source_hash, run_id, created_run_id';
  return runSql(
    target,
    storeId,
    `select ${columns} from products where store_id = '${storeId}' order by external_id`,
  );
}

async function readAll(storage: Storage) {
  const reader = storage.reader(storeId);
  const page = await reader.products.page({ after: null, limit: 10 });
  const ids = page.products.map(({ externalId }) => externalId);
  const raw = await Promise.all(ids.map((id) => reader.products.raw(id)));
  const runs = await Promise.all(ids.map((id) => reader.products.runs(id)));
  return { products: page.products, raw, runs, damaged: await reader.products.damaged(ids) };
}

onBothEngines('rows stay plain until old nodes are gone', async ({ storage, target }) => {
  await storage.directory.createStore(storeRow(), []);
  const early = await reopened(target, never);
  await send(early, products);
  assert.equal(await early.write(storeId, (writer) => writer.products.shortenRows(10)), false);
  const [row] = await columnsOf(target);
  assert.equal(row?.raw, JSON.stringify(products[0]));
  const lengths = [row?.content_hash, row?.source_hash, row?.run_id].map((text) => String(text).length);
  assert.deepEqual([lengths, row?.created_run_id], [[43, 43, 36], row?.run_id]);
  await early.close();
});

onBothEngines('both forms of a row are the same product', async ({ storage, target }) => {
  await storage.directory.createStore(storeRow(), []);
  const early = await reopened(target, never);
  await send(early, products);
  const plain = await readAll(early);
  assert.deepEqual(
    plain.raw,
    products.map((product) => JSON.stringify(product)),
  );
  await setShortFrom(target, '0');
  await early.close();
  assert.equal(await storage.write(storeId, (writer) => writer.products.shortenRows(10)), false);
  assert.deepEqual(await readAll(storage), plain);
  const rows = await columnsOf(target);
  assert.deepEqual(
    rows.map((row) => [String(row.raw).startsWith('~'), String(row.content_hash).length, row.created_run_id]),
    rows.map(() => [true, 22, '=']),
  );
  // No hash looks new, whichever form it has.
  const again = await send(storage, products);
  assert.deepEqual([again.unchangedRows, again.queuedRows], [4, 0]);
});

onBothEngines('shortening continues where it was stopped', async ({ storage, target }) => {
  await storage.directory.createStore(storeRow(), []);
  const early = await reopened(target, never);
  await send(early, products);
  const plain = await readAll(early);
  await setShortFrom(target, '0');
  await early.close();
  const shortCounts: number[] = [];
  for (let isMore = true; isMore && shortCounts.length < 9; ) {
    const next = await openStorage(target);
    isMore = await next.write(storeId, (writer) => writer.products.shortenRows(2));
    // What is undone begins again at the same place.
    await assert.rejects(
      next.write(storeId, async (writer) => {
        await writer.products.shortenRows(2);
        throw new Error('killed');
      }),
      /killed/,
    );
    assert.deepEqual(await readAll(next), plain);
    await next.close();
    shortCounts.push((await columnsOf(target)).filter(({ raw }) => String(raw).startsWith('~')).length);
  }
  assert.deepEqual(shortCounts, [2, 4, 4]);
  assert.equal(await storage.write(storeId, (writer) => writer.products.shortenRows(2)), false);
});

onBothEngines('another store keeps its rows meanwhile', async ({ storage, target }) => {
  await storage.directory.createStore(storeRow(), []);
  await storage.directory.createStore(storeRow({ id: uuidOf(2) }), []);
  const early = await reopened(target, never);
  await send(early, products);
  await early.write(uuidOf(2), (writer) => writer.products.upsert([productWrite('x', 7)], 1));
  await setShortFrom(target, '0');
  await early.close();
  // A stretch of one: rows of the other store would come first.
  await storage.write(uuidOf(2), (writer) => writer.products.shortenRows(1));
  assert.ok((await columnsOf(target)).every(({ raw }) => String(raw).startsWith('{')));
  const [other] = await runSql(target, uuidOf(2), `select raw from products where store_id = '${uuidOf(2)}'`);
  assert.equal(other?.raw, '~a');
});

onBothEngines('a product names the run that made it', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const first = await send(storage, products);
  const second = await send(storage, [{ ...products[0], price: '8' }]);
  await storage.write(storeId, (writer) => writer.products.upsert([productWrite('e', 7)], 9));
  const third = await send(storage, [{ ...products[3], external_id: 'e' }]);
  const reader = storage.reader(storeId);
  const named = async (id: string) => {
    const { created, last } = await reader.products.runs(id);
    return [created?.id ?? null, last?.id ?? null];
  };
  assert.deepEqual(await named('a'), [first.id, second.id]);
  assert.deepEqual(await named('b'), [first.id, first.id]);
  assert.deepEqual(await named('e'), [null, third.id]);
});

onBothEngines('a packed text without its columns is damage', async ({ storage, target }) => {
  await storage.directory.createStore(storeRow(), []);
  await send(storage, [{ ...products[0], brand: 'Lux', color: 'red' }]);
  for (const change of [`brand = null`, `attributes = '[]'`, `raw = '~!'`, `raw = '~a9:"z":1'`]) {
    await runSql(target, storeId, `update products set ${change} where store_id = '${storeId}'`);
    const reader = storage.reader(storeId);
    await assert.rejects(reader.products.raw('a'), /products a: raw does not go with the rest of its row/);
    const damaged = await reader.products.damaged(['a']);
    assert.deepEqual(
      damaged.map(({ column }) => column),
      ['raw'],
      change,
    );
    const { updatedRows } = await send(storage, [{ ...products[0], brand: 'Lux', color: 'red' }]);
    assert.equal(updatedRows, 1, change);
    assert.ok((await reader.products.raw('a'))?.includes('Lux'));
  }
});

onBothEngines('a damaged plain row stays as it is', async ({ storage, target }) => {
  await storage.directory.createStore(storeRow(), []);
  const early = await reopened(target, never);
  await send(early, products);
  await setShortFrom(target, '0');
  await early.close();
  const damage = (set: string, id: string) =>
    runSql(
      target,
      storeId,
      `update products set ${set} where store_id = '${storeId}' and external_id = '${id}'`,
    );
  await damage(`raw = '{'`, 'a');
  await damage(`attributes = '{'`, 'b');
  await storage.write(storeId, (writer) => writer.products.shortenRows(10));
  const rows = await columnsOf(target);
  assert.deepEqual(
    rows.map(({ raw }) => String(raw)[0]),
    ['{', '{', '~', '~'],
  );
});

onSqlite('an offer of a product that is gone is refused', async ({ storage }) => {
  await storage.directory.createStore({ ...storeRow(), id: storeId }, []);
  await storage.write(storeId, (writer) => writer.products.upsert([productWrite('a', 1)], 1));
  const [known, gone] = ['a', 'b'].map((id) => productWrite(id, 1, { packedOffer: '{}' }));
  assert.ok(known && gone);
  await storage.write(storeId, (writer) => writer.products.upsert([known], 2));
  const refused = storage.write(storeId, (writer) => writer.products.upsert([gone], 3));
  await assert.rejects(refused, /The product b is gone while its store is locked/);
});
