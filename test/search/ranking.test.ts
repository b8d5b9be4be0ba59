/** Each tier of the product order (§4.7), with one pair of products that only this tier tells apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchDocument } from '../../server/search/document.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { findIds, indexOf, noSignals, productDocument } from './documents.ts';

/**
 * `first` must rank before `second`, although the alphabet, the ids and the order of arrival say otherwise: within
 * one segment, and from one to another.
 */
function assertOrder(query: string, first: Partial<SearchDocument>, second: Partial<SearchDocument>): void {
  const documents = [productDocument('a', second), productDocument('b', first)];
  assert.deepEqual(findIds(indexOf(documents), query), ['b', 'a']);
  const writer = createIndexWriter({ locale: 'en' });
  for (const document of documents) writer.apply([document]);
  assert.deepEqual(findIds(openIndex(writer.snapshot()), query), ['b', 'a']);
}

test('Contract §7 a product that misses no word precedes one in stock', () => {
  assertOrder('red lamp', { title: 'Z lamp red', inStock: false }, { title: 'Red' });
});

test('Contract §7 fewer missing words precede more', () => {
  assertOrder('red wool lamp', { title: 'Z red wool', inStock: false }, { title: 'Red' });
});

test('§4.7 rank-stock: in-stock products precede exact titles', () => {
  assertOrder('red', { title: 'Zebra red' }, { title: 'Red', inStock: false });
});

test('§4.7 rank-exact: an exact title precedes a title prefix', () => {
  assertOrder('red lamp', { title: 'Réd  LAMP' }, { title: 'red lamp a', searchPhrases: ['red lamp'] });
});

test('§4.7 rank-prefix: a title prefix precedes a generated phrase', () => {
  assertOrder('red', { title: 'Redwood' }, { title: 'A red thing', searchPhrases: ['red'] });
});

test('§4.7 rank-intent: a generated intent phrase precedes popularity', () => {
  const reader = indexOf([
    productDocument('a', { title: 'A nice gift' }),
    productDocument('b', { title: 'Z', searchPhrases: ['Gift for her'] }),
  ]);
  const signals = { ...noSignals, products: new Map([['a', 9]]) };
  assert.deepEqual(findIds(reader, 'gift', 5, signals), ['b', 'a']);
});

test('§4.7 rank-popularity: popularity precedes the alphabet', () => {
  const reader = indexOf([
    productDocument('a', { title: 'A lamp' }),
    productDocument('b', { title: 'B lamp' }),
  ]);
  assert.deepEqual(findIds(reader, 'lamp'), ['a', 'b']);
  assert.deepEqual(findIds(reader, 'lamp', 5, { ...noSignals, products: new Map([['b', 1]]) }), ['b', 'a']);
});

test('§4.7 rank-alphabet: equal products stand in the order of folded titles', () => {
  assertOrder('x', { title: 'X Éa' }, { title: 'X Eb' });
  assertOrder('x', { title: 'X \uffee' }, { title: 'X 😀' });
});

test('Contract §7 equal folded titles stand by title, then by external id', () => {
  assertOrder('x', { title: 'X A' }, { title: 'X a' });
  assertOrder('x', { title: 'X', externalId: '1' }, { title: 'X', externalId: '2' });
});

test('Contract §7 title over brand over attribute decides intent', () => {
  assertOrder('acme', { title: 'Z by acme' }, { title: 'A', brand: 'Acme' });
  assertOrder('acme', { title: 'Z', brand: 'Acme' }, { title: 'A', attributes: [['fits', 'acme']] });
  assertOrder(
    'acme',
    { title: 'Z', attributes: [['fits', 'acme']] },
    { title: 'A', attributes: [['acme', 'yes']] },
  );
});

test('Contract §7 whole words over beginnings, neighbours over scattered words', () => {
  assertOrder('cat', { title: 'Zoo cat' }, { title: 'A category' });
  assertOrder('red lamp', { title: 'Zoo red lamp' }, { title: 'A red wool lamp' });
});

test('Contract §7 the tiers of a hit are told', () => {
  const reader = indexOf([productDocument('a', { title: 'Red lamp', inStock: false })]);
  const signals = { ...noSignals, products: new Map([['a', 2.5]]) };
  const [hit] = reader.search('red lamp', 1, signals).products;
  assert.deepEqual(hit?.tiers, {
    missingWords: 0,
    inStock: false,
    exactTitle: true,
    titlePrefix: true,
    intent: 11,
    popularity: 2.5,
  });
  assert.equal(Buffer.from(hit?.card ?? []).toString(), '{"id":"a"}');
});
