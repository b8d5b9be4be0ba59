/**
 * Goal: settings of a store that cannot be read are replaced or deleted by who owns them, and harm no others beside them.
 * Method: values are overwritten past a running service on both databases; then it is called as merchants do.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CollectionBody } from '../../contract/collections.ts';
import type { WebhookBody } from '../../contract/webhooks.ts';
import { runSql } from '../support/damage.ts';
import { quarantined, useDamageScene } from '../support/damage-scene.ts';
import { engines, onOneNode } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { importCsv } from '../support/file-imports.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { productInput, putProduct, titlesFor } from '../support/store-calls.ts';
import { waitUntil } from '../support/wait-until.ts';

const settings = { FORETYPE_ENRICHMENT_PROVIDER: 'off', FORETYPE_ALLOW_PRIVATE_FEEDS: 'on' };
const products = [productInput('a', { title: 'Lamp' }), productInput('b', { title: 'Sofa' })];
const broken = "'{'";
const large = '9007199254740993';

/** What is left out of a list, by the field that names it. */
interface LeftOut<Field extends string> {
  readonly unreadable?: readonly (Readonly<Record<Field, string>> & { readonly message: string })[];
}

async function call<Answer>(store: TestStore, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await store.request(method, `/api/v1/${path}`, body === undefined ? {} : { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<Answer>();
}

async function makeCollection(store: TestStore, title: string): Promise<string> {
  const rules = { match: 'all', conditions: [{ field: 'price', op: 'at_least', value: '0' }] };
  const made = await call<{ collection: CollectionBody }>(store, 'POST', 'collections', { title, rules });
  return made.collection.slug;
}

function listCollections(store: TestStore) {
  return call<LeftOut<'slug'> & { readonly collections: readonly CollectionBody[] }>(
    store,
    'GET',
    'collections',
  );
}

async function waitForCounts(store: TestStore, counts: Readonly<Record<string, number>>): Promise<void> {
  await waitUntil(`members ${JSON.stringify(counts)}`, async () => {
    const { collections } = await listCollections(store);
    return Object.entries(counts).every(
      ([slug, count]) => collections.find((one) => one.slug === slug)?.product_count === count,
    );
  });
}

for (const each of engines) {
  const engine = onOneNode(each, 'each node names what it met');
  const titled = (name: string) => `${name} (${engine.name})`;
  describe(titled('damaged settings'), () => {
    const withStore = useDamageScene(engine, settings, products);

    test(titled('rules that cannot be read are replaced by PUT'), () =>
      withStore(async ({ store, storeId, target }) => {
        const rule = { id: 'one', query: 'lamp', match: 'exact', pins: ['b'] };
        for (const [column, value] of [
          ['rules', broken],
          ['change_number', large],
        ] as const) {
          const { updated_at: seen } = await call<{ updated_at: string }>(store, 'PUT', 'merchandising', {
            rules: [],
          });
          const place = `where store_id = '${storeId}'`;
          await runSql(target, storeId, `update merchandising_sets set ${column} = ${value} ${place}`);
          const refused = await store.request('GET', '/api/v1/merchandising');
          expectError(refused, 'store_unavailable');
          assert.match(refused.text, new RegExp(`${column} .* Send all rules of the store again, by PUT`));
          // Whether somebody changed them since is not known.
          const body = { rules: [rule], updated_at: seen };
          expectError(await store.request('PUT', '/api/v1/merchandising', { body }), 'store_unavailable');
          await call(store, 'PUT', 'merchandising', { rules: [rule] });
          const { rules } = await call<{ rules: { pins: string[] }[] }>(store, 'GET', 'merchandising');
          assert.deepEqual(rules[0]?.pins, ['b'], column);
          assert.deepEqual(await titlesFor(store, 'lamp'), ['Sofa', 'Lamp']);
        }
      }),
    );

    test(titled('synonyms that cannot be read are replaced by PUT'), () =>
      withStore(async ({ store, storeId, target }) => {
        for (const [column, value] of [
          ['rules', broken],
          ['updated_at', large],
        ] as const) {
          await call(store, 'PUT', 'synonyms', { synonyms: [] });
          const place = `where store_id = '${storeId}'`;
          await runSql(target, storeId, `update synonym_sets set ${column} = ${value} ${place}`);
          const refused = await store.request('GET', '/api/v1/synonyms');
          expectError(refused, 'store_unavailable');
          assert.match(refused.text, /Send all synonyms of the store again, by PUT/);
          await call(store, 'PUT', 'synonyms', { synonyms: [{ terms: ['quorvex', 'sofa'] }] });
          assert.deepEqual(await titlesFor(store, 'quorvex'), ['Sofa'], column);
        }
      }),
    );

    test(titled('people start again without rules and synonyms'), () =>
      withStore(async ({ visitor, store, storeId, target }) => {
        await call(store, 'PUT', 'merchandising', { rules: [] });
        await call(store, 'PUT', 'synonyms', { synonyms: [{ terms: ['quorvex', 'sofa'] }] });
        await call(store, 'PUT', 'ranking', { boosts: [] });
        for (const [table, column, path, body] of [
          ['merchandising_sets', 'rules', 'merchandising', { rules: [] }],
          ['ranking_sets', 'boosts', 'ranking', { boosts: [] }],
          ['synonym_sets', 'rules', 'synonyms', { synonyms: [] }],
        ] as const) {
          await runSql(
            target,
            storeId,
            `update ${table} set ${column} = ${broken} where store_id = '${storeId}'`,
          );
          const page = `/stores/${storeId}/${path}`;
          assert.equal((await visitor.call('GET', page)).status, 503);
          const answer = await visitor.call('PUT', page, body);
          assert.equal(answer.status, 200, answer.text);
          assert.equal((await visitor.call('GET', page)).status, 200);
        }
      }),
    );

    test(titled('people replace only what cannot be read'), () =>
      withStore(async ({ visitor, store, storeId }) => {
        const rule = { id: 'one', query: 'lamp', match: 'exact', pins: ['b'] };
        await call(store, 'PUT', 'merchandising', { rules: [rule] });
        await call(store, 'PUT', 'synonyms', { synonyms: [{ terms: ['quorvex', 'sofa'] }] });
        for (const [path, what] of [
          ['merchandising', 'rules'],
          ['synonyms', 'synonyms'],
        ] as const) {
          const page = `/stores/${storeId}/${path}`;
          const answer = await visitor.call('PUT', page, { [what]: [] });
          assert.equal(answer.status, 200, answer.text);
          const { [what]: kept } = await call<Record<string, unknown[]>>(store, 'GET', path);
          assert.equal(kept?.length, 1, path);
          assert.deepEqual(answer.as<Record<string, unknown[]>>()[what], kept);
        }
      }),
    );

    test(titled('a list names the collection that it leaves out'), () =>
      withStore(async ({ service, store, storeId, target }) => {
        for (const title of ['One', 'Two']) await makeCollection(store, title);
        await waitForCounts(store, { one: 2, two: 2 });
        const place = `where store_id = '${storeId}' and slug = 'two'`;
        await runSql(target, storeId, `update collections set rules = ${broken} ${place}`);
        const { collections, unreadable } = await listCollections(store);
        assert.deepEqual(
          collections.map(({ slug }) => slug),
          ['one'],
        );
        assert.equal(unreadable?.[0]?.slug, 'two');
        assert.match(unreadable?.[0]?.message ?? '', /collections two: rules .* Delete the collection/);
        await waitUntil('its name', async () =>
          (await quarantined(service)).some((one) => /collections two: rules/.test(one.reason)),
        );
        assert.equal(await makeCollection(store, 'Two'), 'two-2');
        await call(store, 'GET', 'collections/suggested');
        await call(store, 'DELETE', 'collections/two');
        assert.equal((await listCollections(store)).unreadable, undefined);
        assert.equal(await makeCollection(store, 'Two'), 'two');
      }),
    );

    test(titled('collections go on beside rules that cannot be read'), () =>
      withStore(async ({ service, store, storeId, target }) => {
        for (const title of ['One', 'Two']) await makeCollection(store, title);
        await waitForCounts(store, { one: 2, two: 2 });
        const damaged = `collection_id = (select id from collections where slug = 'two' and store_id = '${storeId}')`;
        const set = `update collection_generations set rules = ${broken}`;
        await runSql(target, storeId, `${set} where store_id = '${storeId}' and ${damaged}`);
        await putProduct(store, 'c', { title: 'Desk' });
        await waitForCounts(store, { one: 3, two: 2 });
        await call(store, 'DELETE', 'collections/two');
        const { storage } = service;
        await waitUntil('the end of its rows', async () => {
          const generations = await storage.reader(storeId).collections.generations();
          return generations.length === 1;
        });
        await waitForCounts(store, { one: 3 });
      }),
    );

    test(titled('settings are named until they can be read'), () =>
      withStore(async ({ service, store, storeId, target }) => {
        await call(store, 'PUT', 'merchandising', { rules: [] });
        await call(store, 'PUT', 'synonyms', { synonyms: [] });
        for (const title of ['One', 'Two']) await makeCollection(store, title);
        const { webhook } = await call<{ webhook: WebhookBody }>(store, 'POST', 'webhooks', {
          url: 'http://127.0.0.1:9/hook',
        });
        await waitForCounts(store, { one: 2, two: 2 });
        const ofOne = `collection_id = (select id from collections where slug = 'one' and store_id = '${storeId}')`;
        for (const [table, column, which] of [
          ['merchandising_sets', 'rules', 'true'],
          ['synonym_sets', 'rules', 'true'],
          ['webhooks', 'events', 'true'],
          ['collection_generations', 'rules', ofOne],
          ['collections', 'rules', "slug = 'two'"],
        ]) {
          const place = `where store_id = '${storeId}' and ${which}`;
          await runSql(target, storeId, `update ${table} set ${column} = ${broken} ${place}`);
        }
        await putProduct(store, 'c', { title: 'Desk' });
        for (const path of ['merchandising', 'synonyms', 'collections', 'webhooks']) {
          await store.request('GET', `/api/v1/${path}`);
        }
        const reasons = async () => {
          const named = (await quarantined(service)).filter((one) => one.store === storeId);
          return named.map(({ reason }) => reason).join('; ');
        };
        await waitUntil('all five rows', async () => {
          const named = await reasons();
          const tables = ['merchandising_sets', 'synonym_sets', 'collections', 'collection_generations'];
          return [...tables, 'webhooks'].every((table) => named.includes(`${table} `));
        });
        await call(store, 'PUT', 'merchandising', { rules: [] });
        await call(store, 'PUT', 'synonyms', { synonyms: [] });
        for (const slug of ['one', 'two']) await call(store, 'DELETE', `collections/${slug}`);
        await call(store, 'DELETE', `webhooks/${webhook.id}`);
        await waitUntil('the end of their names', async () => (await reasons()) === '');
      }),
    );

    test(titled('a webhook that cannot be read is named and deleted'), () =>
      withStore(async ({ visitor, store, storeId, target }) => {
        const register = (number: number) =>
          call<{ webhook: WebhookBody }>(store, 'POST', 'webhooks', {
            url: `http://127.0.0.1:9/hook${number}`,
          });
        const { webhook: sound } = await register(1);
        const { webhook } = await register(2);
        const place = `where store_id = '${storeId}' and id = '${webhook.id}'`;
        await runSql(target, storeId, `update webhooks set events = ${broken} ${place}`);
        type List = LeftOut<'id'> & { readonly webhooks: readonly WebhookBody[] };
        const list = () => call<List>(store, 'GET', 'webhooks');
        const { webhooks, unreadable } = await list();
        assert.deepEqual(
          webhooks.map(({ id }) => id),
          [sound.id],
        );
        assert.equal(unreadable?.[0]?.id, webhook.id);
        assert.match(unreadable?.[0]?.message ?? '', /events is not valid JSON.* Delete the webhook/);
        const overview = await visitor.call('GET', `/stores/${storeId}/overview`);
        assert.match(overview.text, /left out: webhooks/);
        await register(3);
        await call(store, 'DELETE', `webhooks/${webhook.id}`);
        assert.equal((await list()).unreadable, undefined);
        const content = 'external_id,title,price,url\nf,Fan,9,https://shop.example/f\n';
        assert.equal((await importCsv(visitor, storeId, content)).status, 'completed');
      }),
    );
  });
}
