/**
 * Goal: collections are what their rules say, within two seconds of every change, for keys and for browsers, and of one
 * store only. Method: a running service on both databases, called as merchants and storefronts call it.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ProductCard } from '../../contract/autocomplete.ts';
import type { CollectionBody, collectionOperations } from '../../contract/collections.ts';
import { limits } from '../../contract/limits.ts';
import type { ValueOf } from '../../contract/operation.ts';
import type { CollectionRules } from '../../contract/words/collections.ts';
import { joinAs, setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { uuidOf } from '../support/storage-rows.ts';
import { importProducts, productInput, productPath, putProduct } from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

const path = '/api/v1/collections';
/** The promise; a test that waits longer fails. */
const followMs = 2_000;

const cheap: CollectionRules = {
  match: 'all',
  conditions: [{ field: 'price', op: 'at_most', value: '20' }],
};

async function make(store: TestStore, fields: object): Promise<CollectionBody> {
  const answer = await store.request('POST', path, { body: { title: 'Cheap', rules: cheap, ...fields } });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ collection: CollectionBody }>().collection;
}

interface Page {
  readonly collection: Readonly<Record<string, unknown>>;
  readonly products: readonly ProductCard[];
  readonly next_cursor: string | null;
}

async function pageOf(store: TestStore, slug: string, query = ''): Promise<Page> {
  const answer = await store.request('GET', `${path}/${slug}/products${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<Page>();
}

async function titlesOf(store: TestStore, slug: string, query = ''): Promise<string[]> {
  return (await pageOf(store, slug, query)).products.map(({ title }) => title);
}

async function waitForTitles(store: TestStore, slug: string, titles: readonly string[]): Promise<void> {
  const wanted = titles.join();
  let seen = '';
  const isSo = async () => {
    seen = (await titlesOf(store, slug)).join();
    return seen === wanted;
  };
  await waitUntil(`${wanted} in ${slug}`, isSo, followMs).catch((error) => {
    throw new Error(`${String(error)}; last seen: ${seen}`);
  });
}

for (const engine of engines) {
  describe(`collections (${engine.name})`, () => {
    const service = useService(engine);
    let operator: Visitor;
    before(async () => {
      operator = await setUpOperator(service.current());
    });

    test('membership follows every product change within two seconds', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        productInput('a', { title: 'Lamp A', price: 10 }),
        productInput('b', { title: 'Lamp B', price: 50 }),
      ]);
      const { slug, links } = await make(store, {});
      assert.ok(links.products.endsWith(`${path}/cheap/products`));
      await waitForTitles(store, slug, ['Lamp A']);
      await putProduct(store, 'c', { title: 'Lamp C', price: 5 });
      await waitForTitles(store, slug, ['Lamp A', 'Lamp C']);
      await store.request('PATCH', productPath('b'), { body: { price: 20 } });
      await waitForTitles(store, slug, ['Lamp A', 'Lamp B', 'Lamp C']);
      await store.request('DELETE', productPath('a'));
      // Out of stock is last, and still a member.
      await waitForTitles(store, slug, ['Lamp B', 'Lamp C', 'Lamp A']);
      await importProducts(store, [productInput('c', { title: 'Lamp C', price: 99 })]);
      await waitForTitles(store, slug, ['Lamp B', 'Lamp A']);
      const shown = await store.request('GET', `${path}/${slug}`);
      const { collection } = shown.as<{ collection: CollectionBody }>();
      assert.deepEqual([collection.status, collection.product_count], ['ready', 2]);
    });

    test('new rules, another currency and another order are followed too', async () => {
      const store = await service.createStore({ currency: 'USD' });
      await importProducts(store, [
        productInput('a', { title: 'Red lamp', price: 10 }),
        productInput('b', { title: 'Blue lamp', price: 12, currency: 'EUR' }),
      ]);
      const { slug } = await make(store, { slug: 'lamps' });
      await waitForTitles(store, slug, ['Red lamp']);
      const settings = `/stores/${store.store.id}/settings`;
      const changed = await operator.call('PATCH', settings, { currency: 'EUR' });
      assert.equal(changed.status, 200, changed.text);
      await waitForTitles(store, slug, ['Blue lamp', 'Red lamp']);
      const rules = { match: 'any', conditions: [{ field: 'title', op: 'starts_with', value: 'BLUE' }] };
      const patched = await store.request('PATCH', `${path}/${slug}`, {
        body: { rules, sort: 'price_desc' },
      });
      assert.deepEqual(patched.as<{ collection: CollectionBody }>().collection.rules, rules);
      await waitForTitles(store, slug, ['Blue lamp']);
      const all = { match: 'all', conditions: [{ field: 'age_days', op: 'at_most', value: 3 }] };
      await store.request('PATCH', `${path}/${slug}`, { body: { rules: all } });
      await waitForTitles(store, slug, ['Blue lamp', 'Red lamp']);
      assert.deepEqual(await titlesOf(store, slug, '?sort=price_asc'), ['Red lamp', 'Blue lamp']);
    });

    test('given or lost phrases change membership too', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a', { title: 'Lamp' });
      const rules = {
        match: 'any',
        conditions: [{ field: 'phrase', op: 'is', value: 'Cosy Evening Light' }],
      };
      const { slug } = await make(store, { rules });
      const given = async (phrases: readonly string[]) => {
        const body = { search_phrases: phrases, suggestion_phrases: [] };
        const answer = await store.request('PUT', `${productPath('a')}/phrases`, { body });
        assert.equal(answer.status, 200, answer.text);
      };
      await given(['cosy evening light']);
      await waitForTitles(store, slug, ['Lamp']);
      await given(['desk light']);
      await waitForTitles(store, slug, []);
    });

    test('pages hold every member once, and cursors fit one order', async () => {
      const store = await service.createStore();
      await importProducts(
        store,
        Array.from({ length: 7 }, (_, number) => productInput(`p${number}`, { title: `Lamp ${number}` })),
      );
      const { slug } = await make(store, {});
      await waitUntil('all members', async () => (await titlesOf(store, slug)).length === 7, followMs);
      const titles: string[] = [];
      for (let query = '?limit=3'; query !== ''; ) {
        const { products, next_cursor: cursor } = await pageOf(store, slug, query);
        titles.push(...products.map(({ title }) => title));
        query = cursor === null ? '' : `?limit=3&cursor=${cursor}`;
      }
      assert.deepEqual(
        titles,
        Array.from({ length: 7 }, (_, number) => `Lamp ${number}`),
      );
      const { next_cursor: cursor } = await pageOf(store, slug, '?limit=3');
      const wrong = [`sort=newest&cursor=${cursor}`, 'cursor=abc', 'sort=best', 'limit=0'];
      for (const query of wrong) {
        const [fault] = expectError(
          await store.request('GET', `${path}/${slug}/products?${query}`),
          'validation_failed',
        );
        assert.ok(query.includes(`${fault?.path}=`), JSON.stringify(fault));
      }
    });

    test('a storefront key reads the products and nothing else', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a', { title: 'Lamp', price: 3 });
      const { slug } = await make(store, {});
      await waitForTitles(store, slug, ['Lamp']);
      const key = store.keys.storefront;
      const products = `${path}/${slug}/products`;
      const answer = await store.request('GET', products, {
        key,
        headers: { origin: 'https://shop.example' },
      });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
      assert.deepEqual(Object.keys(answer.as<Page>().products[0] ?? {}), [
        ...['id', 'title', 'category', 'url', 'image_url', 'price', 'currency', 'in_stock'],
      ]);
      const preflight = await store.request('OPTIONS', products, { key: null });
      assert.deepEqual([preflight.status, preflight.headers.get('access-control-allow-origin')], [204, '*']);
      for (const [method, other] of [
        ['GET', path],
        ['GET', `${path}/${slug}`],
        ['POST', path],
        ['GET', `${path}/suggested`],
      ] as const) {
        expectError(await store.request(method, other, { key }), 'insufficient_scope');
      }
      await store.request('PATCH', `${path}/${slug}`, { body: { is_active: false } });
      expectError(await store.request('GET', products, { key }), 'not_found');
      assert.deepEqual(await titlesOf(store, slug), ['Lamp']);
    });

    test('every fault of a collection is named, and nothing created', async () => {
      const store = await service.createStore();
      const bad = {
        slug: 'Über uns',
        sort: 'best',
        is_active: 'yes',
        colour: 'red',
        rules: {
          match: 'some',
          conditions: [
            { field: 'weight', op: 'is', value: 1 },
            { field: 'title', op: 'at_least', value: 'x' },
            { field: 'price', op: 'between', value: [20, 10] },
            { field: 'age_days', op: 'at_most', value: 1.5 },
            { field: 'attribute', op: 'is', value: 'red' },
            { field: 'in_stock', op: 'is', value: 'yes' },
            { field: 'category', op: 'under', value: ' > ' },
            { field: 'price', op: 'is', value: 5, currency: 'XXL' },
            { field: 'title', op: 'is', value: 'x', name: 'y' },
            'price',
          ],
        },
      };
      const faults = expectError(await store.request('POST', path, { body: bad }), 'validation_failed');
      const at = (index: number, rest: string) => `/rules/conditions/${index}${rest}`;
      assert.deepEqual(
        faults.map((fault) => fault.path).toSorted(),
        [
          ...['/colour', '/title', '/slug', '/sort', '/is_active', '/rules/match'],
          ...[at(0, '/field'), at(1, '/op'), at(2, '/value'), at(3, '/value'), at(4, '/name')],
          ...[at(5, '/value'), at(6, '/value'), at(7, '/currency'), at(8, '/name'), at(9, '')],
        ].toSorted(),
      );
      const conditions = Array.from({ length: limits.collectionConditions + 1 }, () => cheap.conditions[0]);
      for (const rules of [null, { match: 'all', conditions: [] }, { match: 'all', conditions }]) {
        const answer = await store.request('POST', path, { body: { title: 'X', rules } });
        assert.match(expectError(answer, 'validation_failed')[0]?.path ?? '', /^\/rules/);
      }
      for (const slug of ['suggested', 'preview', 'new', 'a--b', '']) {
        expectError(
          await store.request('POST', path, { body: { title: 'X', rules: cheap, slug } }),
          'validation_failed',
        );
      }
      const list = await store.request('GET', path);
      assert.deepEqual(list.as<object>(), { collections: [], next_cursor: null });
    });

    test('a slug is unique in its store, by default the title’s', async () => {
      const store = await service.createStore();
      const titles = ['Cheap', 'Cheap', 'Зимняя обувь', 'Παπούτσια', 'Ürün & Łódź'];
      const made: string[] = [];
      for (const title of titles) made.push((await make(store, { title })).slug);
      assert.deepEqual(made, ['cheap', 'cheap-2', 'zimniaia-obuv', 'papoutsia', 'urun-lodz']);
      const { id, slug } = await make(store, { title: '靴' });
      assert.equal(slug, `collection-${id.slice(-6)}`);
      const body = { title: 'Other', rules: cheap, slug: 'cheap' };
      expectError(await store.request('POST', path, { body }), 'conflict');
      expectError(await store.request('PATCH', `${path}/cheap-2`, { body: { slug: 'cheap' } }), 'conflict');
      const renamed = await store.request('PATCH', `${path}/cheap-2`, { body: { slug: 'bargains' } });
      assert.equal(renamed.status, 200, renamed.text);
      const other = await service.createStore();
      assert.equal((await make(other, {})).slug, 'cheap');
    });

    test('another store’s collections are answered like unknown ones', async () => {
      const [owner, stranger] = [await service.createStore(), await service.createStore()];
      await putProduct(owner, 'a', { price: 3 });
      await make(owner, { slug: 'secret-sale' });
      const calls = [
        ['GET', '', undefined],
        ['GET', '/products', undefined],
        ['PATCH', '', { title: 'Mine' }],
        ['DELETE', '', undefined],
      ] as const;
      for (const [method, rest, body] of calls) {
        const answer = await stranger.request(method, `${path}/secret-sale${rest}`, { body });
        expectError(answer, 'not_found');
        assert.ok(!answer.text.includes('secret-sale'));
      }
      assert.equal((await owner.request('DELETE', `${path}/secret-sale`)).status, 200);
      expectError(await owner.request('GET', `${path}/secret-sale/products`), 'not_found');
    });

    test('a preview shows the rules’ products and stores nothing', async () => {
      const store = await service.createStore();
      await importProducts(
        store,
        Array.from({ length: 30 }, (_, number) =>
          productInput(`p${number}`, { price: number, in_stock: number !== 0 }),
        ),
      );
      const answer = await store.request('POST', `${path}/preview`, { body: { rules: cheap } });
      const { preview } = answer.as<ValueOf<typeof collectionOperations.previewCollection.answer>>();
      assert.deepEqual([preview.product_count, preview.is_estimate, preview.sample.length], [21, false, 12]);
      assert.ok(preview.sample.every((card) => card.in_stock));
      for (const [body, fault] of [
        [{}, '/rules'],
        [{ rules: cheap, colour: 'red' }, '/colour'],
      ] as const) {
        const refused = await store.request('POST', `${path}/preview`, { body });
        assert.equal(expectError(refused, 'validation_failed')[0]?.path, fault);
      }
      assert.deepEqual((await store.request('GET', path)).as<{ collections: [] }>().collections, []);
    });

    test('frequent kinds are suggested once, but no category or brand', async () => {
      const store = await service.createStore();
      const shoes = ['Trail', 'Road', 'Track', 'City'].map((kind, number) =>
        productInput(`s${number}`, { title: `${kind} Running Shoes`, category: 'Shoes', brand: 'Acme' }),
      );
      const lamps = Array.from({ length: 12 }, (_, number) =>
        productInput(`l${number}`, { title: `Lamp for running shoes ${number}`, category: 'Lamps' }),
      );
      await importProducts(store, [...shoes, ...lamps]);
      const suggest = async () => {
        const answer = await store.request('GET', `${path}/suggested`);
        assert.equal(answer.status, 200, answer.text);
        return answer.as<ValueOf<typeof collectionOperations.suggestCollections.answer>>().collections;
      };
      assert.deepEqual(await suggest(), [], 'titles alone say too little of what a thing is');
      for (const [number, kind] of ['trail', 'road', 'track', 'city'].entries()) {
        const phrases = ['acme running shoes', `${kind} running shoes`, 'shoes', 'acme'];
        const body = { suggestion_phrases: phrases.slice(0, 2), search_phrases: phrases.slice(2) };
        await store.request('PUT', `${productPath(`s${number}`)}/phrases`, { body });
      }
      const suggested = await suggest();
      assert.deepEqual(
        suggested.map(({ title, slug, product_count, sample }) => [
          title,
          slug,
          product_count,
          sample.length,
        ]),
        [['Running Shoes', 'running-shoes', 4, 4]],
      );
      const { title = '', rules } = suggested[0] ?? {};
      const { slug } = await make(store, { title, rules });
      await waitUntil('its members', async () => (await titlesOf(store, slug)).length === 4, followMs);
      assert.deepEqual(await suggest(), []);
    });

    test('a store’s number of collections is bounded', async () => {
      const store = await service.createStore();
      const { rules } = await make(store, {});
      await service.current().storage.write(store.store.id, async (writer) => {
        const [first] = (await writer.collections.list()).values;
        assert.ok(first !== undefined);
        for (let number = 1; number < limits.collectionsPerStore; number += 1) {
          await writer.collections.insert({ ...first, id: uuidOf(number), slug: `c${number}` });
        }
      });
      expectError(await store.request('POST', path, { body: { title: 'X', rules } }), 'conflict');
      assert.equal((await store.request('DELETE', `${path}/c1`)).status, 200);
      await make(store, { title: 'X' });
    });

    test('viewers see collections, and editors make them with log entries', async () => {
      const store = await service.createStore();
      await putProduct(store, 'a', { title: 'Lamp', price: 3 });
      const calls = `/stores/${store.store.id}/collections`;
      const viewer = await joinAs(service.current(), operator, store.store.id, {
        email: 'viewer@shop.example',
        role: 'viewer',
      });
      const editor = await joinAs(service.current(), operator, store.store.id, {
        email: 'editor@shop.example',
        role: 'editor',
      });
      const body = { title: 'Cheap', rules: cheap };
      assert.equal((await viewer.call('POST', calls, body)).status, 403);
      const made = await editor.call('POST', calls, body);
      assert.equal(made.status, 200, made.text);
      await waitForTitles(store, 'cheap', ['Lamp']);
      const seen = await viewer.call('GET', `${calls}/cheap/products`);
      assert.equal(seen.as<{ products: { external_id: string }[] }>().products[0]?.external_id, 'a');
      assert.equal((await viewer.call('POST', `${calls}/preview`, { rules: cheap })).status, 200);
      assert.equal((await editor.call('DELETE', `${calls}/cheap`)).status, 200);
      const log = await operator.call('GET', `/stores/${store.store.id}/audit`);
      assert.match(log.text, /collection\.created/);
      assert.match(log.text, /collection\.deleted/);
    });
  });
}
