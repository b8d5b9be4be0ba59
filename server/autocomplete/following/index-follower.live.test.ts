import assert from 'node:assert/strict';
import { onBothEngines } from '../../../test/support/engines.ts';
import {
  createNumberedStore,
  createShops,
  type FollowedStores,
  followStores,
  holdReads,
  indexFolder,
  lamps,
  writeProducts,
  writeSynonyms,
} from '../../../test/support/followed-stores.ts';
import { readRules } from '../../../test/support/read-rules.ts';
import { apiKeyRow, uuidOf } from '../../../test/support/storage-rows.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { AppError, unavailable } from '../../errors.ts';
import type { MergePlan } from '../../search/engine.ts';
import { mergeSegments } from '../../search/indexing/merge-plan.ts';
import type { Storage } from '../../storage/storage.ts';

onBothEngines('each version of an index is published once, in order', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const life = followStores(storage, { folder: null });
  await life.round();
  await life.round();
  await writeProducts(storage, storeId, lamps(3, 1));
  await life.follower.follow(storeId);
  await life.follower.follow(storeId);
  await life.follower.load(storeId);
  assert.deepEqual(life.events, ['1:1', '1:2']);
});

onBothEngines('new synonyms are followed like new products', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const life = followStores(storage, { folder: null });
  await life.round();
  assert.deepEqual(life.titles(storeId, 'torchiere'), []);
  await writeSynonyms(storage, storeId, ['lamp', 'torchiere']);
  await life.follower.follow(storeId);
  assert.equal(life.titles(storeId, 'torchiere')?.length, 3);
  await writeSynonyms(storage, storeId, ['lamp', 'luminaire']);
  await life.follower.follow(storeId);
  assert.deepEqual(life.titles(storeId, 'torchiere'), []);
  assert.equal(life.titles(storeId, 'luminaire')?.length, 3);
});

onBothEngines('every node follows new rules and the products they name', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const lives = [followStores(storage, { folder: null }), followStores(storage, { folder: null })];
  for (const life of lives) await life.round();
  const rules = readRules([{ query: 'lamp', match: 'exact', pins: ['p9'] }], () => 'one');
  await storage.write(storeId, async (writer) => {
    const changeNumber = writer.store.changeNumber + 1;
    await writer.merchandising.replace({ rules, changeNumber, updatedAt: changeNumber });
    await writer.updateStore({ changeNumber, productCount: 0, inStockCount: 0, enrichmentCount: 0 });
  });
  const pinsOf = ({ registry }: FollowedStores) => registry.find(storeId)?.rules?.find('lamp', 0)?.pins;
  for (const life of lives) {
    await life.round();
    assert.deepEqual(pinsOf(life), []);
  }
  await writeProducts(storage, storeId, lamps(9, 1));
  for (const life of lives) {
    await life.round();
    assert.deepEqual(pinsOf(life), [uuidOf(1_009)]);
  }
  // A node that starts later knows them as well.
  const later = followStores(storage, { folder: null });
  await later.round();
  assert.deepEqual(pinsOf(later), [uuidOf(1_009)]);
});

onBothEngines('a long first read delays no other store', async ({ storage }) => {
  const [slow = '', quick = ''] = await createShops(storage, 2);
  const held = holdReads(storage, slow);
  held.hold();
  const life = followStores(held.storage, { folder: null });
  await life.follower.poll();
  await life.follower.load(quick);
  await writeProducts(storage, quick, lamps(3, 1));
  await life.follower.follow(quick);
  assert.equal(life.titles(quick, 'lamp')?.length, 4);
  assert.equal(life.titles(slow, 'lamp'), null);
  held.letGo();
  await life.follower.settled();
  assert.equal(life.titles(slow, 'lamp')?.length, 3);
});

onBothEngines('a long read of foreign changes delays no other store', async ({ storage }) => {
  const [slow = '', quick = ''] = await createShops(storage, 2);
  const held = holdReads(storage, slow);
  const life = followStores(held.storage, { folder: null });
  await life.round();
  held.hold();
  for (const storeId of [slow, quick]) await writeProducts(storage, storeId, lamps(3, 1));
  await life.follower.poll();
  await waitUntil('the quick store', () => life.titles(quick, 'lamp')?.length === 4);
  assert.equal(life.titles(slow, 'lamp')?.length, 3);
  held.letGo();
  await life.follower.settled();
  assert.equal(life.titles(slow, 'lamp')?.length, 4);
});

onBothEngines('Contract §4 a long run makes new versions once a second at most', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const life = followStores(storage, { folder: null, pollsApartMs: 1_000 });
  await life.round();
  await writeProducts(storage, storeId, lamps(3, 1));
  await life.round();
  await writeProducts(storage, storeId, lamps(4, 1));
  await life.round();
  assert.equal(life.titles(storeId, 'lamp')?.length, 4);
  life.clock.advanceMs(1_000);
  await life.round();
  assert.equal(life.titles(storeId, 'lamp')?.length, 5);
});

onBothEngines('Contract §4 a write answered during loading is in the first answer', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const held = holdReads(storage, storeId);
  held.hold();
  const life = followStores(held.storage, { folder: null });
  const loading = life.follower.load(storeId);
  // The first page is read by now; the write comes after it, and does not wait for the load.
  await new Promise((resolve) => setImmediate(resolve));
  await writeProducts(storage, storeId, lamps(3, 1));
  await life.follower.follow(storeId);
  assert.equal(life.titles(storeId, 'lamp'), null);
  held.letGo();
  await loading;
  assert.deepEqual(life.events, ['1:2']);
  assert.equal(life.titles(storeId, 'lamp')?.length, 4);
});

onBothEngines('beyond the memory bound the index used longest ago leaves', async ({ storage }) => {
  const storeIds = await createShops(storage, 4);
  const [first = '', second = '', third = '', fourth = ''] = storeIds;
  const one = followStores(storage, { folder: null });
  await one.follower.load(first);
  const bytes = one.bytes();
  const life = followStores(storage, { folder: null, memoryMaxBytes: bytes * 3.5 });
  for (const storeId of [first, second, third]) await life.follower.load(storeId);
  life.follower.noteUses([first]);
  await life.follower.load(fourth);
  assert.deepEqual(life.events, ['1:1', '2:1', '3:1', '4:1', '-2']);
  life.clock.advanceMs(1_000);
  await life.follower.load(second);
  assert.deepEqual(life.events.slice(5), ['2:1', '-3']);
});

onBothEngines('an unloaded store is not followed until requested', async ({ storage }) => {
  const [first = '', second = ''] = await createShops(storage, 2);
  const life = followStores(storage, { folder: null, memoryMaxBytes: 1 });
  await life.follower.load(first);
  await life.follower.load(second);
  await writeProducts(storage, first, lamps(3, 1));
  await life.follower.follow(first);
  await life.round();
  assert.deepEqual(life.events, ['1:1', '2:1', '-1']);
  life.clock.advanceMs(1_000);
  await life.follower.load(first);
  assert.equal(life.titles(first, 'lamp')?.length, 4);
});

onBothEngines('a start loads recently used stores while they fit', async ({ storage }) => {
  const storeIds = await createShops(storage, 4);
  for (const [index, lastUsedAt] of [7, null, 9, 8].entries()) {
    const key = {
      id: uuidOf(200 + index),
      storeId: storeIds[index] ?? '',
      lastUsedAt,
      hash: `hash-${index}`,
    };
    await storage.directory.insertApiKey(apiKeyRow(key));
  }
  const one = followStores(storage, { folder: null });
  await one.follower.load(storeIds[0] ?? '');
  const life = followStores(storage, { folder: null, memoryMaxBytes: one.bytes() * 2.5 });
  await life.round();
  await life.round();
  assert.deepEqual(life.events, ['3:1', '4:1', '1:1', '-1']);
});

onBothEngines('an index that is being read stays in memory', async ({ storage }) => {
  const [slow = '', quick = ''] = await createShops(storage, 2);
  const held = holdReads(storage, slow);
  held.hold();
  const life = followStores(held.storage, { folder: null, memoryMaxBytes: 1 });
  const loading = life.follower.load(slow);
  await life.follower.load(quick);
  held.letGo();
  await loading;
  assert.deepEqual(life.events, ['2:1', '1:1', '-2']);
});

onBothEngines('calls come between the pages of a read', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const life = followStores(storage, { folder: null });
  const seen: unknown[] = [];
  setImmediate(() => seen.push(life.titles(storeId, 'lamp')));
  await life.follower.load(storeId);
  assert.deepEqual(seen, [null]);
});

onBothEngines('an unsaved index is saved as it leaves and loads again', async ({ storage }) => {
  const [first = '', second = ''] = await createShops(storage, 2);
  const { folder, remove } = indexFolder();
  try {
    const life = followStores(storage, { folder, memoryMaxBytes: 1 });
    await life.follower.load(first);
    await life.follower.load(second);
    await life.follower.saveLeaving();
    assert.equal(life.titles(first, 'lamp'), null);
    await life.round();
    await life.save();
    const reads: number[] = [];
    const after = followStores(storage, { folder, onRead: (count) => reads.push(count) });
    await after.round();
    assert.deepEqual(reads, [0, 0]);
    assert.deepEqual(after.warnings, []);
  } finally {
    remove();
  }
});

/** So many that their merge is not done at once. */
const manyPerWrite = 150;

onBothEngines('writes go on while large merges run elsewhere', async ({ storage }) => {
  const storeId = await createNumberedStore(storage, 1);
  const plans: { readonly plan: MergePlan; readonly done: PromiseWithResolvers<SharedArrayBuffer> }[] = [];
  const life = followStores(storage, {
    folder: null,
    mergeElsewhere(plan) {
      const done = Promise.withResolvers<SharedArrayBuffer>();
      plans.push({ plan, done });
      return done.promise;
    },
  });
  for (let write = 0; write < 4; write += 1) {
    await writeProducts(storage, storeId, lamps(write * manyPerWrite, manyPerWrite));
    await life.round();
  }
  const [merge] = plans;
  assert.ok(merge !== undefined);
  assert.equal(merge.plan.documentCount, 4 * manyPerWrite);
  await writeProducts(storage, storeId, lamps(1, 2, 'Chair'));
  await life.round();
  assert.deepEqual(life.titles(storeId, 'chair'), ['Chair 1', 'Chair 2']);
  for (let write = 0; write < 4; write += 1) {
    await writeProducts(storage, storeId, lamps(write * manyPerWrite + 5, manyPerWrite - 5, 'Table'));
    await life.round();
  }
  assert.equal(plans.length, 1, 'one merge at a time');
  merge.done.resolve(mergeSegments(merge.plan));
  await life.round();
  assert.deepEqual(life.titles(storeId, 'chair'), ['Chair 1', 'Chair 2']);
  assert.equal(life.registry.size().documents, 4 * manyPerWrite);
  assert.equal(plans.length, 2);
});

onBothEngines('a resting index is merged further, a written one is not', async ({ storage }) => {
  const storeId = await createNumberedStore(storage, 1);
  const life = followStores(storage, { folder: null });
  for (const [from, count] of [
    [0, 8],
    [8, 2],
  ] as const) {
    await writeProducts(storage, storeId, lamps(from, count));
    await life.round();
  }
  life.clock.advanceMs(4_999);
  await life.round();
  await writeProducts(storage, storeId, lamps(8, 2, 'Chair'));
  await life.round();
  life.clock.advanceMs(4_999);
  await life.round();
  life.clock.advanceMs(1);
  await life.round();
  assert.equal(life.segmentCount(), 1);
  assert.deepEqual(life.titles(storeId, 'chair'), ['Chair 8', 'Chair 9']);
});

/** A follower whose first large merge fails, and the documents of each that was tried. */
function followFailingOnce(storage: Storage) {
  const sizes: number[] = [];
  const life = followStores(storage, {
    folder: null,
    async mergeElsewhere(plan) {
      sizes.push(plan.documentCount);
      if (sizes.length === 1) throw new Error('out of memory');
      return mergeSegments(plan);
    },
  });
  return { life, sizes };
}

onBothEngines('a failed merge is reported and retried, smaller ones first', async ({ storage }) => {
  const storeId = await createNumberedStore(storage, 1);
  const { life, sizes } = followFailingOnce(storage);
  await life.round();
  const perWrite = 900;
  for (let write = 0; write < 10; write += 1) {
    await writeProducts(storage, storeId, lamps(write * perWrite, perWrite));
    await life.follower.follow(storeId);
    life.clock.advanceMs(3_000); // Faster, it would be an import.
  }
  await life.round();
  await life.round();
  assert.deepEqual(sizes, [10 * perWrite]);
  assert.equal(life.warnings.length, 1);
  assert.match(life.warnings[0] ?? '', /9000 products failed.*out of memory/);
  life.clock.advanceMs(60_000);
  for (let round = 0; round < 3; round += 1) await life.round();
  assert.deepEqual(sizes.slice(1), [5 * perWrite, 5 * perWrite, 10 * perWrite]);
  assert.equal(life.segmentCount(), 1);
  assert.equal(life.registry.size().documents, 10 * perWrite);
});

onBothEngines('a small merge that fails makes no later one smaller', async ({ storage }) => {
  const storeId = await createNumberedStore(storage, 1);
  const { life, sizes } = followFailingOnce(storage);
  for (let write = 0; write < 4; write += 1) {
    await writeProducts(storage, storeId, lamps(write * manyPerWrite, manyPerWrite));
    await life.round();
  }
  life.clock.advanceMs(60_000);
  await life.round();
  assert.deepEqual(sizes, [4 * manyPerWrite, 4 * manyPerWrite]);
  assert.equal(life.segmentCount(), 1);
});

onBothEngines('a database that is away is asked again', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  let isAway = true;
  const life = followStores(storage, {
    folder: null,
    onRead() {
      if (isAway) throw unavailable('The database is away.', 1);
    },
  });
  await life.round();
  assert.equal(life.titles(storeId, 'lamp'), null);
  isAway = false;
  await life.round();
  assert.equal(life.titles(storeId, 'lamp')?.length, 3);
  isAway = true;
  await writeProducts(storage, storeId, lamps(3, 1));
  await assert.rejects(life.follower.follow(storeId), AppError);
  await life.round();
  assert.equal(life.titles(storeId, 'lamp')?.length, 3);
  isAway = false;
  await life.round();
  assert.equal(life.titles(storeId, 'lamp')?.length, 4);
});

onBothEngines('a failed long read is saved up to its progress', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const { folder, remove } = indexFolder();
  try {
    let pages = 0;
    const onRead = () => {
      pages += 1;
      // The first page was the load; four of the next ones are shown after a second, one is not.
      if (pages === 5) life.clock.advanceMs(1_000);
      if (pages === 7) throw unavailable('The database is away.', 1);
    };
    const life = followStores(storage, { folder, onRead });
    await life.follower.load(storeId);
    await writeProducts(storage, storeId, lamps(10, 5_500));
    await assert.rejects(life.follower.follow(storeId), AppError);
    await life.save();
    const reads: number[] = [];
    const after = followStores(storage, { folder, onRead: (count) => reads.push(count) });
    await after.round();
    assert.deepEqual([life.segmentCount(), after.warnings, reads], [2, [], [1_000, 500]]);
    assert.equal(after.titles(storeId, 'lamp 5509')?.[0], 'Lamp 5509');
  } finally {
    remove();
  }
});
