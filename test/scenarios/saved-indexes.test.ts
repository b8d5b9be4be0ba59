/**
 * Goal: a saved index is a cache and nothing more. Whatever happened to it or to the database since, a start answers
 * as if it had read everything from the database, and what cannot be used is told. Method: real files and databases;
 * files are damaged, the database is exchanged for one with another history.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { indexVersion } from '../../server/autocomplete/changes/to-document.ts';
import { createSystemClock } from '../../server/clock.ts';
import { createIndexFiles } from '../../server/index-files/index-files.ts';
import { purgeProduct } from '../../server/ingest/remove-product.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { createServiceData, createStoreOn, startChildService } from '../support/child-service.ts';
import { anyEngine, onBothEngines } from '../support/engines.ts';
import {
  createNumberedStore,
  followStores,
  indexFolder,
  lamps,
  type WrittenProduct,
  writeProducts,
  writeSettings,
  writeSynonyms,
} from '../support/followed-stores.ts';
import { productPath, putProduct, titlesFor } from '../support/store-calls.ts';

interface Shop {
  readonly storage: Storage;
  readonly storeId: string;
  readonly folder: string;
}

/** A database with one store of ten lamps, and a folder for its index. */
function onShop(title: string, run: (shop: Shop) => Promise<void>): void {
  onBothEngines(title, async ({ storage }) => {
    const { folder, remove } = indexFolder();
    try {
      const storeId = await createNumberedStore(storage, 1);
      await writeProducts(storage, storeId, lamps(0, 10));
      await run({ storage, storeId, folder });
    } finally {
      remove();
    }
  });
}

/** Loads everything, saves it, and forgets it, as a service that stops does. */
async function startAndSave(storage: Storage, folder: string): Promise<void> {
  const life = followStores(storage, { folder });
  await life.round();
  await life.follower.saveAll();
  assert.deepEqual(life.warnings, []);
}

/** Starts with the files that are there: what was read of the database, what is answered, what was told. */
async function startAgain({ storage, storeId, folder }: Shop) {
  const reads: number[] = [];
  const life = followStores(storage, { folder, onRead: (count) => reads.push(count) });
  await life.round();
  return { life, reads, titles: life.titles(storeId, 'lamp')?.sort(), warnings: life.warnings };
}

const tenLamps = lamps(0, 10).map(({ title }) => title);

onShop('a start reads only changes since the last save', async (shop) => {
  const { storage, storeId, folder } = shop;
  await startAndSave(storage, folder);
  await writeProducts(storage, storeId, [{ number: 3, title: 'Chair' }]);
  const { life, reads, warnings } = await startAgain(shop);
  assert.deepEqual([reads, warnings], [[1], []]);
  assert.deepEqual(life.titles(storeId, 'chair'), ['Chair']);
  assert.equal(life.titles(storeId, 'lamp')?.length, 9);
});

onShop('a saved index goes by the synonyms of the database', async (shop) => {
  const { storage, storeId, folder } = shop;
  await writeSynonyms(storage, storeId, ['lamp', 'torchiere']);
  await startAndSave(storage, folder);
  const same = await startAgain(shop);
  assert.deepEqual([same.reads, same.warnings], [[0], []]);
  assert.equal(same.life.titles(storeId, 'torchiere')?.length, 10);
  await writeSynonyms(storage, storeId, ['lamp', 'luminaire']);
  const changed = await startAgain(shop);
  assert.deepEqual([changed.reads, changed.warnings], [[0], []]);
  assert.deepEqual(changed.life.titles(storeId, 'torchiere'), []);
  assert.equal(changed.life.titles(storeId, 'luminaire')?.length, 10);
});

onShop('a saved index with a former currency never comes back', async (shop) => {
  const { storage, storeId, folder } = shop;
  await startAndSave(storage, folder);
  await writeSettings(storage, storeId, { currency: 'CHF' });
  const changed = await startAgain(shop);
  assert.deepEqual(changed.life.currencies(storeId, 'lamp'), ['CHF']);
  assert.match(changed.warnings.join(), /currency is USD there, and CHF here/);
  // A currency that changes while the index is in memory is saved with it.
  await writeSettings(storage, storeId, { currency: 'EUR' });
  await changed.life.round();
  await changed.life.follower.saveAll();
  const again = await startAgain(shop);
  assert.deepEqual([again.reads, again.warnings], [[0], []]);
  assert.deepEqual(again.life.currencies(storeId, 'lamp'), ['EUR']);
});

onShop('a saved index stays usable after a product was erased', async (shop) => {
  const { storage, storeId, folder } = shop;
  await startAndSave(storage, folder);
  // The newest product and an older one: witnesses of the index, before and after it is saved with the erasure.
  for (const number of [12, 3]) {
    await writeProducts(storage, storeId, lamps(number, 1));
    const life = followStores(storage, { folder });
    await life.round();
    await life.save();
    await purgeProduct(storage, { storeId, externalId: `p${number}` }, createSystemClock());
    await life.round();
    await life.follower.saveAll();
    const { reads, titles, warnings } = await startAgain(shop);
    assert.deepEqual([reads, warnings], [[0], []]);
    assert.deepEqual(
      titles,
      tenLamps.filter((title) => number === 12 || title !== 'Lamp 3'),
    );
  }
});

test('a server stopped after a purge takes its saved index', async () => {
  const data = await createServiceData('sqlite');
  try {
    const settings = { LOG_LEVEL: 'warn' };
    const first = await startChildService(data, settings);
    const { keys } = await createStoreOn(data);
    const [before, id] = [first.caller(keys.secret), 'ZED'];
    for (const kept of ['one', 'two']) await putProduct(before, kept, { title: `Lamp ${kept}` });
    await putProduct(before, id, { title: 'Lamp zed' });
    assert.deepEqual(await titlesFor(before, 'zed'), ['Lamp zed']);
    assert.equal((await before.request('DELETE', `${productPath(id)}?purge=true`)).status, 200);
    assert.equal(await first.end('SIGTERM'), 0);
    const second = await startChildService(data, settings);
    const after = second.caller(keys.secret);
    assert.deepEqual((await titlesFor(after, 'lamp')).sort(), ['Lamp one', 'Lamp two']);
    assert.deepEqual(await titlesFor(after, 'zed'), []);
    const { text: metrics } = await after.request('GET', '/metrics');
    assert.deepEqual(/index_loads_total\{from="files"\} \d/.exec(metrics)?.[0].slice(-1), '1');
    assert.equal(await second.end('SIGTERM'), 0);
    assert.doesNotMatch(second.log(), /saved index/);
  } finally {
    data.remove();
  }
});

onShop('without files every start reads the database', async ({ storage, storeId }) => {
  for (let start = 0; start < 2; start += 1) {
    const reads: number[] = [];
    const life = followStores(storage, { folder: null, onRead: (count) => reads.push(count) });
    await life.round();
    await life.save();
    assert.deepEqual([reads, life.titles(storeId, 'lamp')?.length], [[10], 10]);
  }
});

onShop('an index stays right over many changes, merges and starts', async (shop) => {
  const { storage, storeId, folder } = shop;
  const titles = new Map(lamps(0, 10).map(({ number, title }) => [number, title]));
  for (let start = 0; start < 6; start += 1) {
    const life = followStores(storage, { folder });
    for (let step = 0; step < 5; step += 1) {
      const products = lamps((start * 7 + step * 3) % 16, 4, `Lamp v${start}${step}`);
      await writeProducts(storage, storeId, products);
      for (const { number, title } of products) titles.set(number, title);
      await life.round();
      if (step % 2 === start % 2) await life.save();
    }
    assert.deepEqual(life.titles(storeId, 'lamp')?.sort(), [...titles.values()].sort());
    assert.deepEqual(life.warnings, []);
  }
});

onShop('indexes are saved at most once in their pause', async ({ storage, storeId, folder }) => {
  const life = followStores(storage, { folder });
  await life.round();
  await life.save();
  for (let number = 20; number < 25; number += 1) {
    await writeProducts(storage, storeId, lamps(number, 1));
    await life.round();
    assert.equal(await life.follower.saveOnce(), null);
    life.clock.advanceMs(199);
  }
  life.clock.advanceMs(200);
  assert.notEqual(await life.follower.saveOnce(), null);
  assert.equal(await life.follower.saveOnce(), null);
});

const damages: Readonly<Record<string, (saved: string) => void>> = {
  'a manifest cut short': (saved) => truncateSync(join(saved, 'index.manifest'), 40),
  'an empty manifest': (saved) => truncateSync(join(saved, 'index.manifest')),
  'a folder in the place of the manifest': (saved) => {
    rmSync(join(saved, 'index.manifest'));
    mkdirSync(join(saved, 'index.manifest'));
  },
  'random text in the place of the manifest': (saved) =>
    writeFileSync(join(saved, 'index.manifest'), 'x'.repeat(999)),
};

for (const [name, damage] of Object.entries(damages)) {
  onShop(`after ${name} the index is rebuilt with a warning`, async (shop) => {
    const { storage, storeId, folder } = shop;
    await startAndSave(storage, folder);
    damage(join(folder, storeId));
    const { life, reads, titles, warnings } = await startAgain(shop);
    assert.deepEqual([reads, titles], [[10], tenLamps]);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', new RegExp(`${storeId}.* rebuilt from the database.*index\\.manifest`));
    await life.follower.saveAll();
    assert.deepEqual((await startAgain(shop)).reads, [0]);
  });
}

onShop('unwritable files are reported once and block no store', async (shop) => {
  const { storage, storeId, folder } = shop;
  writeFileSync(folder, 'in the way');
  const life = followStores(storage, { folder });
  for (let number = 20; number < 23; number += 1) {
    await writeProducts(storage, storeId, [{ number, title: 'Chair' }]);
    await life.round();
    await life.save();
  }
  assert.equal(life.titles(storeId, 'chair')?.length, 3);
  assert.equal(life.warnings.length, 1);
  assert.match(life.warnings[0] ?? '', /cannot be saved/);
  life.clock.advanceMs(27_500);
  assert.equal(await life.follower.saveOnce(), null, 'a while passes before the next attempt');
  life.clock.advanceMs(500);
  assert.notEqual(await life.follower.saveOnce(), null);
  assert.equal(life.warnings.length, 1);
  rmSync(folder);
  life.clock.advanceMs(30_000);
  await life.save();
  assert.deepEqual(readdirSync(folder), [storeId]);
  assert.deepEqual((await startAgain(shop)).reads, [0]);
});

onShop('whole files that hold no index are not used', async (shop) => {
  const { storage, storeId, folder } = shop;
  const store = await storage.directory.findStore(storeId);
  assert.ok(store !== null);
  const { createdAt, locale, currency, groupVariants } = store;
  const segment = { id: 1, data: new SharedArrayBuffer(4_096), tombstones: new SharedArrayBuffer(4) };
  await createIndexFiles(folder).save({
    identity: { storeId, createdAt, locale, currency, groupVariants, version: indexVersion },
    changeNumber: 1,
    position: { changeNumber: 1, externalId: 'p9' },
    witnesses: [],
    synonyms: null,
    segments: [segment],
  });
  const { reads, titles, warnings } = await startAgain(shop);
  assert.deepEqual([reads, titles], [[10], tenLamps]);
  assert.match(warnings.join(), /not an index segment/);
});

/** One change of a history: products, and when it happened. */
type Change = readonly [products: readonly WrittenProduct[], updatedAt: number];

/** A database of its own with the same store and this history. */
async function onHistory(
  changes: readonly Change[],
  run: (storage: Storage, storeId: string) => Promise<void>,
) {
  const database = await anyEngine.open();
  const storage = await openStorage(database.target);
  try {
    await storage.migrate();
    const storeId = await createNumberedStore(storage, 1);
    for (const [products, updatedAt] of changes) await writeProducts(storage, storeId, products, updatedAt);
    await run(storage, storeId);
  } finally {
    await storage.close();
    await database.close();
  }
}

/** Saves the index of one history, starts on it with another: that one is answered. Returns what was told. */
async function exchangeHistory(before: readonly Change[], after: readonly Change[]): Promise<string> {
  const { folder, remove } = indexFolder();
  let told = '';
  try {
    await onHistory(before, (storage) => startAndSave(storage, folder));
    await onHistory(after, async (storage, storeId) => {
      const fresh = followStores(storage, { folder: null });
      await fresh.round();
      const { titles, warnings } = await startAgain({ storage, storeId, folder });
      assert.deepEqual(titles, fresh.titles(storeId, 'lamp')?.sort());
      told = warnings.join();
      assert.equal(existsSync(join(folder, storeId)), told === '');
    });
  } finally {
    remove();
  }
  return told;
}

const founding: Change = [lamps(0, 10), 1];

test('an index ahead of a restored database is not used', async () => {
  const told = await exchangeHistory([founding, [lamps(0, 2, 'Lamp new'), 2]], [founding]);
  assert.match(told, /goes to change 2, the database to 1/);
});

test('an index of an abandoned history is not used', async () => {
  const before: Change[] = [founding, [lamps(0, 3, 'Lamp old'), 2]];
  const after: Change[] = [founding, [lamps(1, 3, 'Lamp new'), 3], [lamps(9, 1, 'Lamp newest'), 4]];
  assert.match(await exchangeHistory(before, after), /another history/);
});

test('an old diverged history is detected despite newer changes', async () => {
  const path = (from: number, title: string): Change[] =>
    Array.from({ length: 12 }, (_, step) => [lamps(step % 10, 1, title), from + step]);
  const before: Change[] = [founding, ...path(2, 'Lamp old')];
  // The same products in the same order, later: the newest of the index have higher numbers now.
  const after: Change[] = [founding, [lamps(5, 1, 'Lamp other'), 100], ...path(101, 'Lamp new')];
  assert.match(await exchangeHistory(before, after), /another history/);
});

test('an index with products that the database lacks is not used', async () => {
  const before: Change[] = [founding, [lamps(10, 3), 2]];
  const after: Change[] = [founding, [lamps(10, 1), 2]];
  assert.match(await exchangeHistory(before, after), /does not hold the 11 products/);
});

test('an index whose synonyms have another history is not used', async () => {
  const { folder, remove } = indexFolder();
  const histories = [
    ['torchiere', 2],
    ['luminaire', 3],
  ] as const;
  try {
    for (const [index, [term, updatedAt]] of histories.entries()) {
      await onHistory([founding], async (storage, storeId) => {
        await writeSynonyms(storage, storeId, ['lamp', term], updatedAt);
        const { life, warnings } = await startAgain({ storage, storeId, folder });
        assert.equal(life.titles(storeId, term)?.length, 10);
        assert.equal(warnings.length, index);
        assert.match(warnings.join(), index === 0 ? /^$/ : /synonyms have another history/);
        await life.follower.saveAll();
      });
    }
  } finally {
    remove();
  }
});

test('the index of a database continued elsewhere is used', async () => {
  const before: Change[] = [founding, [lamps(0, 2, 'Lamp new'), 2]];
  assert.equal(await exchangeHistory(before, [...before, [lamps(0, 5, 'Lamp newer'), 3]]), '');
});

onShop('a manifest of one store is worth nothing to another', async (shop) => {
  const { storage, folder } = shop;
  const other = await createNumberedStore(storage, 2);
  await startAndSave(storage, folder);
  rmSync(join(folder, other), { recursive: true });
  cpSync(join(folder, shop.storeId), join(folder, other), { recursive: true });
  const { life, warnings } = await startAgain(shop);
  assert.deepEqual(life.titles(other, 'lamp'), []);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0] ?? '', /storeId/);
});
