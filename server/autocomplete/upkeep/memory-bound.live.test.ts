import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { caseCount } from '../../../test/support/case-count.ts';
import { onAnyEngine, withAnyEngine } from '../../../test/support/engines.ts';
import {
  createShops,
  type FollowedStores,
  type FollowerOptions,
  followStores,
  indexFolder,
  lamps,
  writeProducts,
  writeSynonyms,
} from '../../../test/support/followed-stores.ts';
import { watchedQuarantine } from '../../../test/support/quarantines.ts';
import type { Storage } from '../../storage/storage.ts';

/** Runs a test with a folder for saved indexes, and shops, all of whose indexes take as much. */
async function withShops(
  storage: Storage,
  count: number,
  run: (shops: {
    readonly storeIds: readonly string[];
    /** The size of one index. */
    readonly bytes: number;
    readonly folder: string;
    readonly follow: (options?: Partial<FollowerOptions>) => FollowedStores;
  }) => Promise<void>,
): Promise<void> {
  const storeIds = await createShops(storage, count);
  const { folder, remove } = indexFolder();
  try {
    const one = followStores(storage, { folder: null });
    await one.follower.load(storeIds[0] ?? '');
    const follow = (options = {}) => followStores(storage, { folder, ...options });
    await run({ storeIds, bytes: one.bytes(), folder, follow });
  } finally {
    remove();
  }
}

onAnyEngine('an index is asked until it is saved', async ({ storage }) => {
  await withShops(storage, 2, async ({ storeIds, follow }) => {
    const [first = '', second = ''] = storeIds;
    const life = follow({ memoryMaxBytes: 1 });
    for (const storeId of [first, second]) await life.follower.load(storeId);
    assert.equal(life.titles(first, 'lamp 1')?.[0], 'Lamp 1');
    // It is followed as well, and what it shows since is saved before it leaves.
    await writeProducts(storage, first, lamps(3, 1));
    await life.follower.follow(first);
    assert.equal(life.titles(first, 'lamp 3')?.[0], 'Lamp 3');
    assert.equal(await life.follower.saveLeaving(), true);
    assert.deepEqual(life.events, ['1:1', '2:1', '1:2', '-1']);
    await life.follower.load(first);
    assert.equal(life.titles(first, 'lamp 3')?.[0], 'Lamp 3');
    assert.deepEqual(life.registry.size().loads, { files: 1, shared: 0, products: 2 });
  });
});

onAnyEngine('an index about to leave is taken back without reading', async ({ storage }) => {
  await withShops(storage, 3, async ({ storeIds, bytes, follow }) => {
    const [first = '', second = '', third = ''] = storeIds;
    const reads: number[] = [];
    const life = follow({ memoryMaxBytes: bytes * 2.5, onRead: (count) => reads.push(count) });
    for (const storeId of storeIds) await life.follower.load(storeId);
    reads.length = 0;
    life.follower.noteUses([first]);
    life.follower.keepBound();
    await life.follower.saveLeaving();
    assert.deepEqual(life.events, ['1:1', '2:1', '3:1', '-2']);
    assert.deepEqual(reads, []);
    assert.deepEqual(
      [first, second, third].map((id) => life.titles(id, 'lamp')?.length),
      [3, undefined, 3],
    );
  });
});

onAnyEngine('shops by turns are built once, then read from files', async ({ storage }) => {
  await withShops(storage, 6, async ({ storeIds, bytes, follow }) => {
    const reads: number[] = [];
    const life = follow({ memoryMaxBytes: bytes * 2.5, onRead: (count) => reads.push(count) });
    for (let round = 0; round < 5; round += 1) {
      for (const storeId of storeIds) {
        await life.follower.load(storeId);
        assert.equal(life.titles(storeId, 'lamp')?.length, 3);
        await life.follower.saveLeaving();
      }
    }
    assert.deepEqual(life.registry.size().loads, { files: 24, shared: 0, products: 6 });
    // Of a store that did not change nothing is read but its file.
    assert.deepEqual(reads, Array(6).fill(3));
  });
});

onAnyEngine('a store that returns shows changes made meanwhile', async ({ storage }) => {
  await withShops(storage, 2, async ({ storeIds, follow }) => {
    const [first = '', second = ''] = storeIds;
    await writeSynonyms(storage, second, ['lamp', 'light']);
    const life = follow({ memoryMaxBytes: 1 });
    const inTurn = async (storeId: string) => {
      await life.follower.load(storeId);
      await life.follower.saveLeaving();
    };
    for (const storeId of [first, second, first]) await inTurn(storeId);
    await writeProducts(storage, first, lamps(3, 1));
    await inTurn(second);
    assert.equal(life.titles(second, 'light')?.length, 3);
    await writeSynonyms(storage, second, ['lamp', 'candle']);
    await inTurn(first);
    assert.equal(life.titles(first, 'lamp')?.length, 4);
    await writeSynonyms(storage, first, ['lamp', 'torch']);
    await inTurn(second);
    assert.equal(life.titles(second, 'candle')?.length, 3);
    await inTurn(first);
    assert.equal(life.titles(first, 'torch')?.length, 4);
    assert.equal(life.registry.size().loads.products, 2);
  });
});

onAnyEngine('a full disk keeps indexes that would be lost', async ({ storage }) => {
  await withShops(storage, 12, async ({ storeIds, bytes, follow }) => {
    const [first = '', second = '', third = ''] = storeIds;
    const unsaved = storeIds.slice(4);
    let isDiskFull = false;
    const life = follow({ memoryMaxBytes: bytes * 8.2, isDiskFull: () => isDiskFull });
    for (const storeId of storeIds) {
      await life.follower.load(storeId);
      await life.follower.saveLeaving();
    }
    life.events.length = 0;
    isDiskFull = true;
    await life.follower.load(first);
    assert.equal(await life.follower.saveLeaving(), false);
    assert.equal(life.warnings.length, 1);
    // Nothing is tried again at once.
    const askedCount = life.mustSaveCount();
    for (let round = 0; round < 3; round += 1) assert.equal(await life.follower.saveLeaving(), false);
    assert.equal(life.mustSaveCount(), askedCount);
    // What is saved leaves in the place of what is not, and comes back from its file.
    for (const storeId of [second, first]) await life.follower.load(storeId);
    assert.deepEqual(life.events, ['1:1', '2:1', '-1', '1:1', '-2']);
    // One more that would be lost: beyond an eighth above the bound nothing is loaded.
    await writeProducts(storage, first, lamps(3, 1));
    await life.follower.follow(first);
    await assert.rejects(life.follower.load(third), { code: 'unavailable', retryAfterSeconds: 5 });
    for (const storeId of unsaved) assert.equal(life.titles(storeId, 'lamp')?.length, 3);
    isDiskFull = false;
    life.clock.advanceMs(30_000);
    const waiting = life.follower.load(third);
    assert.equal(await life.follower.saveLeaving(), true);
    await waiting;
    assert.equal(life.titles(third, 'lamp')?.length, 3);
    assert.equal(life.registry.size().loads.products, 12);
  });
});

onAnyEngine('indexes leave memory even where no save succeeds', async ({ storage }) => {
  await withShops(storage, 2, async ({ storeIds, follow }) => {
    const life = follow({ memoryMaxBytes: 1, isDiskFull: () => true });
    for (const storeId of storeIds) await life.follower.load(storeId);
    await life.follower.saveLeaving();
    assert.deepEqual(life.events, ['1:1', '2:1', '-1']);
  });
});

onAnyEngine('a store deleted while it leaves is not saved', async ({ storage }) => {
  await withShops(storage, 2, async ({ storeIds, follow, folder }) => {
    const [first = ''] = storeIds;
    const life = follow({ memoryMaxBytes: 1 });
    for (const storeId of storeIds) await life.follower.load(storeId);
    await storage.deletions.begin(first, { at: 1, by: null });
    await life.follower.poll();
    assert.deepEqual(life.events, ['1:1', '2:1', '-1']);
    await life.follower.saveLeaving();
    assert.equal(existsSync(join(folder, first)), false);
  });
});

type Step =
  | { readonly kind: 'ask' | 'write'; readonly shop: number }
  | { readonly kind: 'save' | 'fill' | 'clear' };

const shopCount = 5;
const shop = fc.nat(shopCount - 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: shop.map((number) => ({ kind: 'ask' as const, shop: number })) },
  { weight: 3, arbitrary: shop.map((number) => ({ kind: 'write' as const, shop: number })) },
  { weight: 4, arbitrary: fc.constantFrom({ kind: 'save' as const }) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'fill' as const }, { kind: 'clear' as const }) },
);

/** A shop's products, whether its index is built and what of it is saved, as the simplest model has them. */
interface ModelShop {
  productCount: number;
  isBuilt: boolean;
}

/** A load that waits for saves is helped by those of the thread. */
async function besideSaves(life: FollowedStores, asking: Promise<void>): Promise<void> {
  let isOver = false;
  const over = asking.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await life.follower.saveLeaving();
    await turn();
  }
  await over;
}

/** Does the steps and holds each answer against the model: what was built once is never built again. */
async function compareWithModel(storage: Storage, steps: readonly Step[]): Promise<void> {
  await withShops(storage, shopCount, async ({ storeIds, bytes, follow }) => {
    let isDiskFull = false;
    const life = follow({ memoryMaxBytes: bytes * 2.5, isDiskFull: () => isDiskFull });
    const model: ModelShop[] = storeIds.map(() => ({ productCount: 3, isBuilt: false }));
    // One save goes well, or the disk would be none.
    await life.follower.load(storeIds[0] ?? '');
    await life.save();
    Object.assign(model[0] ?? {}, { isBuilt: true });
    const ask = async (number: number) => {
      const [storeId = '', known] = [storeIds[number], model[number]];
      const isThere = await life.follower.load(storeId).then(
        () => true,
        (error) => {
          assert.equal(error.code, 'unavailable');
          assert.ok(isDiskFull, 'only a full disk keeps a shop waiting');
          return false;
        },
      );
      if (known === undefined || !isThere) return;
      known.isBuilt = true;
      assert.equal(life.titles(storeId, 'lamp')?.length, known.productCount);
    };
    for (const one of steps) {
      if (one.kind === 'ask') {
        // None is in use: who takes more than others has its place all the same.
        life.clock.advanceMs(60_000);
        await besideSaves(life, ask(one.shop));
      } else if (one.kind === 'write') {
        const [storeId = '', known] = [storeIds[one.shop], model[one.shop]];
        if (known === undefined || known.productCount >= 20) continue;
        await writeProducts(storage, storeId, lamps(known.productCount, 1));
        known.productCount += 1;
        await life.follower.follow(storeId);
        if (life.titles(storeId, 'lamp') !== null)
          assert.equal(life.titles(storeId, 'lamp')?.length, known.productCount);
      } else if (one.kind === 'save') {
        await life.follower.saveLeaving();
        life.clock.advanceMs(10_000);
      } else isDiskFull = one.kind === 'fill';
      const { loads } = life.registry.size();
      assert.equal(loads.products, model.filter(({ isBuilt }) => isBuilt).length, 'an index was built again');
    }
  });
}

test('no sequence of questions and full disks loses an index', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      await withAnyEngine(async (storage) => await compareWithModel(storage, steps));
    }),
    { numRuns: caseCount(20) },
  );
});

/** Three shops, of which the third is by far the largest, and what their indexes take. */
async function createUnequalShops(storage: Storage) {
  const [first = '', second = '', large = ''] = await createShops(storage, 3);
  await writeProducts(storage, large, lamps(3, 100));
  const life = followStores(storage, { folder: null });
  await life.follower.load(first);
  const smallBytes = life.bytes();
  await life.follower.load(large);
  return { first, second, large, smallBytes, largeBytes: life.bytes() };
}

/** Checks that a keystroke is refused because its store's index has no place in memory. */
function assertPutOut({ follower }: FollowedStores, storeId: string, retryAfterSeconds = 1): Promise<void> {
  return assert.rejects(follower.load(storeId), { code: 'unavailable', retryAfterSeconds });
}

onAnyEngine('an index beyond the bound leaves those of others', async ({ storage }) => {
  const { first, second, large, largeBytes } = await createUnequalShops(storage);
  const life = followStores(storage, { folder: null, memoryMaxBytes: largeBytes - 1 });
  for (const storeId of [first, second]) await life.follower.load(storeId);
  await assertPutOut(life, large);
  // Before its pause is over nothing is read, however often it is asked.
  for (let asked = 0; asked < 5; asked += 1) await assertPutOut(life, large);
  assert.deepEqual(life.events, ['1:1', '2:1', '3:2', '-3']);
  life.clock.advanceMs(1_000);
  for (let asked = 0; asked < 5; asked += 1) await assertPutOut(life, large);
  assert.deepEqual(life.events.slice(4), ['3:2', '-3']);
});

onAnyEngine('an index beyond the bound is asked while it is alone', async ({ storage }) => {
  const { first, large, largeBytes } = await createUnequalShops(storage);
  const life = followStores(storage, { folder: null, memoryMaxBytes: largeBytes - 1 });
  await life.follower.load(first);
  life.clock.advanceMs(60_000);
  await life.follower.load(large);
  assert.equal(life.titles(large, 'lamp 7')?.[0], 'Lamp 7');
  assert.deepEqual(life.events, ['1:1', '3:2', '-1']);
  // Whoever was not asked lately comes back without a pause, and then the large one leaves.
  await life.follower.load(first);
  assert.deepEqual(life.events.slice(3), ['1:1', '-3']);
});

onAnyEngine('a store below its share of memory stays', async ({ storage }) => {
  const { first, large, smallBytes, largeBytes } = await createUnequalShops(storage);
  const life = followStores(storage, { folder: null, memoryMaxBytes: largeBytes + smallBytes / 2 });
  await life.follower.load(large);
  await life.follower.load(first);
  assert.deepEqual(life.events, ['3:2', '1:1', '-3']);
  life.clock.advanceMs(1_000);
  await assertPutOut(life, large);
  assert.deepEqual(life.events.slice(3), ['3:2', '-3']);
});

onAnyEngine('an index that fits stays beside one that does not', async ({ storage }) => {
  const { second, large, largeBytes } = await createUnequalShops(storage);
  await writeProducts(storage, second, lamps(3, 70));
  const life = followStores(storage, { folder: null, memoryMaxBytes: largeBytes - 1 });
  await life.follower.load(second);
  await assertPutOut(life, large);
  assert.deepEqual(life.events, ['2:2', '3:2', '-3']);
});

onAnyEngine('stores that do not fit together take turns', async ({ storage }) => {
  const [first = '', second = ''] = await createShops(storage, 2);
  const one = followStores(storage, { folder: null });
  await one.follower.load(first);
  const life = followStores(storage, { folder: null, memoryMaxBytes: one.bytes() * 1.5 });
  await life.follower.load(first);
  await life.follower.load(second);
  for (let asked = 0; asked < 5; asked += 1) {
    await assertPutOut(life, first);
    await life.follower.load(second);
  }
  assert.deepEqual(life.events, ['1:1', '2:1', '-1']);
  life.clock.advanceMs(1_000);
  await life.follower.load(first);
  await assertPutOut(life, second);
  assert.deepEqual(life.events.slice(3), ['1:1', '-2']);
});

onAnyEngine('a store without a place in memory is named with the setting', async ({ storage }) => {
  const { first, large, largeBytes } = await createUnequalShops(storage);
  const watched: ReturnType<typeof watchedQuarantine>[] = [];
  const life = followStores(storage, {
    folder: null,
    memoryMaxBytes: largeBytes - 1,
    putOut(clock) {
      const one = watchedQuarantine(clock, 'memory');
      watched.push(one);
      return one.quarantine;
    },
  });
  const states = () => watched.flatMap(({ notices }) => notices.map(({ state }) => state));
  await life.follower.load(first);
  await assertPutOut(life, large);
  life.clock.advanceMs(1_000);
  await assertPutOut(life, large);
  assert.deepEqual(
    states().map((state) => state?.cause),
    ['memory'],
  );
  assert.match(states()[0]?.reason ?? '', /index of 1 MiB .*Set FORETYPE_INDEX_MEMORY_MB to \d+ or more$/);
  life.clock.advanceMs(119_999);
  await life.round();
  assert.equal(states().length, 1);
  life.clock.advanceMs(1);
  await life.round();
  assert.deepEqual(states().slice(1), [null]);
});
