import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shopifyProduct } from '../../../test/support/platforms/shopify-server.ts';
import { type ShopifyShop, toProducts } from './shopify-products.ts';

const shop: ShopifyShop = { currency: 'EUR', origin: 'https://shop.example', language: null };

function partsOf(product: Readonly<Record<string, unknown>>) {
  const list = (name: string) => (product[name] ?? []) as Record<string, unknown>[];
  return { product, variants: list('variants'), media: list('media'), collections: list('collections') };
}

test('a product with options becomes one product for each variant', () => {
  const rows = toProducts(partsOf(shopifyProduct(3, { onlineStoreUrl: null }, ['Red', 'Blue'])), shop);
  assert.deepEqual(JSON.parse(JSON.stringify(rows[1])), {
    ...{ external_id: '3001', item_group_id: '3', title: 'Lamp 3', description: '<p>Warm light</p>' },
    ...{ category: 'Lamp', brand: 'Lumen', currency: 'EUR', sku: 'S-3-1', gtin: '4006381333931' },
    ...{ price: '19.90', in_stock: true, stock_quantity: 5 },
    url: 'https://shop.example/products/lamp-3?variant=3001',
    image_url: 'https://cdn.shopify.com/Blue.jpg',
    images: ['https://cdn.shopify.com/3.jpg'],
    attributes: { type: 'Lamp', tags: 'warm', Color: 'Blue' },
  });
});

test('uncounted stock and codes of no kind are left out', () => {
  const [variant] = shopifyProduct(4).variants as Record<string, unknown>[];
  const odd = { ...variant, inventoryItem: { tracked: false }, barcode: 'shelf 7', compareAtPrice: '5.00' };
  const [row] = toProducts(partsOf(shopifyProduct(4, { variants: [odd] })), shop);
  assert.deepEqual(
    [row?.stock_quantity, row?.gtin, row?.compare_at_price, row?.item_group_id],
    [undefined, undefined, undefined, undefined],
  );
});

test('parts of any shape make rows, never an error', () => {
  const odd = {
    product: { tags: 'x', translations: 7 },
    variants: [{ id: 5 }, {}],
    media: [{}],
    collections: [{}],
  };
  assert.deepEqual(
    toProducts(odd, { ...shop, origin: undefined }).map((row) => [row.external_id, row.url]),
    [
      ['5', undefined],
      ['', undefined],
    ],
  );
});
