/**
 * Goal: what cannot be read is the fault of the store that it belongs to. Its service starts, names it, and serves all
 * others as before. Method: of three stores one is damaged while no process runs, in every table that a store owns:
 * once by values that no reader expects, once, in an SQLite file, by pages that are overwritten. Then services start,
 * with and without saved indexes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { runSql } from '../support/damage.ts';
import {
  type DamagedStoreScene,
  enlargeEveryInteger,
  forgetSavedIndexes,
  overwriteEveryPage,
  poisonEveryTable,
  prepareStores,
  quarantinedStores,
} from '../support/damaged-store.ts';
import { engines } from '../support/engines.ts';
import { assertSoundStoresWork } from '../support/sound-stores.ts';
import { ask, putProduct, titlesFor } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';
import { tenantTables } from '../tidy/sql.ts';

const limitMs = 60_000;
async function onStart(
  scene: DamagedStoreScene,
  run: (service: ChildService) => Promise<void>,
): Promise<void> {
  const service = await startChildService(scene.data, { LOG_LEVEL: 'error' });
  const isReady = async () => (await fetch(`${service.origin}/readyz`)).status === 200;
  await waitUntil('readiness', isReady, limitMs);
  await run(service);
  await assertSoundStoresWork(service, scene.soundKeys);
  const named = await quarantinedStores(service);
  assert.deepEqual(
    named.filter(({ store }) => scene.soundIds.includes(store)),
    [],
  );
  assert.equal(service.hasEnded(), false, service.log());
  assert.equal(await service.end('SIGTERM'), 0);
}

/** Lists and single things of the damaged store: what cannot be given is said, and is no defect. */
async function assertReadsAreClear(service: ChildService, key: string): Promise<void> {
  for (const path of readPaths) {
    const answer = await service.caller(key).request('GET', path);
    const isClear = answer.status < 500 || answer.as<{ code: string }>().code === 'store_unavailable';
    assert.ok(isClear, `${path}: ${answer.text}`);
  }
}

const readPaths = [
  '/api/v1/health',
  '/api/v1/products',
  '/api/v1/product-imports',
  '/api/v1/product-feeds',
  '/api/v1/synonyms',
  '/api/v1/merchandising',
  '/api/v1/collections',
  '/api/v1/webhooks',
  '/api/v1/enrichment',
  '/api/v1/phrases',
];

for (const { name } of engines) {
  test(`a bad value in every table harms one store (${name})`, async () => {
    const scene = await prepareStores(name);
    const poisoned = await poisonEveryTable(scene);
    const missed = tenantTables.filter((table) => !poisoned.includes(table));
    assert.deepEqual(missed, []);
    const { damagedId, damagedKey } = scene;
    // From what was saved, as long as nothing has to be read.
    await onStart(scene, async (service) => {
      assert.notDeepEqual(await titlesFor(service.caller(damagedKey), 'lamp'), []);
      await assertReadsAreClear(service, damagedKey);
    });
    forgetSavedIndexes(scene);
    await onStart(scene, async (service) => {
      // One row is left out; all others are found.
      assert.equal((await ask(service.caller(damagedKey), 'lamp', { limit: 20 })).products.length, 20);
      const named = await quarantinedStores(service);
      const index = named.find(({ store, work }) => store === damagedId && work === 'index');
      assert.match(
        index?.reason ?? '',
        /cannot be read: .*rules is not valid JSON; .*products .*: price is no decimal number/,
      );
      const metrics = await (await fetch(`${service.origin}/metrics`)).text();
      assert.match(
        metrics,
        new RegExp(`foretype_store_quarantined{store="${damagedId}",work="index",cause="row"} 1`),
      );
      assert.match(service.log(), new RegExp(`${damagedId}.*a store is in quarantine`));
    });
    scene.remove();
  });
}

for (const { name: engine } of engines) {
  test(`integers too large in every table harm one store (${engine})`, async () => {
    const scene = await prepareStores(engine);
    const enlarged = await enlargeEveryInteger(scene);
    assert.ok(
      ['stores', 'products', 'job_turns'].every((name) => enlarged.includes(name)),
      enlarged.join(),
    );
    forgetSavedIndexes(scene);
    await onStart(scene, async (service) => {
      const named = await quarantinedStores(service);
      const own = named.find(({ store, work }) => store === scene.damagedId && work === 'index');
      assert.match(own?.reason ?? '', /stores [0-9a-f-]+: created_at is an integer that is too large/);
      await assertReadsAreClear(service, scene.damagedKey);
    });
    scene.remove();
  });
}

for (const { name: engine } of engines) {
  test(`a store with a damaged row answers from saved index (${engine})`, async () => {
    const scene = await prepareStores(engine);
    const { target, damagedId, damagedKey } = scene;
    const place = `where id = '${damagedId}'`;
    const found = (service: ChildService) => titlesFor(service.caller(damagedKey), 'lamp 7');
    for (const [column, value] of [
      ['currency', `'{'`],
      ['change_number', '9223372036854775807'],
    ] as const) {
      const [before] = await runSql(target, damagedId, `select ${column} from stores ${place}`);
      await runSql(target, damagedId, `update stores set ${column} = ${value} ${place}`);
      await onStart(scene, async (service) => {
        const own = service.caller(damagedKey);
        assert.equal((await found(service))[0], 'Lamp 7', column);
        const named = async () =>
          (await quarantinedStores(service)).find(
            ({ store, work }) => store === damagedId && work === 'index',
          );
        assert.match((await named())?.reason ?? '', new RegExp(`stores ${damagedId}: ${column} `));
        // Repaired while it runs, the store is followed as before.
        const repair = `update stores set ${column} = '${before?.[column]}' ${place}`;
        await runSql(target, damagedId, repair);
        await waitUntil('the repair', async () => (await named()) === undefined, limitMs);
        await putProduct(own, `fan-${column}`, { title: `Fan ${column}` });
        assert.equal((await titlesFor(own, `fan ${column}`))[0], `Fan ${column}`);
      });
    }
    scene.remove();
  });
}

test('a damaged page in every table harms one store', async () => {
  const scene = await prepareStores('sqlite');
  const overwritten = await overwriteEveryPage(scene);
  assert.ok(overwritten.includes('products'), overwritten.join(', '));
  const { damagedId, damagedKey } = scene;
  await onStart(scene, async (service) => {
    // The last good index answers.
    assert.notDeepEqual(await titlesFor(service.caller(damagedKey), 'lamp'), []);
    await assertReadsAreClear(service, damagedKey);
  });
  forgetSavedIndexes(scene);
  await onStart(scene, async (service) => {
    const answer = await service.caller(damagedKey).request('GET', '/api/v1/autocomplete?q=lamp');
    assert.equal(answer.status, 503);
    assert.equal(answer.as<{ code: string }>().code, 'store_unavailable');
    const named = await quarantinedStores(service);
    assert.ok(named.some(({ store, work }) => store === damagedId && work === 'index'));
  });
  scene.remove();
});
