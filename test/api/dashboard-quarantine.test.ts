/**
 * Goal: a merchant learns from the dashboard that data of their store cannot be read. Method: one row of a product is
 * damaged while no service runs; the overview of that store and of another one is read from the next service.
 */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { runSql, servedTarget } from '../support/damage.ts';
import { setUpOperator, signInAs, type Visitor } from '../support/dashboard-visitor.ts';
import { engines, type TestEngine } from '../support/engines.ts';
import { startTestService } from '../support/start-test-service.ts';
import { ask, importProducts, productInput } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Overview {
  readonly health: { readonly state: string; readonly products: number };
  readonly attention: readonly Readonly<Record<string, string>>[];
}

async function overviewOf(visitor: Visitor, storeId: string): Promise<Overview> {
  const answer = await visitor.call('GET', `/stores/${storeId}/overview`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<Overview>();
}

const findingOf = ({ attention }: Overview) => attention.find(({ code }) => code === 'products_unreadable');

/** Two stores with two products each, of which the first is damaged by the statement; a visitor of the next service. */
async function onDamaged(
  engine: TestEngine,
  poisonOf: (storeId: string) => string,
  work: (visitor: Visitor, stores: { readonly damagedId: string; readonly soundId: string }) => Promise<void>,
): Promise<void> {
  const database = await engine.open();
  const start = () =>
    startTestService({ ...engine, open: async () => ({ ...database, close: async () => {} }) });
  const first = await start();
  await setUpOperator(first);
  const [damaged, sound] = [await first.createStore(), await first.createStore()];
  for (const store of [damaged, sound]) {
    await importProducts(store, [productInput('a', { title: 'Lamp' }), productInput('b')]);
    await ask(store, 'lamp');
  }
  await first.stop();
  const target = servedTarget(database.target);
  // With its index saved, the store would be read no more.
  if (target.engine === 'sqlite') rmSync(join(dirname(target.file), 'indexes'), { recursive: true });
  await runSql(target, damaged.store.id, poisonOf(damaged.store.id));
  const second = await start();
  try {
    const visitor = await signInAs(second, 'ada@shop.example');
    await work(visitor, { damagedId: damaged.store.id, soundId: sound.store.id });
  } finally {
    await second.stop();
    await database.close();
  }
}

for (const engine of engines) {
  test(`the overview says that a store cannot be read (${engine.name})`, () =>
    onDamaged(
      engine,
      (id) => `update products set attributes = '{' where external_id = 'a' and store_id = '${id}'`,
      async (visitor, { damagedId, soundId }) => {
        let overview = await overviewOf(visitor, damagedId);
        await waitUntil('the quarantine', async () => {
          overview = await overviewOf(visitor, damagedId);
          return findingOf(overview) !== undefined;
        });
        const finding = findingOf(overview);
        assert.equal(overview.health.state, 'attention');
        assert.match(
          finding?.message ?? '',
          /^At least 1 product cannot be read \(a\), since \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Shoppers do not find it/,
        );
        assert.equal(finding?.link, `/stores/${damagedId}/imports/new`);
        assert.equal(findingOf(await overviewOf(visitor, soundId)), undefined);
      },
    ));

  test(`the overview shows the readable parts (${engine.name})`, () =>
    onDamaged(
      engine,
      (id) => `update imports set issues = '{' where store_id = '${id}'`,
      async (visitor, { damagedId }) => {
        const { health, attention } = await overviewOf(visitor, damagedId);
        assert.equal(health.products, 2);
        const left = attention.find(({ code }) => code === 'overview_incomplete');
        assert.match(left?.message ?? '', /left out: imports\.$/);
        assert.equal(
          attention.find(({ code }) => code === 'no_storefront_key'),
          undefined,
        );
      },
    ));
}
