/**
 * The ranking settings of a store through the API, on both databases: boosts for all queries within the tier of popularity, products
 * out of stock that are hidden, and the preview of both.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../contract/limits.ts';
import type { RankingBody, RankingPreviewBody } from '../../contract/ranking.ts';
import type { StoreBoost } from '../../contract/words/ranking.ts';
import { engines } from '../support/engines.ts';
import { expectError } from '../support/expect-error.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { ask, importProducts, productInput, putProduct } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

const path = '/api/v1/ranking';
const raiseAcme: StoreBoost = { when: { field: 'brand', op: 'is', value: 'Acme' }, strength: 'raise' };
const margin: StoreBoost = {
  when: { field: 'attribute', name: 'margin', op: 'at_least', value: 0.3 },
  strength: 'raise_strongly',
};
const lowerOld: StoreBoost = { when: { field: 'category', op: 'under', value: 'Old' }, strength: 'lower' };

async function read(store: TestStore): Promise<RankingBody> {
  const answer = await store.request('GET', path);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<RankingBody>();
}

async function replace(store: TestStore, body: unknown): Promise<RankingBody> {
  const answer = await store.request('PUT', path, { body });
  assert.equal(answer.status, 200, answer.text);
  const { message, ...settings } = answer.as<RankingBody & { message: string }>();
  assert.ok(message);
  return settings;
}

async function titlesFor(store: TestStore, query: string): Promise<string[]> {
  return (await ask(store, query)).products.map(({ title }) => title);
}

async function previewOf(store: TestStore, body: unknown): Promise<RankingPreviewBody> {
  const answer = await store.request('POST', `${path}/preview`, { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.as<RankingPreviewBody>();
}

/** Lamps that differ in nothing but the alphabet, and one of which the title is the query. */
async function fillShop(store: TestStore): Promise<void> {
  await importProducts(store, [
    productInput('a', { title: 'Lamp ka', category: 'Old > Things' }),
    productInput('b', { title: 'Lamp kb', attributes: { margin: '0.1' } }),
    productInput('c', { title: 'Lamp kc', brand: 'ACME' }),
    productInput('d', { title: 'Lamp kd', attributes: { Margin: '0,35' } }),
    productInput('e', { title: 'Lamp', in_stock: false }),
  ]);
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    test('a new store has no boosts and hides nothing', async () => {
      const store = await service.createStore();
      assert.deepEqual(await read(store), { hide_out_of_stock: false, boosts: [], updated_at: null });
    });

    test('settings are replaced whole, and sent back change nothing', async () => {
      const store = await service.createStore();
      const first = await replace(store, { boosts: [margin, raiseAcme], hide_out_of_stock: true });
      assert.deepEqual([first.boosts, first.hide_out_of_stock], [[margin, raiseAcme], true]);
      assert.deepEqual(await read(store), first);
      assert.deepEqual(await replace(store, first), first);
      const { boosts, hide_out_of_stock: hides } = await replace(store, { boosts: [] });
      assert.deepEqual([boosts, hides], [[], false]);
      const stale = await store.request('PUT', path, { body: first });
      assert.equal(stale.status, 409);
      expectError(stale, 'conflict');
    });

    test('boosts move products within the tier of popularity alone', async () => {
      const store = await service.createStore();
      await fillShop(store);
      assert.deepEqual(await titlesFor(store, 'lam'), ['Lamp ka', 'Lamp kb', 'Lamp kc', 'Lamp kd', 'Lamp']);
      await replace(store, { boosts: [margin, raiseAcme, lowerOld] });
      // At once, and stock stays the stronger tier.
      assert.deepEqual(await titlesFor(store, 'lam'), ['Lamp kd', 'Lamp kc', 'Lamp kb', 'Lamp ka', 'Lamp']);
      const raiseAll: StoreBoost = {
        when: { field: 'category', op: 'under', value: 'Old' },
        strength: 'raise_strongly',
      };
      await putProduct(store, 'e', { title: 'Lamp', in_stock: true });
      await replace(store, { boosts: [raiseAll] });
      // The title that is the query stays the stronger tier, too.
      assert.deepEqual((await titlesFor(store, 'lamp')).slice(0, 3), ['Lamp', 'Lamp ka', 'Lamp kb']);
      await replace(store, { boosts: [] });
      assert.deepEqual(await titlesFor(store, 'lam'), ['Lamp', 'Lamp ka', 'Lamp kb', 'Lamp kc', 'Lamp kd']);
    });

    test('a product that changes gains and loses its boosts', async () => {
      const store = await service.createStore();
      await fillShop(store);
      await replace(store, { boosts: [raiseAcme] });
      await putProduct(store, 'd', { title: 'Lamp kd', brand: 'Acme' });
      await putProduct(store, 'c', { title: 'Lamp kc' });
      assert.deepEqual((await titlesFor(store, 'lam'))[0], 'Lamp kd');
      await store.request('DELETE', '/api/v1/products/d?purge=true');
      assert.deepEqual((await titlesFor(store, 'lam'))[0], 'Lamp ka');
    });

    test('new products are raised by age and by date', async () => {
      const store = await service.createStore();
      await fillShop(store);
      const today = new Date().toISOString().slice(0, 10);
      await putProduct(store, 'd', { title: 'Lamp kd', attributes: { released: today } });
      await putProduct(store, 'c', { title: 'Lamp kc', attributes: { released: '2001-01-01' } });
      const released: StoreBoost = {
        when: { field: 'attribute', name: 'released', op: 'within_days', value: 30 },
        strength: 'raise',
      };
      const isNew: StoreBoost = { when: { field: 'age_days', op: 'at_most', value: 7 }, strength: 'raise' };
      await replace(store, { boosts: [isNew, released] });
      const answer = await store.request('GET', '/api/v1/autocomplete?q=lam&explain=1');
      const { products } = answer.as<{
        products: { title: string; explain: { boosts?: number[]; popularity: number } }[];
      }>();
      assert.deepEqual(
        products.slice(0, 2).map(({ title, explain }) => [title, explain.boosts, explain.popularity]),
        [
          ['Lamp kd', [0, 1], 3],
          ['Lamp ka', [0], 1],
        ],
      );
    });

    test('products out of stock leave answers, categories and suggestions', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        productInput('a', { title: 'Oak desk', category: 'Desks' }),
        productInput('b', { title: 'Velvet sofa', category: 'Sofas', in_stock: false }),
        productInput('c', { title: 'Oak sofa table', category: 'Tables', in_stock: false }),
      ]);
      assert.deepEqual((await titlesFor(store, 'oak')).length, 2);
      assert.deepEqual(await titlesFor(store, 'sofa'), ['Velvet sofa', 'Oak sofa table']);
      await replace(store, { boosts: [], hide_out_of_stock: true });
      assert.deepEqual(await titlesFor(store, 'oak'), ['Oak desk']);
      const gone = await ask(store, 'sofa');
      assert.deepEqual([gone.products, gone.categories, gone.suggestions], [[], [], []]);
      // Back in stock, it is found at once.
      await putProduct(store, 'b', { title: 'Velvet sofa', category: 'Sofas' });
      assert.deepEqual(await titlesFor(store, 'sofa'), ['Velvet sofa']);
      assert.deepEqual((await ask(store, 'sofas')).categories[0]?.title, 'Sofas');
      await replace(store, { boosts: [], hide_out_of_stock: false });
      assert.deepEqual(await titlesFor(store, 'sofa'), ['Velvet sofa', 'Oak sofa table']);
    });

    test('wrong settings are refused with place, value and remedy', async () => {
      const store = await service.createStore();
      const faultsOf = async (body: unknown) => {
        const answer = await store.request('PUT', path, { body });
        return expectError(answer, 'validation_failed');
      };
      const wrong = await faultsOf({
        hide_out_of_stock: 'yes',
        boosts: [
          { when: { field: 'price', op: 'at_most', value: 3 }, strength: 'raise' },
          { when: { field: 'attribute', name: 'margin', op: 'at_least', value: '30%' }, strength: 'raise' },
          { when: { field: 'brand', op: 'is', value: 'Acme' }, strength: 'much', weight: 3 },
          raiseAcme,
          raiseAcme,
          7,
          { when: { field: 'brand', op: 'is', value: 'ÁCME' }, strength: 'lower' },
          { when: { field: 'category', op: 'under', value: 'Shoes > Boots' }, strength: 'raise' },
          { when: { field: 'category', op: 'under', value: 'shoes>boots' }, strength: 'raise' },
          { when: { field: 'attribute', name: 'Margin', op: 'at_least', value: 0.3 }, strength: 'raise' },
          { when: { field: 'attribute', name: 'margin', op: 'at_least', value: 0.3 }, strength: 'raise' },
          { when: { field: 'attribute', name: 'margin', op: 'at_least', value: 0.4 }, strength: 'raise' },
        ],
        rules: [],
      });
      assert.deepEqual(
        wrong.map(({ path: at, code }) => `${at} ${code}`).toSorted(),
        [
          '/boosts/0/when/field field_invalid',
          '/boosts/1/when/value value_invalid',
          '/boosts/2/strength strength_invalid',
          '/boosts/2/weight boost_invalid',
          '/boosts/4/when boost_repeated',
          '/boosts/5 boost_invalid',
          '/boosts/6/when boost_repeated',
          '/boosts/8/when boost_repeated',
          '/boosts/10/when boost_repeated',
          '/hide_out_of_stock hide_out_of_stock_invalid',
          '/rules field_unknown',
        ].toSorted(),
      );
      const messages = wrong.map(({ message }) => message).join('\n');
      assert.match(messages, /takes brand, category, attribute, age_days; got "price"/);
      assert.match(messages, /a number, such as 0\.3, for attribute; got "30%"/);
      assert.match(messages, /raise, raise_strongly, lower, lower_strongly; got "much"/);
      const many = Array.from({ length: limits.rankingBoosts + 1 }, (_, days) => ({
        when: { field: 'age_days', op: 'at_most', value: days },
        strength: 'raise',
      }));
      const [tooMany] = await faultsOf({ boosts: many });
      assert.equal(tooMany?.code, 'boosts_too_many');
      await replace(store, { boosts: many.slice(1) });
      assert.deepEqual(await read(await service.createStore()), await read(await service.createStore()));
    });

    test('a preview shows what moves and stores nothing', async () => {
      const store = await service.createStore();
      await fillShop(store);
      const before = await read(store);
      const preview = await previewOf(store, { boosts: [margin, lowerOld], hide_out_of_stock: true });
      assert.deepEqual([preview.basis, preview.boosted_products], ['products', [1, 1]]);
      const lamp = preview.searches.find(({ query }) => query === 'Lamp ka');
      assert.equal(lamp?.searches, null);
      const other = preview.searches.find(({ query }) => query === 'Lamp kb');
      assert.ok(other);
      const shown = (places: RankingPreviewBody['searches'][number]['after']) =>
        places.map(({ product, place_before: from, boosts }) => [product.external_id, from, boosts]);
      // The searched title stays on top; the others follow by their boosts, and none is out of stock.
      assert.deepEqual(shown(other.after), [
        ['b', 1, []],
        ['d', 4, [0]],
        ['c', 3, []],
        ['a', 2, [1]],
      ]);
      assert.deepEqual(
        other.before.map(({ product, place_after: to }) => [product.external_id, to]),
        [
          ['b', 1],
          ['a', 4],
          ['c', 3],
          ['d', 2],
          ['e', null],
        ],
      );
      assert.equal(other.is_changed, true);
      assert.deepEqual(await read(store), before);
      assert.deepEqual((await titlesFor(store, 'lam'))[0], 'Lamp ka');
      // Settings that are published already change nothing.
      await replace(store, { boosts: [margin] });
      const same = await previewOf(store, { boosts: [margin] });
      assert.ok(same.searches.every(({ is_changed: isChanged }) => !isChanged));
    });

    test('a preview asks the searches of shoppers once enough are known', async () => {
      const store = await service.createStore();
      await fillShop(store);
      const day = new Date().toISOString().slice(0, 10);
      const queries = ['lamp', 'lam', 'la', 'lamp d', 'lamp c'];
      const figures = queries.map((query, at) => ({
        ...{ query, searches: 10 - at, noResults: 0, clicked: 0, visitors: 5, isShown: true },
        ...{ positions: [], carts: 0, purchases: 0, revenue: {} },
      }));
      await service.current().storage.write(store.store.id, async (writer) => {
        await writer.analytics.setQueryDays(day, figures);
      });
      const preview = await previewOf(store, { boosts: [raiseAcme] });
      assert.equal(preview.basis, 'searches');
      assert.deepEqual(
        preview.searches.map(({ query, searches }) => [query, searches]),
        queries.map((query, at) => [query, 10 - at]),
      );
    });

    test('settings stay apart between stores and roles', async () => {
      const [store, other] = [await service.createStore(), await service.createStore()];
      await fillShop(other);
      await replace(store, { boosts: [raiseAcme], hide_out_of_stock: true });
      assert.deepEqual((await read(other)).boosts, []);
      assert.equal((await titlesFor(other, 'lam')).length, 5);
      for (const [method, at] of [
        ['GET', path],
        ['PUT', path],
        ['POST', `${path}/preview`],
      ] as const) {
        const body = method === 'GET' ? {} : { body: { boosts: [] } };
        const answer = await store.request(method, at, { ...body, key: store.keys.storefront });
        expectError(answer, 'insufficient_scope');
      }
    });

    test('a change of the settings is in the history', async () => {
      const store = await service.createStore();
      await replace(store, { boosts: [raiseAcme], hide_out_of_stock: true });
      const { audit } = service.current().storage.reader(store.store.id);
      const newest = async () => (await audit.page({ before: null, limit: 1 }))[0];
      const entry = await newest();
      const raised = ['raise: brand is Acme'];
      assert.deepEqual(
        [entry?.action, entry?.details],
        [
          'ranking.changed',
          { boosts: { from: [], to: raised }, hide_out_of_stock: { from: false, to: true } },
        ],
      );
      // As many as before, and another one.
      await replace(store, {
        boosts: [{ ...raiseAcme, strength: 'lower_strongly' }],
        hide_out_of_stock: true,
      });
      assert.deepEqual((await newest())?.details, {
        boosts: { from: raised, to: ['lower strongly: brand is Acme'] },
      });
    });
  });
}
