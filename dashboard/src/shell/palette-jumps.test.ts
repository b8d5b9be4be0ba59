import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jumpsTo } from './palette-jumps.ts';

const known = {
  searches: ['rain boots', 'boots', 'torch'],
  products: [{ external_id: 'b-1', title: 'Rain boots by Acme', image_url: null }],
};
const shown = (text: string) => jumpsTo('s', text, known).map(({ kind, label }) => `${kind}: ${label}`);

test('a text leads to its query, searches, products and pages', () => {
  assert.deepEqual(shown('boots'), ['query: “boots”', 'search: rain boots', 'product: Rain boots by Acme']);
  assert.deepEqual(shown('syno').at(-1), 'page: Synonyms');
  const [query] = jumpsTo('s', 'usb c', known);
  assert.deepEqual(query?.link.params, { storeId: 's', query: 'usb c' });
});

test('without a text all pages are offered', () => {
  const pages = jumpsTo('s', ' ', known);
  assert.ok(pages.every(({ kind }) => kind === 'page'));
  assert.ok(pages.length > 10);
});
