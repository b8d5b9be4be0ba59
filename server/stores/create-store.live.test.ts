import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { onBothEngines, withAnyEngine } from '../../test/support/engines.ts';
import { someTime, uuidOf } from '../../test/support/storage-rows.ts';
import { AppError } from '../errors.ts';
import { isUuid } from '../ids.ts';
import type { Storage } from '../storage/storage.ts';
import { revokeKey } from './change-key.ts';
import { checkKeySettings, createKey } from './create-key.ts';
import { createStore, type StoreSettings } from './create-store.ts';
import { hashKey, isWellFormedKey, keyHint } from './key-format.ts';

const settings: StoreSettings = { name: 'Shop', plan: 'free', currency: 'EUR', locale: 'de-AT' };

/** The faults of settings, by the name of the setting. */
async function faultsOf(storage: Storage, wrong: Partial<StoreSettings>): Promise<string[]> {
  const error: unknown = await createStore(storage, createDrivenClock(), { ...settings, ...wrong }).then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AppError && error.code === 'validation_failed', 'the settings were taken');
  assert.equal(error.message, error.errors?.[0]?.message);
  return (error.errors ?? []).map(({ path, code }) => `${path} ${code}`);
}

onBothEngines('§5.6 keys: a new store has one key of each kind', async ({ storage }) => {
  const { store, keys } = await createStore(storage, createDrivenClock(), settings);
  assert.ok(isUuid(store.id));
  assert.deepEqual(await storage.directory.findStore(store.id), {
    ...settings,
    id: store.id,
    createdAt: someTime + 1,
    changeNumber: 0,
    productCount: 0,
    inStockCount: 0,
    enrichmentCount: 0,
    groupVariants: true,
  });
  const records = await storage.directory.listApiKeys(store.id);
  assert.deepEqual(
    records.map(({ kind, hash, hint }) => [kind, hash, hint]),
    (['secret', 'storefront'] as const).map((kind) => [kind, hashKey(keys[kind]), keyHint(keys[kind])]),
  );
  assert.ok(keys.secret.startsWith('ft_sk_') && keys.storefront.startsWith('ft_pk_'));
  assert.ok(Object.values(keys).every(isWellFormedKey));
  assert.deepEqual(
    records.map(({ token }) => token),
    [null, keys.storefront],
  );
  assert.ok(!JSON.stringify(records).includes(keys.secret), 'no secret key is stored');
});

test('every wrong setting of a store is reported at once', () =>
  withAnyEngine(async (storage) => {
    const wrong = { name: ' ', plan: 'gold', currency: 'dollars', locale: 'not a tag' };
    assert.deepEqual(await faultsOf(storage, wrong), [
      '/name name_invalid',
      '/plan plan_invalid',
      '/currency currency_invalid',
      '/locale locale_invalid',
    ]);
    assert.deepEqual(await storage.directory.listStores(), []);
  }));

test('a name may have 255 characters and no more', () =>
  withAnyEngine(async (storage) => {
    assert.deepEqual(await faultsOf(storage, { name: 'x'.repeat(256) }), ['/name name_invalid']);
    const name = 'x'.repeat(255);
    const { store } = await createStore(storage, createDrivenClock(), { ...settings, name: ` ${name} ` });
    assert.equal(store.name, name);
  }));

test('plans such as constructor are unknown', () =>
  withAnyEngine(async (storage) => {
    for (const plan of ['constructor', '__proto__', 'Free', '']) {
      assert.deepEqual(await faultsOf(storage, { plan }), ['/plan plan_invalid']);
    }
  }));

test('currency and locale are stored in their canonical form', () =>
  withAnyEngine(async (storage) => {
    const created = await createStore(storage, createDrivenClock(), {
      ...settings,
      currency: 'eur',
      locale: 'DE-at',
    });
    assert.deepEqual([created.store.currency, created.store.locale], ['EUR', 'de-AT']);
    assert.deepEqual(await faultsOf(storage, { locale: '' }), ['/locale locale_invalid']);
    assert.deepEqual(await faultsOf(storage, { currency: 'XYZ' }), ['/currency currency_invalid']);
  }));

onBothEngines('Contract §2 a store takes any number of further keys', async ({ storage }) => {
  const clock = createDrivenClock();
  const { store } = await createStore(storage, clock, settings);
  const { key, record } = await createKey(storage, clock, store.id, {
    kind: 'storefront',
    name: 'Second page',
    allowedOrigins: [],
  });
  assert.match(key, /^ft_pk_/);
  assert.deepEqual(record, {
    id: record.id,
    storeId: store.id,
    kind: 'storefront',
    name: 'Second page',
    hash: hashKey(key),
    hint: keyHint(key),
    allowedOrigins: [],
    createdAt: record.createdAt,
    lastUsedAt: null,
    revokedAt: null,
    token: key,
    expiresAt: null,
    replacedBy: null,
  });
  assert.deepEqual(await storage.directory.findApiKey(hashKey(key)), record);
  assert.equal((await storage.directory.listApiKeys(store.id)).length, 3);
});

onBothEngines('people of a store make a bounded number of keys', async ({ storage }) => {
  const clock = createDrivenClock();
  const { store } = await createStore(storage, clock, settings);
  const further = { kind: 'secret', name: 'Further', allowedOrigins: [] } as const;
  const actor = { name: 'Owner', email: 'owner@shop.example' };
  const validCount = async () =>
    (await storage.directory.listApiKeys(store.id)).filter(({ revokedAt }) => revokedAt === null).length;
  while ((await validCount()) < limits.keysMax - 1) await createKey(storage, clock, store.id, further);
  const both = [1, 2].map(() => createKey(storage, clock, store.id, further, actor));
  const outcomes = await Promise.allSettled(both);
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const refusal = { code: 'conflict', message: /at most 200 keys\. Revoke one/ };
  await assert.rejects(createKey(storage, clock, store.id, further, actor), refusal);
  assert.equal(await validCount(), limits.keysMax);
  // The operator's command.
  const { record } = await createKey(storage, clock, store.id, further);
  const revoke = (keyId: string) => revokeKey(storage, clock, { storeId: store.id, keyId, actor });
  await revoke(record.id);
  await assert.rejects(createKey(storage, clock, store.id, further, actor), refusal);
  const [first] = await storage.directory.listApiKeys(store.id);
  await revoke(first?.id ?? '');
  await createKey(storage, clock, store.id, further, actor);
  assert.equal(await validCount(), limits.keysMax);
});

onBothEngines('Contract §2 the origins of a key are kept as given', async ({ storage }) => {
  const clock = createDrivenClock();
  const { store } = await createStore(storage, clock, settings);
  const allowedOrigins = ['https://shop.example', 'http://localhost:8080'];
  const { record } = await createKey(storage, clock, store.id, {
    kind: 'storefront',
    name: 'Pages',
    allowedOrigins,
  });
  assert.deepEqual((await storage.directory.findApiKey(record.hash))?.allowedOrigins, allowedOrigins);
});

test('a key for an invalid origin is refused', () =>
  withAnyEngine(async (storage) => {
    const clock = createDrivenClock();
    const { store } = await createStore(storage, clock, settings);
    for (const origin of ['shop.example', 'https://shop.example/', 'https://shop.example/a', '*', '']) {
      const allowedOrigins = ['https://shop.example', origin];
      await assert.rejects(
        createKey(storage, clock, store.id, { kind: 'storefront', name: 'Pages', allowedOrigins }),
        (error) => error instanceof AppError && error.errors?.[0]?.code === 'origin_invalid',
        origin,
      );
    }
    assert.equal((await storage.directory.listApiKeys(store.id)).length, 2);
  }));

test('a key’s origins are bounded in number and length', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `https://s${at}.example`);
  const check = (allowedOrigins: readonly string[]) =>
    checkKeySettings({ name: 'Pages', allowedOrigins }, createDrivenClock());
  const invalid = (error: unknown) =>
    error instanceof AppError && error.errors?.[0]?.code === 'origin_invalid' && error.message.length < 400;
  check(many(limits.originsPerKey));
  assert.throws(() => check(many(limits.originsPerKey + 1)), invalid);
  const host = (length: number) => [`https://${'h'.repeat(length - 'https://'.length)}`];
  check(host(limits.originMaxLength));
  assert.throws(() => check(host(limits.originMaxLength + 1)), invalid);
});

onBothEngines('a key of an unknown store is not made', async ({ storage }) => {
  await assert.rejects(
    createKey(storage, createDrivenClock(), uuidOf(99), { kind: 'secret', name: 'Lost', allowedOrigins: [] }),
  );
  assert.deepEqual(await storage.directory.listApiKeys(uuidOf(99)), []);
});
