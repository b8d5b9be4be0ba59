/**
 * The autocomplete endpoint (§2.5, §4.7; Contract §4, §7), on both databases: its shape, its parameters, its cache,
 * and that a write is found by the very next call. What is found, and in which order, is in autocomplete-ranking.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { sendRaw } from '../support/raw-request.ts';
import {
  ask,
  importProducts,
  productInput,
  productPath,
  putProduct,
  titlesFor,
} from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const path = '/api/v1/autocomplete';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const lamp = productInput('lamp-1', {
  title: 'Desk lamp',
  price: '19,9',
  category: 'Home > Lighting',
  image_url: 'https://cdn.example/lamp.jpg',
});

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    test('§2.5 groups, §2.5 meta: an answer holds exactly the listed fields', async () => {
      const store = await service.createStore();
      await importProducts(store, [lamp]);
      const answer = await ask(store, ' Lam');
      assert.deepEqual(Object.keys(answer), ['suggestions', 'categories', 'products', 'meta']);
      const { source, ...meta } = answer.meta;
      assert.ok(source === 'graph' || source === 'backend');
      assert.deepEqual(meta, {
        query: ' Lam',
        mode: 'search',
        store: store.store.id,
        cached: false,
        counts: { suggestions: answer.suggestions.length, categories: 0, products: 1 },
      });
    });

    test('§2.5 card, §2.5 card-id, §2.5 card-price: a card is the listed fields in order', async () => {
      const store = await service.createStore({ currency: 'EUR' });
      const { id } = await putProduct(store, 'lamp-1', lamp);
      await putProduct(store, '17', { title: 'Lamp in dollars', currency: 'USD', in_stock: false });
      const [first, second] = (await ask(store, 'lamp')).products;
      assert.deepEqual(Object.entries(first ?? {}), [
        ['id', id],
        ['title', 'Desk lamp'],
        ['category', 'Home > Lighting'],
        ['url', 'https://shop.example/p'],
        ['image_url', 'https://cdn.example/lamp.jpg'],
        ['price', '19.90'],
        ['currency', 'EUR'],
        ['in_stock', true],
      ]);
      assert.match(second?.id ?? '', uuid);
      assert.deepEqual([second?.category, second?.image_url, second?.in_stock], [null, null, false]);
      assert.deepEqual([second?.price, second?.currency], ['12.90', 'USD']);
    });

    test('§2.5 categories, §2.5 counts: titles without address, counted like every group', async () => {
      const store = await service.createStore();
      await importProducts(store, [lamp, productInput('b', { title: 'Light bulb', category: 'Lights' })]);
      for (const q of ['', 'li', 'no such thing', 'desk lamp']) {
        const { categories, suggestions, products, meta } = await ask(store, q);
        for (const category of categories) {
          assert.deepEqual(Object.keys(category), ['title', 'url']);
          assert.equal(category.url, null);
        }
        assert.deepEqual(meta.counts, {
          suggestions: suggestions.length,
          categories: categories.length,
          products: products.length,
        });
      }
      const { categories } = await ask(store, 'li');
      assert.deepEqual(
        categories.map(({ title }) => title),
        ['Lighting', 'Lights'],
      );
    });

    test('§4.7 q, §4.7 discovery: an absent or blank q is discovery', async () => {
      const store = await service.createStore();
      await importProducts(store, [lamp]);
      for (const query of ['', '?q=', '?q=%20%09', '?q=+', '?limit=5']) {
        const answer = await store.request('GET', `${path}${query}`);
        assert.equal(answer.status, 200);
        const { meta, products, categories } = answer.as<Awaited<ReturnType<typeof ask>>>();
        assert.equal(meta.mode, 'discovery', query);
        assert.deepEqual([products.length, categories.length], [1, 1]);
      }
      assert.equal((await ask(store, ' ')).meta.query, ' ');
    });

    test('§4.7 search: anything else is search and is echoed as sent', async () => {
      const store = await service.createStore();
      await importProducts(store, [lamp]);
      for (const q of ['lamp', ' LAMP ', '.', '😀', '"\\\u2028</script>', '%00', 'null', '0']) {
        const { meta } = await ask(store, q);
        assert.deepEqual([meta.mode, meta.query], ['search', q]);
      }
      const { suggestions, categories, products } = await ask(store, 'lighting');
      assert.deepEqual([suggestions.length > 0, categories.length, products.length], [true, 1, 1]);
    });

    test('§4.7 q, §8 q: 100 code points are taken, 101 are not', async () => {
      const store = await service.createStore();
      assert.equal((await ask(store, '😀'.repeat(100))).meta.mode, 'search');
      assert.equal((await ask(store, 'a'.repeat(100))).meta.mode, 'search');
      for (const q of ['a'.repeat(101), '😀'.repeat(101), ' '.repeat(101)]) {
        const answer = await store.request('GET', `${path}?q=${encodeURIComponent(q)}`);
        assert.deepEqual(
          expectError(answer, 'validation_failed').map((error) => error.path),
          ['q'],
        );
      }
    });

    test('§4.7 limit, §8 limit: 1 to 20 are taken, 5 is the default', async () => {
      const store = await service.createStore();
      const products = Array.from({ length: 30 }, (_, index) =>
        productInput(`p${index}`, {
          title: `Lamp ${index}`,
          category: `Lamps ${index}`,
          brand: `Lampco ${index}`,
        }),
      );
      await importProducts(store, products);
      const groups = async (query: string) => {
        const answer = await store.request('GET', `${path}?${query}`);
        return answer.as<Awaited<ReturnType<typeof ask>>>().meta.counts;
      };
      const all = (count: number) => ({ suggestions: count, categories: count, products: count });
      for (const q of ['lamp', '']) {
        assert.deepEqual(await groups(`q=${q}`), all(5));
        assert.deepEqual(await groups(`q=${q}&limit=1`), all(1));
        assert.deepEqual(await groups(`q=${q}&limit=20`), all(20));
      }
      for (const limit of ['0', '21', '-1', '1.5', '1e1', 'x', '', '%31%30%30']) {
        const errors = expectError(await store.request('GET', `${path}?limit=${limit}`), 'validation_failed');
        assert.deepEqual(
          errors.map((error) => error.path),
          ['limit'],
          limit,
        );
      }
    });

    test('Contract §3 every wrong parameter is listed, repeated ones too', async () => {
      const store = await service.createStore();
      const query = `q=${'a'.repeat(101)}&limit=0&explain=perhaps`;
      assert.deepEqual(
        expectError(await store.request('GET', `${path}?${query}`), 'validation_failed').map(
          (error) => error.path,
        ),
        ['q', 'limit', 'explain'],
      );
      for (const repeated of ['q=a&q=b', 'limit=1&limit=2', 'q=a&q=a']) {
        const answer = await store.request('GET', `${path}?${repeated}`);
        assert.equal(expectError(answer, 'validation_failed').length, 1, repeated);
      }
      assert.equal((await store.request('GET', `${path}?q=a&other=1&other=2`)).status, 200);
    });

    test('a badly encoded q is answered instead of failing', async () => {
      const store = await service.createStore();
      for (const q of ['%', '%zz', '%E4', '%C3%28', '%ED%A0%80']) {
        const { origin } = service.current();
        const headers = { 'x-api-key': store.keys.storefront };
        const answer = await sendRaw(origin, { method: 'GET', path: `${path}?q=${q}`, headers });
        assert.ok(answer.status === 200 || answer.status === 400 || answer.status === 422, answer.text);
      }
    });

    test('§4.7 cached, §4.7 cache: a repeated call is cached by store, query and limit', async () => {
      const store = await service.createStore();
      const other = await service.createStore();
      await importProducts(store, [lamp]);
      await importProducts(other, [lamp]);
      const cached = async (q: string, parameters = {}, of = store) =>
        (await ask(of, q, parameters)).meta.cached;
      for (const q of ['', 'la', 'desk lamp']) {
        assert.equal(await cached(q), false);
        assert.equal(await cached(q), true);
        assert.equal(await cached(q, { limit: 6 }), false);
        assert.equal(await cached(q, {}, other), false);
        assert.equal(await cached(q), true);
      }
      assert.equal(await cached('LA'), false, 'the key is q as sent');
      assert.equal(await cached('la '), false);
    });

    test('a cached answer differs from the first in meta.cached only', async () => {
      const store = await service.createStore();
      await importProducts(store, [lamp]);
      const first = await ask(store, 'lamp');
      const second = await ask(store, 'lamp');
      assert.deepEqual(second, { ...first, meta: { ...first.meta, cached: true } });
    });

    test('Contract §4 only a change of indexed data makes the cache miss', async () => {
      const store = await service.createStore();
      const other = await service.createStore();
      await importProducts(store, [lamp]);
      await ask(store, 'lamp');
      await putProduct(other, 'x');
      await importProducts(store, [lamp]);
      await importProducts(store, [productInput('bad', { price: -1 })]);
      assert.equal((await ask(store, 'lamp')).meta.cached, true);
      await putProduct(store, 'unrelated');
      assert.equal((await ask(store, 'lamp')).meta.cached, false);
    });

    test('§4.7 source: discovery and search say where they came from', async () => {
      const store = await service.createStore();
      await importProducts(store, [lamp]);
      for (const q of ['', 'l', 'lamp', 'desk lamp']) {
        const { meta, ...groups } = await ask(store, q);
        assert.ok(['graph', 'backend'].includes(meta.source));
        assert.deepEqual(Object.keys(groups), ['suggestions', 'categories', 'products']);
      }
    });

    test('Contract §7 explain adds the tiers to each card and is never cached', async () => {
      const store = await service.createStore();
      await importProducts(store, [lamp, productInput('b', { title: 'Lamp', in_stock: false })]);
      await ask(store, 'lamp');
      for (let call = 0; call < 2; call += 1) {
        const { products, meta } = await ask(store, 'lamp', { explain: 1 });
        assert.equal(meta.cached, false);
        assert.deepEqual(
          products.map(({ title, explain }) => [title, explain?.in_stock, explain?.exact_title]),
          [
            ['Desk lamp', true, false],
            ['Lamp', false, true],
          ],
        );
      }
      assert.ok(!('explain' in ((await ask(store, 'lamp')).products[0] ?? {})));
    });

    test('the price before stands on cards only where asked for', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        { ...lamp, compare_at_price: '29,9' },
        productInput('b', { title: 'Lamp b', price: 5, compare_at_price: 5 }),
        productInput('c', { title: 'Lamp c', price: 5 }),
      ]);
      const whole = { compare_at_price: 1 };
      const pricesOf = async (parameters: Readonly<Record<string, number>>) =>
        (await ask(store, 'lamp', parameters)).products.map(({ compare_at_price: price }) => price ?? null);
      const cachedFor = async (parameters: Readonly<Record<string, number>>) =>
        (await ask(store, 'lamp', parameters)).meta.cached;
      assert.deepEqual([await pricesOf({}), await cachedFor(whole)], [[null, null, null], false]);
      assert.deepEqual(await pricesOf(whole), [null, null, '29.90']);
      assert.deepEqual([await cachedFor({}), await cachedFor(whole)], [true, true]);
      const asUsual = (await ask(store, 'lamp')).products.at(-1);
      const onSale = (await ask(store, 'lamp', whole)).products.at(-1);
      assert.deepEqual(onSale, { ...asUsual, compare_at_price: '29.90' });
      const explained = (await ask(store, 'lamp', { ...whole, explain: 1 })).products.at(-1);
      assert.deepEqual(Object.keys(explained ?? {}).slice(-3), ['in_stock', 'compare_at_price', 'explain']);
      await putProduct(store, 'lamp-1', { ...lamp, compare_at_price: '39.00' });
      assert.deepEqual(await pricesOf(whole), [null, null, '39.00']);
    });

    test('Contract §7 explain needs a secret key', async () => {
      const store = await service.createStore();
      const key = store.keys.storefront;
      expectError(await store.request('GET', `${path}?q=a&explain=1`, { key }), 'insufficient_scope');
      assert.equal((await store.request('GET', `${path}?q=a&explain=0`, { key })).status, 200);
    });

    test('§4.4 indexed: the next call after each kind of write sees it', async () => {
      const store = await service.createStore();
      const see = async (q: string) =>
        (await ask(store, q)).products.map(({ title, in_stock }) => [title, in_stock]);
      assert.deepEqual(await see('lamp'), []);
      await store.request('PUT', productPath('a'), {
        body: { ...lamp, external_id: 'a', title: 'Put lamp' },
      });
      assert.deepEqual(await see('lamp'), [['Put lamp', true]]);
      await store.request('POST', '/api/v1/products', { body: { ...lamp, title: 'Posted lamp' } });
      assert.deepEqual(await see('posted'), [['Posted lamp', true]]);
      await store.request('PATCH', productPath('lamp-1'), { body: { title: 'Patched lamp' } });
      assert.deepEqual(await see('patched'), [['Patched lamp', true]]);
      assert.deepEqual(await see('posted'), []);
      await store.request('DELETE', productPath('lamp-1'));
      assert.deepEqual(await see('lamp'), [
        ['Put lamp', true],
        ['Patched lamp', false],
      ]);
      await importProducts(store, [productInput('c', { title: 'Imported lamp' })]);
      assert.deepEqual(await see('imported'), [['Imported lamp', true]]);
    });

    test('every write is found at once while others are written', async () => {
      const store = await service.createStore();
      const write = async (client: number) => {
        for (let round = 0; round < 5; round += 1) {
          const title = `Thing ${client}x${round}`;
          await putProduct(store, `c${client}`, { title });
          assert.equal((await titlesFor(store, title))[0], title);
        }
      };
      await Promise.all([0, 1, 2, 3].map(write));
    });

    test('a store without products answers empty groups', async () => {
      const store = await service.createStore();
      for (const q of ['', 'lamp']) {
        const { suggestions, categories, products } = await ask(store, q);
        assert.deepEqual([suggestions, categories, products], [[], [], []]);
      }
    });

    test('answers are private to their key in every cache', async () => {
      const store = await service.createStore();
      const { headers } = await store.request('GET', `${path}?q=a`);
      assert.match(headers.get('cache-control') ?? '', /private|no-store/);
      assert.match(headers.get('vary') ?? '', /X-Api-Key/i);
      assert.match(headers.get('content-type') ?? '', /^application\/json; charset=utf-8$/);
    });
  });
}
