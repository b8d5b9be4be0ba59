import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wooProduct } from '../../../test/support/platforms/woocommerce-server.ts';
import { toProducts } from './woocommerce-products.ts';

const shop = { currency: 'EUR', categories: new Map([['1', { name: 'Lamps', parent: null }]]) };

test('a simple product keeps its price, stock, pictures and labels', () => {
  const [product] = toProducts(
    wooProduct(5, {
      ...{ price: '8', regular_price: '10', on_sale: true, manage_stock: true, stock_quantity: -2 },
      ...{ stock_status: 'onbackorder', global_unique_id: '4006381333931' },
      categories: [{ id: 1, name: 'Lamps' }],
      tags: [{ id: 1, name: 'Warm &amp; cosy' }],
      images: [{ src: 'https://shop.example/a.jpg' }, { src: 'https://shop.example/b.jpg' }, {}],
      attributes: [
        { name: 'Room', options: ['Hall', 'Bath'], variation: true },
        { name: '', options: ['x'] },
      ],
    }),
    null,
    shop,
  );
  assert.deepEqual(JSON.parse(JSON.stringify(product)), {
    ...{ external_id: '5', title: 'Lamp 5', description: '<p>Warm light</p>', currency: 'EUR' },
    ...{ category: 'Lamps', sku: 'L-5', gtin: '4006381333931', price: '8', compare_at_price: '10' },
    ...{ url: 'https://shop.example/product/lamp-5/', in_stock: true, stock_quantity: 0 },
    ...{ image_url: 'https://shop.example/a.jpg', images: ['https://shop.example/b.jpg'] },
    attributes: { Room: 'Hall, Bath', tags: 'Warm & cosy' },
  });
});

test('a variation takes from its parent what it lacks', () => {
  const parent = wooProduct(9, { images: [{ src: 'https://shop.example/p.jpg' }] });
  const bare = { ...wooProduct(10), description: '', image: null, attributes: [] };
  const [variation] = toProducts(parent, [bare], shop);
  assert.deepEqual(
    [variation?.external_id, variation?.item_group_id, variation?.title, variation?.description],
    ['10', '9', 'Lamp 9', '<p>Warm light</p>'],
  );
  assert.equal(variation?.image_url, 'https://shop.example/p.jpg');
});

test('values of any shape make rows, never an error', () => {
  const odd = { id: 1, images: 'x', categories: [null], attributes: { a: 1 }, brands: [1], tags: null };
  assert.equal(toProducts(odd, null, shop)[0]?.external_id, '1');
  assert.equal(toProducts(odd, [{ attributes: [5], image: 7 }], shop)[0]?.external_id, '');
});
