import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { withAnyEngine } from '../../test/support/engines.ts';
import { createOther, withRing } from '../../test/support/key-rings.ts';
import { someTime, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import type { Directory } from '../storage/storage.ts';
import { changedStoresKept } from '../storage/stores/directory-changes.ts';
import { createKey } from './create-key.ts';
import { generateKey, hashKey, keyHint } from './key-format.ts';
import { createKeyRing } from './key-ring.ts';

/** Waits until the condition holds; the cache reads its clock at most once a millisecond. */
async function eventually(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 10_000; tries += 1) {
    if (condition()) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.fail('the condition never held');
}

/** A directory that waits before it answers which key a hash belongs to. */
function delayLookups(directory: Directory) {
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const delayed: Directory = {
    ...directory,
    async findApiKey(hash) {
      const found = await directory.findApiKey(hash);
      asked.resolve();
      await gate.promise;
      return found;
    },
  };
  return { delayed, asked: asked.promise, release: gate.resolve };
}

test('§5.2 read: a key is looked up once and then remembered', () =>
  withRing(async ({ ring, key, record, lookupCount }) => {
    assert.equal(ring.recall(key), undefined);
    const grant = await ring.find(key);
    assert.deepEqual(grant, {
      keyId: record.id,
      keyName: record.name,
      hint: record.hint,
      storeId: record.storeId,
      kind: 'secret',
      allowedOrigins: new Set(),
      expiresAt: null,
    });
    assert.equal(ring.recall(key), grant);
    assert.equal(lookupCount(), 1);
  }));

test('a flood of look-ups at once asks the directory once', () =>
  withRing(async ({ ring, key, lookupCount }) => {
    const unknown = generateKey('secret');
    const keys = Array.from({ length: 40 }, (_, index) => (index < 20 ? key : unknown));
    const found = await Promise.all(keys.map(ring.find));
    assert.equal(lookupCount(), 2);
    assert.deepEqual([found[0]?.kind, found[19] === found[0], found[39]], ['secret', true, null]);
  }));

test('the origins of a key are part of its grant', () =>
  withRing(async ({ storage, ring, record }) => {
    const key = generateKey('storefront');
    const allowedOrigins = ['https://shop.example'];
    await storage.directory.insertApiKey({
      ...record,
      id: record.id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      kind: 'storefront',
      hash: hashKey(key),
      hint: keyHint(key),
      allowedOrigins,
    });
    const grant = await ring.find(key);
    assert.deepEqual([grant?.kind, grant?.allowedOrigins], ['storefront', new Set(allowedOrigins)]);
  }));

test('Contract §2 a malformed key is refused without a lookup', () =>
  withRing(async ({ ring, key, lookupCount }) => {
    const wrong = key.endsWith('0') ? '1' : '0';
    for (const text of ['', 'x', key.slice(0, -1) + wrong, key.toLowerCase(), `${key} `]) {
      assert.equal(ring.recall(text), null, text);
    }
    assert.equal(lookupCount(), 0);
  }));

test('an unknown key is refused from memory for three seconds', () =>
  withRing(async ({ ring, clock }) => {
    const unknown = generateKey('secret');
    assert.equal(ring.recall(unknown), undefined);
    assert.equal(await ring.find(unknown), null);
    assert.equal(ring.recall(unknown), null);
    clock.advanceMs(limits.unknownCredentialSeconds * 1_000 - 1);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(ring.recall(unknown), null);
    clock.advanceMs(2);
    await eventually(() => ring.recall(unknown) === undefined);
  }));

test('a revoked key is refused after the next refresh', () =>
  withRing(async ({ storage, ring, key, record, clock }) => {
    await ring.find(key);
    await storage.directory.revokeApiKey(record.storeId, record.id, clock.nowMicros());
    assert.notEqual(ring.recall(key), null);
    await ring.refresh();
    assert.equal(ring.recall(key), undefined);
    assert.equal(await ring.find(key), null);
    assert.equal(ring.recall(key), null);
  }));

test('a remembered key is refused from its end on', () =>
  withRing(async ({ storage, clock, ring, record, lookupCount }) => {
    const key = generateKey('secret');
    const id = record.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const expiresAt = clock.nowMicros() + 1_000_000;
    await storage.directory.insertApiKey({ ...record, id, hash: hashKey(key), expiresAt });
    await ring.refresh();
    assert.equal((await ring.find(key))?.keyId, id);
    clock.advanceMs(999);
    assert.equal(ring.recall(key)?.keyId, id);
    assert.ok(ring.takeLastUsed().has(id));
    clock.advanceMs(1);
    assert.equal(ring.recall(key), null);
    assert.equal(await ring.find(key), null);
    assert.equal(ring.takeLastUsed().has(id), false);
    assert.ok(lookupCount() <= 2, 'a key that has ended costs no further look-up by recall');
  }));

test('a refused key that is created later works at once', () =>
  withRing(async ({ storage, ring, record }) => {
    const key = generateKey('secret');
    assert.equal(await ring.find(key), null);
    const id = record.id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    await storage.directory.insertApiKey({ ...record, id, hash: hashKey(key) });
    assert.equal(ring.recall(key), null);
    await ring.refresh();
    assert.equal(ring.recall(key), undefined);
    assert.equal((await ring.find(key))?.keyId, id);
  }));

test('a refresh without a change keeps remembered keys', () =>
  withRing(async ({ ring, key }) => {
    const grant = await ring.find(key);
    await ring.refresh();
    assert.equal(ring.recall(key), grant);
  }));

test('a key revoked while it is looked up is not remembered', () =>
  withRing(async ({ storage, key, record, clock }) => {
    const { delayed, asked, release } = delayLookups(storage.directory);
    const ring = createKeyRing(delayed, clock);
    await ring.refresh();
    const finding = ring.find(key);
    await asked;
    await storage.directory.revokeApiKey(record.storeId, record.id, clock.nowMicros());
    await ring.refresh();
    release();
    await finding;
    assert.equal(ring.recall(key), undefined);
  }));

test('changes of one store cost the keys of another nothing', () =>
  withRing(async ({ storage, clock, ring, key, record, lookupCount }) => {
    const other = await createOther({ storage, clock });
    await ring.refresh();
    const changes = 20;
    for (let count = 0; count <= changes; count += 1) {
      for (const asked of [key, other.key]) if (ring.recall(asked) === undefined) await ring.find(asked);
      if (count === changes) break;
      await storage.directory.updateApiKey(record.storeId, record.id, { name: `Name ${count}` });
      await ring.refresh();
    }
    assert.equal(ring.recall(key)?.keyName, `Name ${changes - 1}`);
    // Each key once, and the changed one again after each change.
    assert.equal(lookupCount(), 2 + changes);
  }));

test('a node that missed too much forgets every store', () =>
  withRing(async ({ storage, ring, key, record, clock }) => {
    await ring.find(key);
    await storage.directory.revokeApiKey(record.storeId, record.id, clock.nowMicros());
    for (let count = 0; count < changedStoresKept; count += 1) {
      await storage.directory.createStore(storeRow({ id: uuidOf(1_000 + count) }), []);
    }
    await ring.refresh();
    assert.equal(ring.recall(key), undefined);
    assert.equal(await ring.find(key), null);
  }));

test('times of last use are handed over once', () =>
  withRing(async ({ ring, key, record, clock }) => {
    await ring.find(key);
    ring.recall(key);
    clock.advanceMs(5);
    const taken = ring.takeLastUsed();
    assert.deepEqual([...taken.keys()], [record.id]);
    assert.ok((taken.get(record.id) ?? 0) >= someTime + 5_000);
    assert.equal(ring.takeLastUsed().size, 0);
  }));

test('refused keys have no time of last use', () =>
  withRing(async ({ ring }) => {
    const unknown = generateKey('secret');
    await ring.find(unknown);
    ring.recall(unknown);
    assert.equal(ring.takeLastUsed().size, 0);
  }));

test('Contract §2 the first use of a key counts as a use', () =>
  withAnyEngine(async (storage) => {
    const clock = createDrivenClock();
    await storage.directory.createStore(storeRow(), []);
    const { key, record } = await createKey(storage, clock, storeRow().id, {
      kind: 'secret',
      name: 'Tests',
      allowedOrigins: [],
    });
    const ring = createKeyRing(storage.directory, clock);
    await ring.refresh();
    await ring.find(key);
    assert.deepEqual([...ring.takeLastUsed().keys()], [record.id]);
  }));
