import assert from 'node:assert/strict';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { onBothEngines } from '../../../test/support/engines.ts';
import { createShops, writeSynonyms } from '../../../test/support/followed-stores.ts';
import { randomNumber } from '../../ids.ts';
import type { Store } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { IndexingTurns } from './indexing-turns.ts';
import { SettingsThrottle } from './settings-throttle.ts';
import { StoreIndex } from './store-index.ts';

async function openShop(storage: Storage) {
  const [storeId = ''] = await createShops(storage, 1);
  const clock = createDrivenClock();
  const [paused, over] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const throttle = new SettingsThrottle(clock, async (ms) => {
    paused.resolve('waits');
    await over.promise;
    clock.advanceMs(ms);
  });
  const storeNow = async () => (await storage.directory.findStore(storeId)) as Store;
  const index = new StoreIndex(await storeNow(), {
    storage,
    throttle,
    newSegmentId: randomNumber,
    saved: { files: null, shared: null },
    usualAt: null,
    nowMicros: () => clock.nowMicros(),
    turns: new IndexingTurns(clock),
    warn: () => {},
    grown: () => {},
    partlyRead: () => {},
  });
  const follow = async () => index.catchUp(await storeNow());
  await follow();
  index.takeRules();
  return { storeId, clock, throttle, index, storeNow, follow, paused: paused.promise, over: over.resolve };
}

onBothEngines('sets that are replaced while their store waits cost nothing', async ({ storage }) => {
  const { storeId, clock, throttle, index, storeNow, follow, paused, over } = await openShop(storage);
  const charge = throttle.begin(storeId);
  clock.advanceMs(100);
  charge();
  const before = index.snapshot().synonyms;
  await writeSynonyms(storage, storeId, ['lamp', 'first']);
  const first = follow();
  assert.equal(await Promise.race([paused, first]), 'waits');
  await writeSynonyms(storage, storeId, ['lamp', 'second']);
  await writeSynonyms(storage, storeId, ['lamp', 'third']);
  const third = follow();
  assert.equal(index.snapshot().synonyms, before);
  over();
  await first;
  const { terms, version } = index.snapshot().synonyms;
  assert.equal(version, (await storeNow()).changeNumber);
  await third;
  assert.equal(index.snapshot().synonyms.terms, terms);
});

onBothEngines('synonyms are compiled once per change', async ({ storage }) => {
  const { storeId, index, follow } = await openShop(storage);
  await writeSynonyms(storage, storeId, ['lamp', 'first']);
  await follow();
  const { terms } = index.snapshot().synonyms;
  assert.ok(terms !== null);
  index.restart();
  await follow();
  assert.equal(index.snapshot().synonyms.terms, terms);
});
