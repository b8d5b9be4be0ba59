/**
 * A shop with collections for the pictures of the dashboard: products with pictures of their own, which are drawn here and handed to
 * the browser, and a few collections of different kinds. The shop is invented and exists in a service of the pictures only. A product
 * or collection that is refused throws. Pictures are SVG of 24 by 24 units.
 */
// Tests: none; its own run shows whether it works.
import type { BrowserContext } from 'playwright-core';
import type { CollectionRules } from '../contract/words/collections.ts';
import type { TestService } from '../test/support/start-test-service.ts';
import { importProducts, productInput } from '../test/support/store-calls.ts';
import { waitUntil } from '../test/support/wait-until.ts';

const pictures = 'https://pictures.nordlicht.example/';

/** The kinds of product: name, category, and outline on a grid of 24. */
const kinds = [
  ['hiking boots', 'Shoes > Boots', 'M5 4h6v8l7 2.5c1.4.6 2 1.6 2 3V19H5zM5 16h15'],
  ['running shoes', 'Shoes > Sport', 'M3 15V9l4 2 3-2 4 4 5 1.5c1.3.5 2 1.4 2 2.5v1H3zM3 16h18'],
  ['down jacket', 'Clothing > Jackets', 'm8 4-5 3 1.5 6L7 12v8h10v-8l2.5 1L21 7l-5-3-4 2.5zM12 7v13'],
  ['rain jacket', 'Clothing > Jackets', 'm8 4-5 3 1.5 6L7 12v8h10v-8l2.5 1L21 7l-5-3-4 2zM7 16h10'],
  ['family tent', 'Camping > Tents', 'M12 4 2 20h20zM12 4v16M12 20l-4-7m4 7 4-7'],
  [
    'head torch',
    'Camping > Light',
    'M12 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-11V2m6 4 1.5-1.5M6 6 4.5 4.5M3 15h18v4H3z',
  ],
] as const;
const makers = ['Fjällby', 'Nordkap', 'Trail Pro', 'Moosgrün'];
const colors = ['moss green', 'red', 'sand', 'night blue'];
const grounds = ['#dfe8dc', '#f3ddd5', '#efe6d2', '#d9e1ec'];
const strokes = ['#3f6a4d', '#a34a35', '#8a6b2c', '#35537f'];

function shopProducts() {
  return Array.from({ length: 96 }, (_, index) => {
    const [name, category] = kinds[index % kinds.length] ?? kinds[0];
    const color = colors[(index >> 1) % colors.length] ?? '';
    return productInput(`NL-${1_000 + index}`, {
      title: `${makers[index % 4]} ${name} ${20 + index}, ${color}`,
      category,
      brand: makers[index % 4],
      price: `${24 + ((index * 37) % 180)}.90`,
      in_stock: index % 11 !== 7,
      stock_quantity: index % 14,
      attributes: { Color: color, Material: index % 5 === 0 ? 'Merino wool' : 'Recycled nylon' },
      image_url: `${pictures}${index % kinds.length}-${(index >> 1) % colors.length}.svg`,
    });
  });
}

const collections: readonly {
  readonly title: string;
  readonly description?: string;
  readonly rules: CollectionRules;
}[] = [
  {
    title: 'Boots for the wet season',
    description: 'Warm, dry and ready before the first storm.',
    rules: {
      match: 'all',
      conditions: [
        { field: 'category', op: 'under', value: 'Shoes' },
        { field: 'price', op: 'at_most', value: '150' },
        { field: 'in_stock', op: 'is', value: true },
      ],
    },
  },
  {
    title: 'New this week',
    rules: { match: 'all', conditions: [{ field: 'age_days', op: 'at_most', value: 6 }] },
  },
  {
    title: 'Last pieces',
    rules: { match: 'all', conditions: [{ field: 'stock_quantity', op: 'between', value: [1, 3] }] },
  },
  {
    title: 'Red and sand',
    rules: {
      match: 'any',
      conditions: [
        { field: 'attribute', name: 'Color', op: 'is', value: 'red' },
        { field: 'attribute', name: 'Color', op: 'is', value: 'sand' },
      ],
    },
  },
];

const bootsRule = {
  id: 'boots',
  query: 'hiking boots',
  match: 'exact',
  pins: ['NL-1024', 'NL-1012'],
  hides: ['NL-1000'],
  boosts: [{ field: 'brand', value: 'Trail Pro', weight: 5 }],
  redirect: { title: 'All boots', url: 'https://nordlicht.example/boots' },
};

/** Makes the shop; gives back its id. Its collections are ready then. */
export async function inventCollections(service: TestService): Promise<string> {
  const shop = await service.createStore({ name: 'Nordlicht Outdoor', currency: 'EUR' });
  await importProducts(shop, shopProducts());
  for (const body of collections) await shop.request('POST', '/api/v1/collections', { body });
  const boots = await shop.request('PUT', '/api/v1/merchandising', { body: { rules: [bootsRule] } });
  if (boots.status !== 200) throw new Error(boots.text);
  const terms = ['gift card', 'voucher'];
  const synonyms = await shop.request('PUT', '/api/v1/synonyms', { body: { synonyms: [{ terms }] } });
  if (synonyms.status !== 200) throw new Error(synonyms.text);
  await waitUntil(
    'the collections',
    async () => !(await shop.request('GET', '/api/v1/collections')).text.includes('"building"'),
  );
  return shop.store.id;
}

/** Hands the pictures of the products to the pages of a browser. */
export async function serveProductPictures(context: BrowserContext): Promise<void> {
  await context.route(`${pictures}**`, (route) => {
    const [kind = 0, color = 0] = /(\d)-(\d)\.svg$/.exec(route.request().url())?.slice(1).map(Number) ?? [];
    return route.fulfill({ contentType: 'image/svg+xml', body: draw(kind, color) });
  });
}

function draw(kind: number, color: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-9 -9 42 42" width="300" height="300">
    <rect x="-9" y="-9" width="42" height="42" fill="${grounds[color]}"/>
    <path d="${kinds[kind]?.[2]}" fill="#ffffff88" stroke="${strokes[color]}" stroke-width="1.1" stroke-linejoin="round"/></svg>`;
}
