/**
 * What a click needs to count (issue 18: popularity needs evidence), through the public surface on both databases: its
 * query was asked from its network, and the answer holds what was clicked.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AnalyticsProductsBody } from '../../contract/analytics.ts';
import { engines } from '../support/engines.ts';
import {
  productClick,
  shopperAt,
  suggestionClick,
  waitForSuggestion,
  waitForTitles,
} from '../support/event-calls.ts';
import { readAnalytics } from '../support/search-calls.ts';
import type { TestStore } from '../support/start-test-service.ts';
import { ask, importProducts, productInput, putProduct } from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Desks of one rank; the alphabet decides while no one clicks. */
async function createDesks(store: TestStore) {
  const put = async (id: string) =>
    (await putProduct(store, id, { title: `Desk ${id}`, category: 'Desks' })).id;
  return { a: await put('a'), b: await put('b'), c: await put('c') };
}

/** The product's own, which a query shows that few clicked for. */
async function popularityOf(store: TestStore, title: string): Promise<number> {
  const { products } = await ask(store, title, { explain: 1, limit: 20 });
  return products.find((product) => product.title === title)?.explain?.popularity ?? 0;
}

function waitForPopularity(store: TestStore, title: string, wanted: number): Promise<void> {
  return waitUntil(`${title} to be worth ${wanted}`, async () => {
    return Math.abs((await popularityOf(store, title)) / wanted - 1) < 0.01;
  });
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine, { FORETYPE_TRUST_PROXY: '127.0.0.1' });
    const at = (store: TestStore, address: string) => shopperAt(store, store.keys.storefront, address);

    test('forged clicks of two networks pass no fifty shoppers', async () => {
      const store = await service.createStore();
      const { b, c } = await createDesks(store);
      await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const shopper = at(store, `${100 + index}.3.2.1`);
          await shopper.ask('desk');
          await shopper.click(`s${index}`, productClick(b, { query: 'desk' }));
        }),
      );
      for (const address of ['198.51.100.7', '203.0.113.7']) {
        const forger = at(store, address);
        // A forger may ask as well.
        for (let time = 0; time < 60; time += 1) await forger.ask('desk');
        const clicks = Array.from({ length: 60 }, (_, index) => index);
        await Promise.all(
          clicks.map((index) =>
            forger.click(`f${address}${index}`.replaceAll('.', '-'), productClick(c, { query: 'desk' })),
          ),
        );
      }
      await waitForTitles(store, 'desk', ['Desk b', 'Desk c', 'Desk a']);
      await waitForPopularity(store, 'Desk b', 50);
      // The allowances of two networks, and no more of 120 clicks.
      await waitForPopularity(store, 'Desk c', 4);
    });

    test('a click counts once its query was asked, in any spelling', async () => {
      const store = await service.createStore();
      const { c } = await createDesks(store);
      const shopper = at(store, '203.0.113.7');
      await shopper.ask('des');
      for (const [index, query] of [' DES', 'ｄｅｓ', 'dés ', 'des'].entries()) {
        const one = at(store, `20.${index}.113.7`);
        await one.ask('des');
        const { accepted } = await one.click(`s${index}`, productClick(c, { query }));
        assert.equal(accepted, 1);
      }
      await waitForTitles(store, 'desk', ['Desk c', 'Desk a', 'Desk b']);
      await waitForPopularity(store, 'Desk c', 4);
    });

    test('clicks without evidence are answered alike and move nothing', async () => {
      const store = await service.createStore();
      const { a, b, c } = await createDesks(store);
      const lamp = (await putProduct(store, 'lamp', { title: 'Lamp' })).id;
      const asked = at(store, '203.0.113.7');
      await asked.ask('desk');
      const elsewhere = at(store, '203.0.113.8');
      const messages = new Set<string>();
      for (const [shopper, ...events] of [
        // Another network, another query, what the answer does not hold.
        [elsewhere, productClick(b, { query: 'desk' })],
        [asked, productClick(b, { query: 'desks' }), productClick(lamp, { query: 'desk' })],
        [asked, suggestionClick('Lamp', { query: 'desk' })],
        // What counts, last.
        [asked, productClick(c, { query: 'desk' })],
      ] as const) {
        const answer = await shopper.click('s', ...events);
        messages.add(answer.message);
        assert.equal(answer.accepted, events.length);
      }
      assert.equal(messages.size, 1);
      await waitForTitles(store, 'desk', ['Desk c', 'Desk a', 'Desk b']);
      assert.equal(await popularityOf(store, 'Desk b'), 0);
      const [first] = (await ask(store, 'lamp', { explain: 1 })).products;
      assert.equal(first?.explain?.popularity, 0);
      const figures = await readAnalytics<AnalyticsProductsBody>(store, 'products');
      assert.deepEqual([figures.totals.clicks, figures.products.map(({ id }) => id)], [1, [c]]);
      assert.notEqual(a, b);
    });

    test('discovery, suggestions and offers beside empty answers count as shown', async () => {
      const store = await service.createStore();
      await importProducts(
        store,
        ['Lamp', 'Lamp', 'Lampshade'].map((category, row) => productInput(`p${row}`, { category })),
      );
      const { id } = await putProduct(store, 'z', { title: 'Zebra desk' });
      const shopper = at(store, '203.0.113.7');
      await shopper.ask('lam');
      await shopper.click('s1', suggestionClick('LAMPSHADE', { query: 'lam' }));
      await waitForSuggestion(store, 'lam', 'Lampshade');
      await shopper.ask('');
      await shopper.click('s1', productClick(id, { query: '' }));
      await shopper.ask('qqxxzz');
      await shopper.click('s2', productClick(id, { query: 'qqxxzz' }));
      await waitForTitles(store, '', ['Zebra desk']);
      await waitForPopularity(store, 'Zebra desk', 1.5);
    });

    test('pinned products of a rule count as shown', async () => {
      const store = await service.createStore();
      const { c } = await createDesks(store);
      const rule = { query: 'furniture', match: 'exact', pins: ['c'] };
      const put = await store.request('PUT', '/api/v1/merchandising', { body: { rules: [rule] } });
      assert.equal(put.status, 200, put.text);
      const shopper = at(store, '203.0.113.7');
      await shopper.ask('furniture');
      await shopper.click('s1', productClick(c, { query: 'furniture' }));
      await waitForTitles(store, 'desk', ['Desk c']);
    });
  });
}
