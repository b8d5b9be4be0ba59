/**
 * Goal: SQLite and PostgreSQL give the same answers to every call of the storage, so that no caller can tell which
 * one is there. Method: each test runs on an empty database of either kind.
 */
import assert from 'node:assert/strict';
import { changePages } from '../../server/autocomplete/changes/change-pages.ts';
import { AppError } from '../../server/errors.ts';
import type { StoredProduct, StoredProductPage } from '../../server/storage/records.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { onBothEngines } from '../support/engines.ts';
import {
  apiKeyRow,
  canonicalProduct,
  productWrite,
  someTime,
  storeRow,
  uuidOf,
} from '../support/storage-rows.ts';

const storeId = uuidOf(1);
const unchanged = { productCount: 0, inStockCount: 0, enrichmentCount: 0 };

onBothEngines('a new store and its keys are found', async ({ storage }) => {
  const secret = apiKeyRow({ allowedOrigins: ['https://shop.example'] });
  const storefront = apiKeyRow({
    id: uuidOf(101),
    kind: 'storefront',
    hash: 'b'.repeat(64),
    createdAt: someTime + 1,
  });
  await storage.directory.createStore(storeRow(), [storefront, secret]);
  assert.deepEqual(await storage.directory.findStore(storeId), storeRow());
  assert.deepEqual(await storage.directory.listStores(), [storeRow()]);
  assert.deepEqual(await storage.directory.findApiKey(secret.hash), secret);
  assert.deepEqual(await storage.directory.listApiKeys(storeId), [secret, storefront]);
});

onBothEngines('unknown stores, keys and marks are null', async ({ storage }) => {
  assert.equal(await storage.directory.findStore(storeId), null);
  assert.equal(await storage.directory.findApiKey('c'.repeat(64)), null);
  assert.equal(await storage.directory.revokeApiKey(storeId, uuidOf(100), someTime), null);
  assert.equal(await storage.directory.findMark('demo'), null);
});

onBothEngines('a store whose key is refused is not made', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), [apiKeyRow()]);
  const second = storeRow({ id: uuidOf(2) });
  await assert.rejects(storage.directory.createStore(second, [apiKeyRow({ storeId: second.id })]));
  assert.equal(await storage.directory.findStore(second.id), null);
});

onBothEngines('Contract §2 a key revoked twice keeps its first time', async ({ storage }) => {
  const key = apiKeyRow();
  await storage.directory.createStore(storeRow(), [key]);
  const revoked = await storage.directory.revokeApiKey(storeId, key.id, someTime + 5);
  assert.deepEqual(revoked, { ...key, revokedAt: someTime + 5 });
  assert.deepEqual(await storage.directory.revokeApiKey(storeId, key.id, someTime + 9), revoked);
  assert.deepEqual(await storage.directory.findApiKey(key.hash), revoked);
});

onBothEngines('a key cannot be revoked by another store', async ({ storage }) => {
  const key = apiKeyRow();
  await storage.directory.createStore(storeRow(), [key]);
  assert.equal(await storage.directory.revokeApiKey(uuidOf(2), key.id, someTime), null);
  assert.deepEqual(await storage.directory.findApiKey(key.hash), key);
});

onBothEngines('the last use of a key never moves back', async ({ storage }) => {
  const key = apiKeyRow();
  await storage.directory.createStore(storeRow(), [key]);
  await storage.directory.touchApiKeys(new Map([[key.id, someTime + 5]]));
  await storage.directory.touchApiKeys(new Map([[key.id, someTime + 2]]));
  assert.equal((await storage.directory.findApiKey(key.hash))?.lastUsedAt, someTime + 5);
});

onBothEngines('processes that touch the same keys cannot deadlock', async ({ storage, openAnother }) => {
  const keys = Array.from({ length: 60 }, (_, index) =>
    apiKeyRow({ id: uuidOf(100 + index), hash: `h${index}` }),
  );
  await storage.directory.createStore(storeRow(), keys);
  const uses = keys.map((key, index) => [key.id, someTime + index] as const);
  const another = await openAnother();
  for (let turn = 0; turn < 5; turn += 1) {
    await Promise.all([
      storage.directory.touchApiKeys(new Map(uses)),
      another.directory.touchApiKeys(new Map(uses.toReversed())),
    ]);
  }
  const stored = await storage.directory.listApiKeys(storeId);
  assert.deepEqual(
    stored.map((key) => [key.id, key.lastUsedAt]),
    uses,
  );
});

onBothEngines('the directory version rises with stores and keys only', async ({ storage }) => {
  const versionNow = async () => (await storage.directory.changesSince(null)).version;
  const versions = [await versionNow()];
  await storage.directory.createStore(storeRow(), []);
  versions.push(await versionNow());
  await storage.directory.insertApiKey(apiKeyRow());
  versions.push(await versionNow());
  await storage.directory.revokeApiKey(storeId, uuidOf(100), someTime);
  versions.push(await versionNow());
  assert.deepEqual(versions, [...new Set(versions)].sort());
  await storage.write(storeId, (writer) => writer.updateStore({ changeNumber: 1, ...unchanged }));
  await storage.directory.touchApiKeys(new Map([[uuidOf(100), someTime]]));
  assert.equal(await versionNow(), versions.at(-1));
});

onBothEngines('a key of an unknown store is refused', async ({ storage }) => {
  await assert.rejects(storage.directory.insertApiKey(apiKeyRow()));
});

onBothEngines('a mark is set once and keeps its value', async ({ storage, openAnother }) => {
  const another = await openAnother();
  const outcomes = await Promise.all([
    storage.directory.setMark('demo', 'first'),
    another.directory.setMark('demo', 'second'),
  ]);
  assert.deepEqual(outcomes.sort(), [false, true]);
  const value = await storage.directory.findMark('demo');
  assert.equal(await storage.directory.setMark('demo', 'third'), false);
  assert.equal(await another.directory.findMark('demo'), value);
});

onBothEngines('changed stores are the ones that moved or are new', async ({ storage }) => {
  for (const number of [1, 2, 3]) await storage.directory.createStore(storeRow({ id: uuidOf(number) }), []);
  await storage.write(uuidOf(2), (writer) => writer.updateStore({ changeNumber: 4, ...unchanged }));
  const known = new Map([
    [uuidOf(1), 0],
    [uuidOf(2), 3],
  ]);
  const changed = await storage.directory.changedStores(known);
  assert.deepEqual(
    changed.map((store) => [store.id, store.changeNumber]),
    [
      [uuidOf(2), 4],
      [uuidOf(3), 0],
    ],
  );
});

onBothEngines('a product comes back as it was written', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const product = canonicalProduct('full', {
    title: 'Größe 😀 "quoted" \\ it\'s',
    description: 'Line one\nline two\ttab',
    category: 'A > B',
    brand: 'b',
    author: 'c',
    isbn: 'd',
    gtin: '0001',
    ean: 'e',
    sku: 'f',
    mpn: 'g',
    price: '123456789012.345',
    compareAtPrice: '0.10',
    currency: 'EUR',
    stockQuantity: Number.MAX_SAFE_INTEGER,
    imageUrl: 'https://shop.example/i.png',
    imageUrls: ['https://shop.example/1.png', 'https://shop.example/2.png'],
    inStock: false,
    attributes: [
      ['__proto__', 'x'],
      ['constructor', '"; drop table products; --'],
    ],
  });
  const raw = '{ "b":1,"a":"\\u0000 \\ud800","b":2}';
  await writeProducts(storage, [productWrite('full', 1, { product, raw })], 7);
  const stored: StoredProduct = {
    ...product,
    id: uuidOf(1_001),
    suggestionPhrases: [],
    searchPhrases: [],
    type: null,
    createdAt: someTime,
    updatedAt: someTime,
    changeNumber: 7,
  };
  const reader = storage.reader(storeId);
  assert.deepEqual(await reader.products.find('full'), stored);
  assert.deepEqual((await reader.products.page({ after: null, limit: 5 })).products, [stored]);
  assert.equal(await reader.products.raw('full'), raw);
  assert.equal(await reader.products.find('absent'), null);
  assert.equal(await reader.products.raw('absent'), null);
});

onBothEngines('an upsert keeps the id and creation time of a product', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await writeProducts(storage, [productWrite('a', 1)], 1);
  const later = {
    createdAt: someTime + 9,
    updatedAt: someTime + 9,
    product: { title: 'New', inStock: false },
  };
  await writeProducts(storage, [productWrite('a', 2, later)], 2);
  const product = await storage.reader(storeId).products.find('a');
  assert.equal(product?.id, uuidOf(1_001));
  assert.equal(product.createdAt, someTime);
  assert.equal(product.updatedAt, someTime + 9);
  assert.equal(product.title, 'New');
  assert.equal(product.inStock, false);
  assert.equal(product.changeNumber, 2);
});

onBothEngines('existing products match the last upsert', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await writeProducts(storage, [productWrite('a', 1, { countsAsEnriched: true })], 1);
  await storage.write(storeId, async (writer) => {
    const existing = await writer.products.existing(['a', 'absent', '__proto__']);
    const expected = {
      id: uuidOf(1_001),
      inStock: true,
      contentHash: 'content-a',
      sourceHash: 'source-a',
      countsAsEnriched: true,
      isLocked: false,
    };
    assert.deepEqual([...existing], [['a', expected]]);
  });
});

onBothEngines('§3.1 retained: setting the stock forgets only the content hash', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  await writeProducts(storage, [productWrite('a', 1), productWrite('b', 2)], 1);
  await storage.write(storeId, (writer) => writer.products.setStock(['a', 'absent'], false, someTime + 1, 2));
  const reader = storage.reader(storeId);
  const before = {
    ...canonicalProduct('a'),
    suggestionPhrases: [],
    searchPhrases: [],
    type: null,
    createdAt: someTime,
  };
  const after = { id: uuidOf(1_001), inStock: false, updatedAt: someTime + 1, changeNumber: 2 };
  assert.deepEqual(await reader.products.find('a'), { ...before, ...after });
  assert.equal((await reader.products.find('b'))?.inStock, true);
  await storage.write(storeId, async (writer) => {
    const existing = await writer.products.existing(['a', 'b']);
    assert.deepEqual([existing.get('a')?.contentHash, existing.get('b')?.contentHash], ['', 'content-b']);
    assert.equal(existing.get('a')?.sourceHash, 'source-a');
  });
});

onBothEngines('Contract §7 external ids are ordered by code points', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const ids = ['a', 'Z', 'ß', 'z', 'é', '\uFFFD', '😀', 'A', '_', '10', '2', 'z😀', 'z\uFB00'];
  await writeProducts(
    storage,
    ids.map((id, index) => productWrite(id, index)),
    1,
  );
  const { products: page } = await storage.reader(storeId).products.page({ after: null, limit: 100 });
  const expected = [...ids].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)));
  assert.deepEqual(
    page.map((product) => product.externalId),
    expected,
  );
  const { products: rest } = await storage.reader(storeId).products.page({ after: 'z', limit: 2 });
  assert.deepEqual(
    rest.map((product) => product.externalId),
    ['z\uFB00', 'z😀'],
  );
  const changed = await storage
    .reader(storeId)
    .products.changed({ after: { changeNumber: 1, externalId: 'z' }, limit: 9 });
  assert.deepEqual(
    changed.products.map((product) => product.externalId),
    ['z\uFB00', 'z😀', 'ß', 'é', '\uFFFD', '😀'],
  );
});

onBothEngines('ten thousand products are paged once each', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const writes = Array.from({ length: 10_000 }, (_, index) => productWrite(`p${index}`, index));
  await writeProducts(storage, writes.slice(0, 5_000), 1);
  await writeProducts(storage, writes.slice(5_000), 2);
  const reader = storage.reader(storeId);
  const seen: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: StoredProductPage = await reader.products.page({ after, limit: 999 });
    seen.push(...page.products.map((product) => product.externalId));
    after = page.next;
    if (after === null) break;
  }
  const ids = writes.map((write) => write.product.externalId);
  assert.deepEqual(seen, [...ids].sort());
  const changed: string[] = [];
  for await (const { page } of changePages(reader.products, null, 2)) {
    changed.push(...page.products.map((product) => product.externalId));
  }
  assert.deepEqual(changed, [...ids.slice(0, 5_000).sort(), ...ids.slice(5_000).sort()]);
});

onBothEngines('ids that look like SQL are ordinary text', async ({ storage }) => {
  const hostile = [`'; drop table products; --`, '" or 1=1 --', '%', '_', '\\', '$1', '?', '{}', '\u2028'];
  await storage.directory.createStore(storeRow(), []);
  await writeProducts(
    storage,
    hostile.map((id, index) => productWrite(id, index)),
    1,
  );
  const reader = storage.reader(storeId);
  for (const id of hostile) assert.equal((await reader.products.find(id))?.externalId, id);
  await storage.write(storeId, async (writer) => {
    assert.equal((await writer.products.existing(hostile)).size, hostile.length);
    await writer.products.setStock(hostile.slice(0, 1), false, someTime, 2);
  });
  assert.equal((await reader.products.find('%'))?.inStock, true);
  assert.equal(await storage.reader(`'; reset all; --`).products.find('%'), null);
  await assert.rejects(
    storage.write(`' or ''='`, async () => {}),
    isNotFound,
  );
});

onBothEngines('enrichment jobs are one a product, the newest', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const job = (number: number, sourceHash: string) => ({
    productId: uuidOf(number),
    sourceHash,
    createdAt: someTime,
  });
  await storage.write(storeId, async (writer) => {
    await writer.enrichment.enqueue([job(1, 'a'), job(2, 'a')]);
    await writer.enrichment.enqueue([job(2, 'b')]);
    await writer.enrichment.enqueue(Array.from({ length: 1_200 }, (_, index) => job(index + 10, 'c')));
    assert.equal(await writer.enrichment.countQueued(), 1_202);
  });
  assert.equal(await storage.reader(storeId).enrichment.countQueued(), 1_202);
  assert.equal(await storage.reader(uuidOf(2)).enrichment.countQueued(), 0);
});

onBothEngines('a store counts its writers’ additions', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const update = { changeNumber: 3, productCount: 5, inStockCount: 4, enrichmentCount: 2 };
  await storage.write(storeId, (writer) => writer.updateStore(update));
  await storage.write(storeId, async (writer) => {
    assert.deepEqual(writer.store, storeRow(update));
    await writer.updateStore({ changeNumber: 4, productCount: -1, inStockCount: -2, enrichmentCount: 0 });
  });
  const expected = storeRow({ changeNumber: 4, productCount: 4, inStockCount: 2, enrichmentCount: 2 });
  assert.deepEqual(await storage.directory.findStore(storeId), expected);
});

onBothEngines('Contract §5 an idempotency key is found until it is deleted', async ({ storage }) => {
  await storage.directory.createStore(storeRow(), []);
  const record = { key: 'k', requestHash: 'h', importId: uuidOf(9), createdAt: someTime };
  await storage.write(storeId, (writer) => writer.idempotency.insert(record));
  await assert.rejects(storage.write(storeId, (writer) => writer.idempotency.insert(record)));
  assert.deepEqual(await storage.reader(storeId).idempotency.find('k'), record);
  await storage.write(storeId, (writer) => writer.idempotency.delete('other'));
  assert.deepEqual(await storage.reader(storeId).idempotency.find('k'), record);
  await storage.write(storeId, (writer) => writer.idempotency.delete('k'));
  assert.equal(await storage.reader(storeId).idempotency.find('k'), null);
});

onBothEngines('§1.8 two stores with the same ids stay apart', async ({ storage }) => {
  for (const number of [1, 2]) {
    await storage.directory.createStore(storeRow({ id: uuidOf(number) }), []);
    const write = productWrite('same', 1, { product: { title: `Of store ${number}` } });
    await storage.write(uuidOf(number), (writer) => writer.products.upsert([write], 1));
  }
  await storage.write(uuidOf(2), (writer) => writer.products.setStock(['same'], false, someTime, 2));
  const first = await storage.reader(uuidOf(1)).products.find('same');
  assert.deepEqual([first?.title, first?.inStock], ['Of store 1', true]);
  assert.equal((await storage.reader(uuidOf(2)).products.find('same'))?.title, 'Of store 2');
  assert.equal(await storage.reader(uuidOf(3)).products.find('same'), null);
});

onBothEngines('a storage opened for reading reads and cannot write', async ({ storage, openAnother }) => {
  await storage.directory.createStore(storeRow(), []);
  const reader = await openAnother({ readOnly: true });
  assert.deepEqual(await reader.directory.findStore(storeId), storeRow());
  await reader.ping();
  const readOnly = /opened read-only/;
  await assert.rejects(
    reader.write(storeId, async () => {}),
    readOnly,
  );
  await assert.rejects(reader.migrate(), readOnly);
  await assert.rejects(reader.directory.setMark('a', 'b'), readOnly);
});

async function writeProducts(
  storage: Storage,
  writes: readonly ReturnType<typeof productWrite>[],
  changeNumber: number,
): Promise<void> {
  await storage.write(storeId, (writer) => writer.products.upsert(writes, changeNumber));
}

function isNotFound(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}
