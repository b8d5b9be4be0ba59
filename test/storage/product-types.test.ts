/**
 * Goal: what a product is stands beside its phrases, and the store's types are counted as products have them.
 * Method: both databases; counts are held against the products after every kind of write that changes a type.
 */
import assert from 'node:assert/strict';
import type { CountedType, PhraseSet } from '../../server/storage/enrichment/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { runSql } from '../support/damage.ts';
import { onBothEngines } from '../support/engines.ts';
import { productWrite, someTime, storeRow, typeRow } from '../support/storage-rows.ts';

const storeId = storeRow().id;
const writes = ['a', 'b', 'c', 'd'].map((externalId, index) =>
  productWrite(externalId, index, { product: { category: 'Home' } }),
);
const typed = (index: number, name: string | null, sourceHash: string | null = null) => ({
  productId: writes[index]?.id ?? '',
  sourceHash,
  suggestionPhrases: [],
  searchPhrases: [],
  type: name === null ? null : typeRow(name),
});

async function fill(storage: Storage): Promise<void> {
  await storage.directory.createStore(storeRow(), []);
  await storage.write(storeId, (writer) => writer.products.upsert(writes, 1));
}

const countsOf = async (storage: Storage) =>
  (await storage.reader(storeId).phrases.types({ after: null, limit: 9 })).map(({ name, products }) => [
    name,
    products,
  ]);

onBothEngines('a live type returns with every read of its product', async ({ storage }) => {
  await fill(storage);
  const type = { ...typeRow('desk lamp'), otherNames: ['reading light', 'Lampe à poser'] };
  await storage.write(storeId, (writer) => writer.phrases.write([{ ...typed(0, null), type }], 2));
  const reader = storage.reader(storeId);
  assert.deepEqual((await reader.products.find('a'))?.type, type);
  assert.equal((await reader.products.find('b'))?.type, null);
  const changed = await reader.products.changed({ after: { changeNumber: 1, externalId: 'd' }, limit: 5 });
  assert.deepEqual(
    changed.products.map((product) => product.type),
    [type],
  );
  // An import leaves it.
  await storage.write(storeId, (writer) => writer.products.upsert(writes, 3));
  assert.deepEqual((await reader.products.find('a'))?.type, type);
});

onBothEngines('types that are no longer live are kept beside', async ({ storage }) => {
  await fill(storage);
  const productId = writes[0]?.id ?? '';
  const set: PhraseSet = {
    productId,
    state: 'edited',
    generator: 'offline',
    model: null,
    promptVersion: 'p',
    generatedAt: someTime,
    sourceHash: 'h',
    reviewedAt: someTime,
    reviewedBy: 'Ada',
    lockedFrom: null,
    dropped: [],
    patterns: null,
    byDecision: false,
    generated: { suggestionPhrases: ['lamp'], searchPhrases: [], type: typeRow('lamp') },
    edited: { suggestionPhrases: [], searchPhrases: ['mine'], type: typeRow('desk lamp') },
  };
  await storage.write(storeId, (writer) => writer.phrases.writeSets([set]));
  assert.deepEqual((await storage.reader(storeId).phrases.sets([productId])).get(productId), set);
});

onBothEngines('types are counted as products gain and lose them', async ({ storage, target }) => {
  await fill(storage);
  await storage.write(storeId, (writer) =>
    writer.phrases.write([typed(0, 'lamp'), typed(1, 'lamp'), typed(2, 'sofa'), typed(3, null)], 2),
  );
  assert.deepEqual(await countsOf(storage), [
    ['lamp', 2],
    ['sofa', 1],
  ]);
  const moved = [typed(0, 'sofa'), typed(1, 'lamp'), typed(2, 'chair'), typed(3, 'bed', 'another hash')];
  await storage.write(storeId, (writer) => writer.phrases.write(moved, 3));
  const now = [
    ['chair', 1],
    ['lamp', 1],
    ['sofa', 1],
  ];
  assert.deepEqual(await countsOf(storage), now);
  await assert.rejects(
    storage.write(storeId, async (writer) => {
      await writer.phrases.write([typed(0, 'bed')], 4);
      throw new Error('It ends here.');
    }),
    /It ends here/,
  );
  assert.deepEqual(await countsOf(storage), now);
  await storage.write(storeId, async (writer) => {
    const product = { externalId: 'b', id: writes[1]?.id ?? '', createdAt: someTime };
    await writer.erasures.erase([product], { number: 5, at: someTime });
  });
  assert.deepEqual(await countsOf(storage), [
    ['chair', 1],
    ['sofa', 1],
  ]);
  await runSql(target, storeId, "update product_types set products = 7 where name = 'sofa'");
  await runSql(target, storeId, "update product_types set name = 'bed' where name = 'chair'");
  assert.ok((await storage.completeStores()) > 0);
  assert.deepEqual(await countsOf(storage), [
    ['chair', 1],
    ['sofa', 1],
  ]);
  assert.equal(await storage.completeStores(), 0);
});

onBothEngines('a damaged type is cleared and counted out', async ({ storage, target }) => {
  await fill(storage);
  await storage.write(storeId, (writer) => writer.phrases.write([typed(0, 'lamp'), typed(1, 'lamp')], 2));
  await runSql(target, storeId, "update products set type_details = '{' where external_id = 'a'");
  const reader = storage.reader(storeId);
  await assert.rejects(reader.products.find('a'), { code: 'store_unavailable', message: /type_details/ });
  const damaged = await reader.products.damaged(['a', 'b']);
  assert.deepEqual(
    damaged.map(({ id, column }) => [id, column]),
    [['a', 'type_details']],
  );
  await storage.write(storeId, async (writer) => {
    const known = await writer.products.known(['a', 'b']);
    assert.deepEqual([known.get('a')?.isSound, known.get('b')?.isSound], [false, true]);
    await writer.phrases.clear(damaged);
  });
  assert.equal((await reader.products.find('a'))?.type, null);
  assert.deepEqual(await countsOf(storage), [['lamp', 1]]);
});

onBothEngines('pages of types go by their products, then by name', async ({ storage }) => {
  await fill(storage);
  await storage.write(storeId, (writer) =>
    writer.phrases.write([typed(0, 'b'), typed(1, 'a'), typed(2, 'c'), typed(3, 'c')], 2),
  );
  const reader = storage.reader(storeId);
  const names: string[] = [];
  for (let after: CountedType | null = null; ; ) {
    const [next]: CountedType[] = await reader.phrases.types({ after, limit: 1 });
    if (next === undefined) break;
    names.push(next.name);
    after = next;
  }
  assert.deepEqual(names, ['c', 'a', 'b']);
  assert.deepEqual(await reader.phrases.productsOfType('c', 1), [
    { externalId: 'c', title: 'Title of c', category: 'Home', imageUrl: null },
  ]);
  assert.deepEqual(await reader.phrases.productsOfType('bed', 9), []);
});
