/**
 * Goal: variants of one thing take one place in an answer, by the best of them, unless the store says otherwise (Contract §10). Method:
 * products, rules, clicks and settings through the public surface and the dashboard's calls, on both databases.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { ProductBody } from '../../contract/products.ts';
import type { FoundAnswer } from '../../contract/searches.ts';
import { setUpOperator, type Visitor } from '../support/dashboard-visitor.ts';
import { engines } from '../support/engines.ts';
import { productClick, shopperAt, waitForTitles } from '../support/event-calls.ts';
import type { TestStore } from '../support/start-test-service.ts';
import {
  ask,
  getProduct,
  importProducts,
  productInput,
  productPath,
  putProduct,
  titlesFor,
} from '../support/store-calls.ts';
import { useService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

interface Why {
  readonly rank: number | null;
  readonly reason: { readonly code: string; readonly message: string };
}

const shirt = (id: string, fields: object = {}) =>
  productInput(id, { title: `Shirt ${id}`, item_group_id: 'shirt', ...fields });

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useService(engine, { FORETYPE_TRUST_PROXY: '127.0.0.1' });
    let operator: Visitor;
    before(async () => {
      operator = await setUpOperator(service.current());
    });

    /** Three variants of a shirt, one of them not in stock, and a shirt on its own. */
    async function createShop(): Promise<TestStore> {
      const store = await service.createStore();
      await importProducts(store, [
        shirt('black', { attributes: { color: 'black' }, in_stock: false }),
        shirt('blue', { attributes: { color: 'blue' } }),
        shirt('red', { attributes: { color: 'red' } }),
        productInput('plain', { title: 'Shirt plain' }),
      ]);
      return store;
    }

    async function call<Body>(store: TestStore, method: string, path: string, body?: object): Promise<Body> {
      const answer = await operator.call(method, `/stores/${store.store.id}${path}`, body);
      assert.equal(answer.status, 200, answer.text);
      return answer.as<Body>();
    }

    async function setRules(store: TestStore, rule: object): Promise<void> {
      const body = { rules: [{ query: 'shirt', match: 'prefix', ...rule }] };
      const answer = await store.request('PUT', '/api/v1/merchandising', { body });
      assert.equal(answer.status, 200, answer.text);
    }

    test('Contract §10 item_group_id is kept, changed, cleared and exported', async () => {
      const store = await service.createStore();
      const groupOf = async (id: string) => (await getProduct(store, id)).item_group_id;
      const patch = async (body: object) =>
        (await store.request('PATCH', productPath('a'), { body })).as<{ product: ProductBody }>().product;
      assert.equal((await putProduct(store, 'a', { item_group_id: ' g\t1 ' })).item_group_id, 'g 1');
      assert.equal(await groupOf('a'), 'g 1');
      assert.deepEqual((await getProduct(store, 'a')).attributes, {});
      assert.equal((await patch({ item_group_id: 77 })).item_group_id, '77');
      assert.equal((await patch({ handle: 'mug' })).item_group_id, 'mug');
      assert.equal((await patch({ parent: 'cup' })).item_group_id, 'cup');
      assert.equal((await patch({ parent: null })).item_group_id, null);
      await importProducts(store, [
        productInput('b', { parent: 'p', handle: 'h' }),
        productInput('c', { parent: 0 }),
      ]);
      assert.deepEqual([await groupOf('b'), await groupOf('c')], ['h', null]);
      const long = await putProduct(store, 'd', { item_group_id: 'x'.repeat(300) });
      assert.equal(long.item_group_id, 'x'.repeat(255));
    });

    test('Contract §10 variants take one place, by the best in stock', async () => {
      const store = await createShop();
      assert.deepEqual(await titlesFor(store, 'shirt'), ['Shirt blue', 'Shirt plain']);
      assert.deepEqual(await titlesFor(store, 'red shirt'), ['Shirt red', 'Shirt plain']);
      assert.deepEqual(await titlesFor(store, 'black shirt'), ['Shirt black', 'Shirt plain']);
      const answer = await ask(store, 'shirt');
      assert.equal(answer.meta.counts.products, 2);
      const discovered = (await titlesFor(store, '')).map((title) => title !== 'Shirt plain');
      assert.deepEqual(discovered.sort(), [false, true], 'the empty box shows one of them too');
      await store.request('DELETE', productPath('blue'));
      assert.deepEqual(await titlesFor(store, 'shirt'), ['Shirt plain', 'Shirt red']);
      await putProduct(store, 'red', { title: 'Shirt red' });
      assert.deepEqual(await titlesFor(store, 'shirt'), ['Shirt plain', 'Shirt red', 'Shirt black']);
    });

    test('variants of two stores are strangers to each other', async () => {
      const [one, other] = [await createShop(), await service.createStore()];
      await importProducts(other, [shirt('green')]);
      assert.deepEqual(await titlesFor(one, 'shirt'), ['Shirt blue', 'Shirt plain']);
      assert.deepEqual(await titlesFor(other, 'shirt'), ['Shirt green']);
    });

    test('Contract §10 group_variants off shows every variant, and on again one', async () => {
      const store = await createShop();
      const { store: settings } = await call<{ store: object }>(store, 'GET', '/settings');
      assert.equal(Reflect.get(settings, 'group_variants'), true);
      await call(store, 'PATCH', '/settings', { group_variants: false });
      const all = ['Shirt blue', 'Shirt plain', 'Shirt red', 'Shirt black'];
      const isShown = (titles: readonly string[]) => async () =>
        (await titlesFor(store, 'shirt')).join() === titles.join();
      await waitUntil('every variant to have a place', isShown(all));
      const { products } = await ask(store, 'shirt', { explain: 1 });
      assert.ok(products.every(({ explain }) => explain?.variants === undefined));
      await call(store, 'PATCH', '/settings', { group_variants: true });
      await waitUntil('variants to share a place', isShown(['Shirt blue', 'Shirt plain']));
    });

    test('explain names the variants for which a card stands', async () => {
      const store = await createShop();
      const { products } = await ask(store, 'shirt', { explain: 1 });
      assert.deepEqual(
        products.map(({ explain }) => explain?.variants),
        [{ item_group_id: 'shirt', count: 3, covers: ['black', 'red'] }, undefined],
      );
      const preview = await call<{ before: FoundAnswer }>(store, 'POST', '/searches/preview', {
        query: 'shirt',
        rule: null,
        synonyms: null,
      });
      assert.deepEqual(preview.before.products[0]?.explain, products[0]?.explain);
      const why = (id: string) => call<Why>(store, 'GET', `/playground/why?q=shirt&external_id=${id}`);
      assert.deepEqual([(await why('blue')).rank, (await why('red')).rank], [1, null]);
      const { reason } = await why('red');
      assert.equal(reason.code, 'covered');
      assert.match(reason.message, /"Shirt blue" meets the query best: it stands at place 1/);
      const found = await call<{ products: readonly object[] }>(store, 'GET', '/products?q=shirt');
      assert.equal(found.products.length, 4, 'the list of products shows each of them');
    });

    test('pins, hides and boosts choose among the variants of a group', async () => {
      const store = await createShop();
      await setRules(store, { pins: ['red', 'blue'] });
      assert.deepEqual(await titlesFor(store, 'shirt'), ['Shirt red', 'Shirt plain']);
      await setRules(store, { hides: ['blue'] });
      assert.deepEqual(await titlesFor(store, 'shirt'), ['Shirt plain', 'Shirt red']);
      await setRules(store, { hides: ['blue', 'red', 'black'] });
      assert.deepEqual(await titlesFor(store, 'shirt'), ['Shirt plain']);
      const { meta } = await ask(store, 'shirt', { explain: 1 });
      assert.equal(meta.merchandising?.hidden.length, 1, 'one place was taken away');
      await putProduct(store, 'red', { title: 'Shirt red', item_group_id: 'shirt', brand: 'Acme' });
      await setRules(store, { boosts: [{ field: 'brand', value: 'acme', weight: 2 }] });
      assert.deepEqual(await titlesFor(store, 'shirt'), ['Shirt red', 'Shirt plain']);
      // In stock comes before any boost.
      await putProduct(store, 'red', {
        title: 'Shirt red',
        item_group_id: 'shirt',
        brand: 'Acme',
        in_stock: 0,
      });
      assert.deepEqual(await titlesFor(store, 'shirt'), ['Shirt blue', 'Shirt plain']);
    });

    test('a click on a variant that another one covers by now counts', async () => {
      const store = await createShop();
      const red = await getProduct(store, 'red');
      const shopper = shopperAt(store, store.keys.storefront, '203.0.113.7');
      await shopper.ask('shirt');
      const { accepted } = await shopper.click('s', productClick(red.id, { query: 'shirt' }));
      assert.equal(accepted, 1);
      // The click stays with the variant, which is now the best of its group.
      await waitForTitles(store, 'shirt', ['Shirt red', 'Shirt plain']);
    });
  });
}
