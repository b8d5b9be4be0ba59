/**
 * Goal: the end of a key is noted once, with its entry of the audit log, also where several processes look at the same time. Method: two
 * connections to one database under a driven clock, on both databases.
 */
import assert from 'node:assert/strict';
import { endKeys } from '../../server/stores/change-key.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { apiKeyRow, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const second = 1_000_000;

onBothEngines('the end of a key is noted once in all processes', async ({ storage, openAnother }) => {
  const another = await openAnother();
  const { directory } = storage;
  const storeId = storeRow().id;
  const keys = [
    apiKeyRow({ id: uuidOf(100), hash: 'a', expiresAt: someTime + second }),
    apiKeyRow({ id: uuidOf(101), hash: 'b', expiresAt: someTime + 9 * second }),
    apiKeyRow({ id: uuidOf(102), hash: 'c', expiresAt: someTime + second, revokedAt: someTime - 1 }),
    apiKeyRow({ id: uuidOf(103), hash: 'd' }),
  ];
  await directory.createStore(storeRow(), keys);
  const clock = createDrivenClock();
  await endKeys(storage, clock);
  const due = await directory.endedApiKeys(someTime + second, 10);
  assert.deepEqual(
    due.map((key) => [key.keyId, key.storeId]),
    [[uuidOf(100), storeId]],
  );
  clock.advanceMs(1_000);
  const before = (await directory.changesSince(null)).version;
  await Promise.all([endKeys(storage, clock), endKeys(another, clock)]);
  await endKeys(storage, clock);
  const noted = (await directory.listApiKeys(storeId)).map(({ revokedAt }) => revokedAt);
  assert.deepEqual(noted, [someTime + second, null, someTime - 1, null]);
  const entries = await storage.reader(storeId).audit.page({ before: null, limit: 10 });
  assert.deepEqual(
    entries.map(({ action, actor }) => [action, actor]),
    [['key.ended', null]],
  );
  assert.ok((await directory.changesSince(before)).version > before, 'caches of keys are dropped');
});

onBothEngines('a key that is revoked twice has one entry', async ({ storage }) => {
  const { directory } = storage;
  const storeId = storeRow().id;
  await directory.createStore(storeRow(), [apiKeyRow()]);
  const revoke = (at: number) =>
    directory.revokeApiKey(storeId, uuidOf(100), at, ({ id: subject }) => ({
      ...{ id: uuidOf(at), at, actor: null, action: 'key.revoked', subject, details: {} },
    }));
  assert.equal((await revoke(1))?.revokedAt, 1);
  assert.equal((await revoke(2))?.revokedAt, 1);
  assert.equal((await storage.reader(storeId).audit.page({ before: null, limit: 10 })).length, 1);
  assert.equal(await directory.revokeApiKey(uuidOf(2), uuidOf(100), 3), null);
});
