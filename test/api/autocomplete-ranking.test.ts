/**
 * What autocomplete finds and in which order (§4.7; Contract §7), through the public API, on both databases. Titles
 * are chosen so that the alphabet alone would give another order than the tier that a test is about.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines } from '../support/engines.ts';
import {
  ask,
  type Caller,
  importProducts,
  type ProductInput,
  productInput,
  productPath,
  titlesFor,
} from '../support/store-calls.ts';
import { useSharedService } from '../support/use-service.ts';

/** A product whose id is its title. */
function titled(title: string, fields: ProductInput = {}): ProductInput {
  return productInput(title, { title, ...fields });
}

async function categoriesFor(store: Caller, q: string): Promise<string[]> {
  return (await ask(store, q, { limit: 20 })).categories.map(({ title }) => title);
}

for (const engine of engines) {
  describe(engine.name, () => {
    const service = useSharedService(engine);

    test('§4.7 rank-stock: products in stock come before an exact title without', async () => {
      const store = await service.createStore();
      await importProducts(store, [titled('Lamp', { in_stock: false }), titled('Zebra with a lamp')]);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Zebra with a lamp', 'Lamp']);
    });

    test('§4.7 rank-exact: the title that is the query comes first', async () => {
      const store = await service.createStore();
      await importProducts(store, [titled('Lamp art'), titled('LÁMP'), titled('A lamp')]);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['LÁMP', 'Lamp art', 'A lamp']);
    });

    test('§4.7 rank-prefix: titles that start with the query come before others', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        titled('A desk lamp', { category: 'Desk lamps', brand: 'Desk lamp' }),
        titled('Desk lamp Z'),
        titled('Desk lampshade'),
      ]);
      assert.deepEqual(await titlesFor(store, 'desk lamp'), ['Desk lamp Z', 'Desk lampshade', 'A desk lamp']);
    });

    test('§4.7 rank-intent: title before category before attribute', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        titled('A shade', { attributes: { fits: 'lamp' } }),
        titled('M bulb', { category: 'Lamp' }),
        titled('Z tall lamp'),
      ]);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Z tall lamp', 'M bulb', 'A shade']);
    });

    test('Contract §7 intent prefers whole words, and words side by side', async () => {
      const store = await service.createStore();
      await importProducts(store, [titled('A tall lampshade'), titled('Z tall lamp')]);
      assert.deepEqual(await titlesFor(store, 'lamp'), ['Z tall lamp', 'A tall lampshade']);
      await importProducts(store, [titled('A mug for coffee, red'), titled('Z red coffee mug')]);
      assert.deepEqual(await titlesFor(store, 'coffee mug'), ['Z red coffee mug', 'A mug for coffee, red']);
    });

    test('§4.7 rank-alphabet: equals are ordered by folded title, title and id', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        titled('Zed lamp'),
        titled('Émile lamp'),
        titled('fritz lamp'),
        titled('Emile lamp'),
        titled('Dora lamp'),
        productInput('2', { title: 'Dora lamp', price: 2 }),
        productInput('10', { title: 'Dora lamp', price: 10 }),
      ]);
      const { products } = await ask(store, 'lamp', { limit: 20 });
      assert.deepEqual(
        products.map(({ title, price }) => `${title} ${price}`),
        [
          'Dora lamp 10.00',
          'Dora lamp 2.00',
          'Dora lamp 12.90',
          'Emile lamp 12.90',
          'Émile lamp 12.90',
          'fritz lamp 12.90',
          'Zed lamp 12.90',
        ],
      );
    });

    test('Contract §7 the order is the same however products came in', async () => {
      const [one, other] = [await service.createStore(), await service.createStore()];
      const rows = Array.from({ length: 12 }, (_, index) =>
        titled(`${'ABC'[index % 3]} lamp ${index}`, { in_stock: index % 4 !== 0, category: 'Lamps' }),
      );
      await importProducts(one, rows);
      for (const row of rows.toReversed()) await importProducts(other, [row]);
      for (const q of ['lamp', 'a la', '', 'lamps']) {
        assert.deepEqual(
          (await ask(one, q, { limit: 20 })).categories,
          (await ask(other, q, { limit: 20 })).categories,
        );
        if (q !== '') assert.deepEqual(await titlesFor(one, q), await titlesFor(other, q));
      }
    });

    test('§3.1 retained: a removed product stays findable but is not available', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        titled('Lamp', { category: 'Lamps' }),
        titled('Old lamp', { category: 'Antique' }),
      ]);
      await store.request('DELETE', productPath('Lamp'));
      const { products, suggestions } = await ask(store, 'lamp');
      assert.deepEqual(
        products.map(({ title, in_stock }) => [title, in_stock]),
        [
          ['Old lamp', true],
          ['Lamp', false],
        ],
      );
      assert.ok(!suggestions.includes('Lamps'), 'a suggestion leads to a product that can be bought');
      const discovery = await ask(store, '');
      assert.deepEqual(
        discovery.products.map(({ title }) => title),
        ['Old lamp'],
      );
    });

    test('Contract §7 products that miss the fewest words follow', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        titled('A red mug'),
        titled('Zinc red desk lamp', { in_stock: false }),
        titled('Desk organizer'),
        titled('Red desk'),
        titled('Green chair'),
      ]);
      assert.deepEqual(await titlesFor(store, 'red desk lamp'), [
        'Zinc red desk lamp',
        'Red desk',
        'A red mug',
        'Desk organizer',
      ]);
      assert.deepEqual(
        (await ask(store, 'red desk lamp', { limit: 1 })).products.map(({ title }) => title),
        ['Zinc red desk lamp'],
      );
    });

    test('Contract §7 words match in any order, the last one as a beginning', async () => {
      const store = await service.createStore();
      await importProducts(store, [titled('Red desk lamp')]);
      for (const q of ['lamp red', 'desk la', 'RED  L', 'lamp, desk', 'ｌａｍｐ', 'lámp', 'desk-lamp']) {
        assert.deepEqual(await titlesFor(store, q), ['Red desk lamp'], q);
      }
    });

    test('Contract §7 case, accents and width are folded in every script', async () => {
      const store = await service.createStore();
      const cases = [
        ['Crème brûlée dish', 'creme brulee'],
        ['Straßenkarte', 'STRASSEN'],
        ['Żółty kubek', 'zolty'],
        ['Настольная лампа', 'ЛАМПА'],
        ['Φωτιστικό', 'φωτιστικο'],
        ['デスクランプ', 'ランプ'],
        ['โคมไฟตั้งโต๊ะ', 'โคมไฟ'],
        ['مصباح مكتب', 'مصباح'],
        ['桌上台灯', '台灯'],
      ] as const;
      await importProducts(
        store,
        cases.map(([title]) => titled(title)),
      );
      for (const [title, q] of cases) assert.deepEqual((await titlesFor(store, q))[0], title, q);
    });

    test('§2.1 attributes-searchable, §2.1 category: all listed fields match, descriptions do not', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        productInput('ID-77', {
          title: 'Thing',
          brand: 'Brandon',
          category: 'Root > Middle > Leafy',
          sku: 'SKU-4711',
          attributes: { material: 'Merino' },
          pattern: 'Paisley',
          description: 'Descriptive words',
        }),
      ]);
      for (const q of [
        'brandon',
        'root',
        'middle',
        'leafy',
        'sku-4711',
        'sku4711',
        'id-77',
        'merino',
        'paisley',
      ]) {
        assert.deepEqual(await titlesFor(store, q), ['Thing'], q);
      }
      assert.deepEqual(await titlesFor(store, 'descriptive'), []);
    });

    test('§4.7 discovery: the newest products in stock and the biggest categories', async () => {
      const store = await service.createStore();
      await importProducts(store, [titled('First', { category: 'Big' })]);
      await importProducts(store, [titled('Second', { category: 'Shop > Big' })]);
      await importProducts(store, [titled('Sold out', { category: 'Alpha', in_stock: 'no' })]);
      await importProducts(store, [titled('Third', { category: 'Small' })]);
      const { products, categories, meta } = await ask(store, '');
      assert.equal(meta.mode, 'discovery');
      assert.deepEqual(
        products.map(({ title }) => title),
        ['Third', 'Second', 'First'],
      );
      assert.deepEqual(
        categories.slice(0, 2).map(({ title }) => title),
        ['Big', 'Small'],
      );
    });

    test('Contract §7 categories match by name or path, prefixes first', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        titled('1', { category: 'Floor lamps' }),
        titled('2', { category: 'Floor lamps' }),
        titled('3', { category: 'Lampshades' }),
        titled('4', { category: 'LAMPSHADES' }),
        titled('5', { category: 'Lampshades' }),
        titled('6', { category: 'Lamps' }),
        titled('7', { category: 'Lamps > Spare parts' }),
        titled('8', { category: 'Chairs' }),
      ]);
      assert.deepEqual(await categoriesFor(store, 'lamp'), [
        'Lampshades',
        'Lamps',
        'Floor lamps',
        'Spare parts',
      ]);
      assert.deepEqual(await categoriesFor(store, 'sp'), ['Spare parts']);
      assert.deepEqual(await categoriesFor(store, 'tables'), []);
    });

    test('Contract §7 suggestions lead to products, best covered first, without repeats', async () => {
      const store = await service.createStore();
      await importProducts(store, [
        titled('One', { category: 'Lamp oils' }),
        titled('Two', { category: 'Lamps', brand: 'Lámps' }),
        titled('Three', { category: 'Lamps' }),
        titled('Four', { category: 'Lamp racks', in_stock: false }),
      ]);
      const { suggestions } = await ask(store, 'lamp', { limit: 20 });
      const folded = suggestions.map((text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
      assert.equal(new Set(folded).size, folded.length, String(suggestions));
      assert.equal(folded[0], 'lamps');
      assert.ok(folded.includes('lamp oils'));
      assert.ok(!folded.some((text) => text.includes('racks')), 'nothing of it is in stock');
      for (const text of suggestions) {
        const { products } = await ask(store, text);
        assert.equal(products[0]?.in_stock, true, text);
      }
    });
  });
}
