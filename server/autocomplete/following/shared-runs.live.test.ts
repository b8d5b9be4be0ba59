import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../test/support/engines.ts';
import {
  createShops,
  followStores,
  holdReads,
  lamps,
  writeProducts,
} from '../../../test/support/followed-stores.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Storage } from '../../storage/storage.ts';
import { SharedRuns } from './shared-runs.ts';

/** Runs that note what they began with, and end when the test says so. */
function heldRuns() {
  const begun: number[] = [];
  const ends: { end(): void; fail(error: Error): void }[] = [];
  const runs = new SharedRuns<number, number>(async (begin) => {
    const input = begin();
    begun.push(input);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    ends.push({ end: resolve, fail: reject });
    await promise;
    return input;
  }, Math.max);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { begun, ends, runs, settle };
}

test('calls that come during a run share the next', async () => {
  const { begun, ends, runs, settle } = heldRuns();
  const first = runs.ask(1);
  await settle();
  const later = [2, 5, 3].map((input) => runs.ask(input));
  await settle();
  assert.deepEqual([new Set(later).size, begun], [1, [1]], 'one run, and one behind it');
  ends[0]?.end();
  assert.equal(await first, 1);
  await settle();
  const latest = runs.ask(6);
  ends[1]?.end();
  assert.deepEqual(await Promise.all(later), [5, 5, 5], 'with the newest of what was asked');
  await settle();
  ends[2]?.end();
  assert.equal(await latest, 6);
  assert.deepEqual([begun, runs.isRunning], [[1, 5, 6], false]);
});

test('a failed run fails no later run', async () => {
  const { ends, runs, settle } = heldRuns();
  const first = runs.ask(1);
  await settle();
  const second = runs.ask(2);
  ends[0]?.fail(new Error('once'));
  await assert.rejects(first, /once/);
  await settle();
  assert.equal(runs.isRunning, true);
  ends[1]?.end();
  assert.equal(await second, 2);
});

/** The storage, which counts how often a store was looked for and found. */
function countLooks(storage: Storage) {
  const looks = { found: 0 };
  const { directory } = storage;
  const findStore: typeof directory.findStore = async (id) => {
    const store = await directory.findStore(id);
    looks.found += 1;
    return store;
  };
  return { storage: { ...storage, directory: { ...directory, findStore } }, looks };
}

onBothEngines('calls that wait for a store share its next read', async ({ storage }) => {
  const [storeId = ''] = await createShops(storage, 1);
  const counted = countLooks(storage);
  const held = holdReads(counted.storage, storeId);
  const life = followStores(held.storage, { folder: null });
  await life.round();
  held.hold();
  await writeProducts(storage, storeId, lamps(3, 1));
  const first = life.follower.follow(storeId);
  await held.untilWaiting();
  counted.looks.found = 0;
  const waiting: Promise<void>[] = [];
  for (let number = 4; number < 10; number += 1) {
    await writeProducts(storage, storeId, lamps(number, 1));
    waiting.push(life.follower.follow(storeId));
  }
  await waitUntil('all of them to wait', () => counted.looks.found === waiting.length);
  held.letGo();
  await Promise.all([first, ...waiting]);
  assert.deepEqual(life.events, ['1:1', '1:2', '1:8'], 'one version for all of them');
  assert.equal(life.titles(storeId, 'lamp')?.length, 10);
});
