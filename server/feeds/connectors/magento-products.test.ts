import assert from 'node:assert/strict';
import { test } from 'node:test';
import { magentoProduct } from '../../../test/support/platforms/magento-server.ts';
import { type MagentoShop, toProducts } from './magento-products.ts';

const shop: MagentoShop = {
  ...{
    code: 'default',
    currency: 'EUR',
    linkUrl: 'https://shop.example/',
    mediaUrl: undefined,
    urlSuffix: '',
  },
  categories: new Map(),
  attributes: new Map([
    [
      'color',
      {
        id: '93',
        label: 'Color',
        isShown: true,
        options: new Map([
          ['49', 'Red'],
          ['50', 'Blue'],
        ]),
      },
    ],
    ['cost', { id: '94', label: 'Cost', isShown: false, options: new Map() }],
  ]),
};
const nothing = { children: new Map(), stocks: new Map() };
const rowOf = (fields: object, custom: object, nowMs = 0) => {
  const item = magentoProduct(1, { ...fields }, { ...custom });
  return toProducts({ item, ...nothing }, shop, nowMs)[0];
};

test('a special price holds from its first day to its last', () => {
  const days = {
    special_price: '9',
    special_from_date: '2026-03-02 00:00:00',
    special_to_date: '2026-03-03 00:00:00',
  };
  const priceAt = (time: string) => rowOf({}, days, Date.parse(time))?.price;
  assert.deepEqual(
    ['2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z', '2026-03-03T23:59:59Z', '2026-03-04T00:00:00Z'].map(
      priceAt,
    ),
    ['19.9', '9', '9', '19.9'],
  );
  assert.equal(rowOf({}, { special_price: '30' })?.price, '19.9');
  assert.equal(rowOf({ price: 0 }, {})?.price, undefined);
});

test('options become labels, and inner attributes stay out', () => {
  assert.deepEqual(rowOf({}, { color: '49,50', cost: '3', unknown: 'x' })?.attributes, {
    Color: 'Red, Blue',
  });
  assert.deepEqual(rowOf({}, { color: ['50'] })?.attributes, { Color: 'Blue' });
  assert.deepEqual(rowOf({}, { color: '77' })?.attributes, undefined);
});

test('items of any shape make rows, never an error', () => {
  const odd = { custom_attributes: 5, extension_attributes: [1], media_gallery_entries: 'x' };
  assert.equal(toProducts({ item: odd, ...nothing }, shop, 0)[0]?.external_id, '');
  assert.deepEqual(toProducts({ item: { ...odd, type_id: 'configurable' }, ...nothing }, shop, 0), []);
});
