import assert from 'node:assert/strict';
import { limits } from '../../contract/limits.ts';
import { onBothEngines } from '../support/engines.ts';
import { apiKeyRow, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

onBothEngines('the most recently revoked keys are listed', async ({ storage }) => {
  const { directory } = storage;
  await directory.createStore(storeRow(), []);
  const revokedCount = limits.revokedKeysShown + 3;
  for (let number = 0; number < revokedCount; number += 1) {
    const id = uuidOf(1_000 + number);
    await directory.insertApiKey(apiKeyRow({ id, hash: `hash ${number}`, createdAt: someTime + number }));
    await directory.revokeApiKey(storeRow().id, id, someTime + number);
  }
  await directory.insertApiKey(apiKeyRow());
  const ids = (await directory.listApiKeys(storeRow().id)).map(({ id }) => id);
  assert.equal(ids.length, limits.revokedKeysShown + 1);
  assert.ok(ids.includes(uuidOf(100)) && ids.includes(uuidOf(1_003)) && !ids.includes(uuidOf(1_002)));
});
