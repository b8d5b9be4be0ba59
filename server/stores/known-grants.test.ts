import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOther, withRing } from '../../test/support/key-rings.ts';
import { DamageError, damagedPageError } from '../storage/damage/damage.ts';
import type { Directory } from '../storage/storage.ts';
import type { KeyName } from '../storage/stores/key-tables.ts';
import { createKey } from './create-key.ts';
import { generateKey } from './key-format.ts';
import { createKeyRing } from './key-ring.ts';

test('only the changed store’s remembered keys are checked', () =>
  withRing(async ({ storage, clock, key, record }) => {
    const other = await createOther({ storage, clock });
    const checked: KeyName[][] = [];
    const noted: Directory = {
      ...storage.directory,
      withdrawn(keys) {
        checked.push([...keys]);
        return storage.directory.withdrawn(keys);
      },
    };
    const ring = createKeyRing(noted, clock);
    await ring.refresh();
    await ring.find(other.key);
    await storage.directory.updateApiKey(record.storeId, record.id, { name: 'Renamed' });
    await ring.refresh();
    assert.equal(checked.length, 0);
    await ring.find(key);
    await storage.directory.updateApiKey(record.storeId, record.id, { name: 'Again' });
    await ring.refresh();
    await ring.refresh();
    assert.deepEqual(
      checked.map((keys) => keys.map(({ keyId }) => keyId)),
      [[record.id]],
    );
  }));

/** A directory whose keys cannot be read from some moment on. */
function damageKeys(directory: Directory) {
  let isDamaged = false;
  const damaged: Directory = {
    ...directory,
    findApiKey: async (hash) => {
      if (isDamaged) throw damagedPageError(new Error('malformed'));
      return await directory.findApiKey(hash);
    },
  };
  return {
    damaged,
    damage: () => {
      isDamaged = true;
    },
  };
}

test('a known key opens its store while its row is damaged', () =>
  withRing(async ({ storage, clock, key, record }) => {
    const { damaged, damage } = damageKeys(storage.directory);
    const ring = createKeyRing(damaged, clock);
    await ring.refresh();
    assert.equal((await ring.find(key))?.keyId, record.id);
    damage();
    await storage.directory.updateApiKey(record.storeId, record.id, { name: 'Renamed' });
    await ring.refresh();
    assert.equal(ring.recall(key), undefined);
    assert.equal((await ring.find(key))?.keyId, record.id);
    assert.equal(ring.recall(key)?.keyId, record.id, 'the row is not read for each keystroke');
    await assert.rejects(ring.find(generateKey('secret')), DamageError);
  }));

test('damage brings back no key that was revoked or deleted', () =>
  withRing(async ({ storage, clock, key, record }) => {
    const other = await createKey(storage, clock, record.storeId, {
      kind: 'secret',
      name: 'Other',
      allowedOrigins: [],
    });
    const { damaged, damage } = damageKeys(storage.directory);
    const ring = createKeyRing(damaged, clock);
    await ring.refresh();
    for (const one of [key, other.key]) assert.notEqual(await ring.find(one), null);
    await storage.directory.revokeApiKey(record.storeId, record.id, 1);
    await ring.refresh();
    damage();
    await assert.rejects(ring.find(key), DamageError);
    assert.equal((await ring.find(other.key))?.keyId, other.record.id);
    await storage.deletions.begin(record.storeId, { at: 1, by: null });
    await ring.refresh();
    await assert.rejects(ring.find(other.key), DamageError);
  }));

test('a damaged key is refused while it is withdrawn', () =>
  withRing(async ({ storage, clock, key, record }) => {
    const { damaged, damage } = damageKeys(storage.directory);
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ring = createKeyRing(
      {
        ...damaged,
        async withdrawn(keys) {
          asked.resolve();
          await gate.promise;
          return await storage.directory.withdrawn(keys);
        },
      },
      clock,
    );
    await ring.refresh();
    await ring.find(key);
    await storage.directory.revokeApiKey(record.storeId, record.id, 1);
    damage();
    const refreshing = ring.refresh();
    await asked.promise;
    await ring.find(key);
    gate.resolve();
    await refreshing;
    assert.equal(ring.recall(key), undefined);
    await assert.rejects(ring.find(key), DamageError);
  }));
