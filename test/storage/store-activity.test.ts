/** The order in which stores are loaded at a start: the one whose keys were used last comes first. */
import assert from 'node:assert/strict';
import { onBothEngines } from '../support/engines.ts';
import { apiKeyRow, someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

onBothEngines('stores are listed by the last use of keys', async ({ storage }) => {
  const { directory } = storage;
  assert.deepEqual(await directory.storeIdsByActivity(), []);
  const lastUses: readonly (readonly (number | null)[])[] = [[5, 30], [], [null], [10, null, 40], [20]];
  for (const [number, uses] of lastUses.entries()) {
    // Made in the opposite order of their ids.
    const store = storeRow({ id: uuidOf(number), createdAt: someTime - number });
    const keys = uses.map((lastUsedAt, index) =>
      apiKeyRow({
        id: uuidOf(100 + number * 10 + index),
        storeId: store.id,
        lastUsedAt,
        hash: `hash-${number}-${index}`,
      }),
    );
    await directory.createStore(store, keys);
  }
  assert.deepEqual(await directory.storeIdsByActivity(), [3, 0, 4, 2, 1].map(uuidOf));
});
