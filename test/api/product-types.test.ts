/**
 * Goal: the store's people and keys see what each product is and what says so, correct it, and find the types of the store
 * with their products. Method: a running service on both databases; types of generators are written past them.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PhrasesBody, StoreTypeBody } from '../../contract/enrichment.ts';
import { joinAs, setUpOperator } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import { makeProduct } from '../support/make-product.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { useService } from '../support/use-service.ts';

async function importProducts(store: TestStore, ...products: readonly unknown[]): Promise<void> {
  const answer = await store.request('POST', '/api/v1/product-imports', { body: { products } });
  assert.equal(answer.status, 200, answer.text);
}

const lampOf = (id: string, title: string) => makeProduct(id, { title, category: 'Home > Lamps' });

async function decide(store: TestStore, externalId: string, body: unknown): Promise<PhrasesBody> {
  const answer = await store.request('PUT', `/api/v1/products/${externalId}/phrases`, { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<{ phrases: PhrasesBody }>().phrases;
}

/** What does not come from its review (type-decisions.test.ts). */
const partOf = ({ name, products, categories, words }: StoreTypeBody) => ({
  name,
  products,
  categories,
  words,
});

async function typesOf(store: TestStore, query = '') {
  const answer = await store.request('GET', `/api/v1/enrichment/types${query}`);
  assert.equal(answer.status, 200, answer.text);
  const { types, next_cursor } = answer.as<{ types: StoreTypeBody[]; next_cursor: string | null }>();
  return { types: types.map(partOf), next_cursor };
}

for (const engine of engines) {
  describe(`types of products (${engine.name})`, () => {
    const service = useService(engine, { FORETYPE_ENRICHMENT_PROVIDER: 'off' });

    test('an import keeps the type that a key corrected', async () => {
      const store = await service.createStore();
      await importProducts(store, lampOf('a', 'Walnut desk lamp'));
      const before = await store.request('GET', '/api/v1/products/a/phrases');
      assert.equal(before.as<{ phrases: PhrasesBody }>().phrases.type, null);
      const type = { name: 'desk lamp', other_names: ['reading light'] };
      const decided = await decide(store, 'a', { type: { ...type, name: ' desk\t  lamp ' } });
      const mine = { ...type, confidence: 1, evidence: [{ source: 'person', text: 'desk lamp' }] };
      assert.deepEqual(
        [decided.type, decided.state, decided.suggestion_phrases, decided.reviewed_by],
        [mine, 'edited', [], 'First secret key'],
      );
      await importProducts(store, lampOf('a', 'Walnut lamp for desks'));
      const after = await store.request('GET', '/api/v1/products/a/phrases');
      assert.deepEqual(after.as<{ phrases: PhrasesBody }>().phrases.type, mine);
      const listed = await store.request('GET', '/api/v1/enrichment/products?state=edited');
      assert.deepEqual(listed.as<{ products: { type: unknown }[] }>().products[0]?.type, mine);
      assert.equal((await decide(store, 'a', { type: null })).type, null);
    });

    test('a wrong type names each fault and changes nothing', async () => {
      const store = await service.createStore();
      await importProducts(store, lampOf('a', 'Walnut desk lamp'));
      const put = (body: unknown) => store.request('PUT', '/api/v1/products/a/phrases', { body });
      const others = ['light', 'Light', '', 5];
      const named = await put({ type: { name: 'x '.repeat(7), other_names: others, colour: 'red' } });
      assert.deepEqual(
        expectError(named, 'validation_failed').map(({ path, code }) => [path, code]),
        [
          ['/type/colour', 'field_unknown'],
          ['/type/name', 'phrase_invalid'],
          ['/type/other_names/1', 'phrase_repeated'],
          ['/type/other_names/2', 'phrase_invalid'],
          ['/type/other_names/3', 'phrase_invalid'],
        ],
      );
      for (const [type, path, words] of [
        ['lamp', '/type', /"name".*got "lamp"/],
        [['lamp'], '/type', /"name"/],
        [{}, '/type/name', /1 to 6 words/],
        [{ name: '!!!' }, '/type/name', /holds a letter/],
        [{ name: 'lamp\u202e' }, '/type/name', /1 to 6 words/],
        [{ name: 'lamp', other_names: 'light' }, '/type/other_names', /at most 8/],
        [{ name: 'lamp', other_names: Array(9).fill('light') }, '/type/other_names', /at most 8/],
      ] as const) {
        const [fault] = expectError(await put({ type }), 'validation_failed');
        assert.deepEqual(fault?.path, path);
        assert.match(fault?.message ?? '', words);
      }
      const mixed = expectError(
        await put({ type: { name: 'lamp' }, state: 'approved' }),
        'validation_failed',
      );
      assert.equal(mixed[0]?.path, '/state');
      const shown = await store.request('GET', '/api/v1/products/a/phrases');
      assert.equal(shown.as<{ phrases: PhrasesBody }>().phrases.state, 'none');
    });

    test('a store’s types come with products, categories and words', async () => {
      const store = await service.createStore();
      await importProducts(
        store,
        lampOf('a', 'Walnut desk lamp'),
        lampOf('b', 'Brass desk lamp'),
        makeProduct('c', { title: 'Corner sofa', category: 'Home > Sofas' }),
        makeProduct('d', { title: 'Something' }),
      );
      for (const id of ['a', 'b']) await decide(store, id, { type: { name: 'desk lamp' } });
      await decide(store, 'c', { type: { name: 'Sofa' } });
      const lamps = {
        name: 'desk lamp',
        products: 2,
        categories: ['Home > Lamps'],
        words: ['brass', 'walnut'],
      };
      const sofas = { name: 'Sofa', products: 1, categories: ['Home > Sofas'], words: ['corner'] };
      assert.deepEqual(await typesOf(store), { types: [lamps, sofas], next_cursor: null });
      const first = await typesOf(store, '?limit=1');
      assert.deepEqual(first.types, [lamps]);
      for (const query of ['?limit=2', '?limit=1&q=sofa', `?limit=1&cursor=${first.next_cursor}`]) {
        assert.equal((await typesOf(store, query)).next_cursor, null, `no empty page after ${query}`);
      }
      const second = await typesOf(store, `?limit=1&cursor=${first.next_cursor}`);
      assert.deepEqual([second.types, second.next_cursor], [[sofas], null]);
      assert.deepEqual((await typesOf(store, '?q=SOFA')).types, [sofas]);
      assert.deepEqual((await typesOf(store, '?q=chair')).types, []);
      expectError(await store.request('GET', '/api/v1/enrichment/types?cursor=bnVsbA'), 'validation_failed');
      await store.request('DELETE', '/api/v1/products/a?purge=true');
      await decide(store, 'c', { state: 'rejected' });
      assert.deepEqual(
        (await typesOf(store)).types.map(({ name, products }) => [name, products]),
        [['desk lamp', 1]],
      );
    });

    test('types and their products stay with their store', async () => {
      const operator = await setUpOperator(service.current());
      const [mine, other] = [await service.createStore(), await service.createStore()];
      await importProducts(mine, lampOf('a', 'Walnut desk lamp'), lampOf('b', 'Brass desk lamp'));
      await importProducts(other, makeProduct('a', { title: 'Secret desk lamp', category: 'Hidden' }));
      await decide(mine, 'a', { type: { name: 'desk lamp' } });
      assert.deepEqual((await typesOf(other)).types, []);
      await decide(other, 'a', { type: { name: 'desk lamp' } });
      const viewer = await joinAs(service.current(), operator, mine.store.id, {
        ...{ email: 'vic@shop.example', role: 'viewer' },
      });
      const path = (store: TestStore) => `/stores/${store.store.id}`;
      const types = await viewer.call('GET', `${path(mine)}/enrichment/types`);
      assert.deepEqual(types.as<{ types: StoreTypeBody[] }>().types.map(partOf), [
        { name: 'desk lamp', products: 1, categories: ['Home > Lamps'], words: ['walnut'] },
      ]);
      expectError(await viewer.call('GET', `${path(other)}/enrichment/types`), 'not_found');
      const products = async (query: string) => {
        const answer = await viewer.call('GET', `${path(mine)}/products?${query}`);
        return answer.as<{ products: { external_id: string }[] }>().products.map((one) => one.external_id);
      };
      assert.deepEqual(await products('type=desk%20lamp'), ['a']);
      assert.deepEqual(await products('type=desk%20lamp&q=lamp'), ['a']);
      assert.deepEqual(await products('type=desk%20lamp&stock=out'), []);
      assert.deepEqual(await products('type=sofa'), []);
    });
  });
}
