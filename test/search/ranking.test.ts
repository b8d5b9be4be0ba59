/** Each tier of the product order (§4.7), with one pair of products that only this tier tells apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SynonymRule } from '../../contract/synonyms.ts';
import type { SearchDocument } from '../../server/search/document/document.ts';
import type { IndexReader } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { caseCount } from '../support/case-count.ts';
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

test('Contract §7 lacking a common word precedes lacking a rare one', () => {
  const lamps = Array.from({ length: 20 }, (_, number) =>
    productDocument(`l${number}`, { title: `lamp ${number}x` }),
  );
  const reader = indexOf([
    productDocument('x', { title: 'alpha beta gamma' }),
    ...lamps,
    productDocument('y', { title: 'zeta', attributes: [['k', 'lamp alpha beta']] }),
  ]);
  const [first] = reader.search('lamp alpha beta gamma', 1, noSignals).products;
  assert.deepEqual([first?.productId, first?.tiers.missingWords, first?.tiers.intent], ['x', 1, 3]);
});

test('Contract §7 a word that may lead its title bounds no other', () => {
  const reader = indexOf([
    productDocument('a', { title: 'hx wool red wool x1 sock' }),
    productDocument('b', { title: 'qx sock wool red wool sock', categoryPath: ['cap'] }),
  ]);
  const [first] = reader.search('red wool sock', 1, noSignals).products;
  assert.deepEqual([first?.productId, first?.tiers.intent], ['b', 8]);
});

test('a short answer is the start of a long one', () => {
  const word = fc.constantFrom('wool', 'sock', 'red', 'for', 'of', 'x1', 'blue', ',', 'cap');
  const products = fc.array(
    fc.record({
      title: fc
        .tuple(fc.constantFrom('ax', 'hx', 'qx', 'zx'), fc.array(word, { minLength: 2, maxLength: 8 }))
        .map(([name, words]) => [name, ...words].join(' ')),
      categoryPath: fc.constantFrom([], ['sock'], ['wool'], ['cap']),
      inStock: fc.boolean(),
    }),
    { minLength: 10, maxLength: 25 },
  );
  const queries = fc.constantFrom(
    'wool sock',
    'sock wool',
    'red wool sock',
    'red wool so',
    'cap blue wool sock',
  );
  fc.assert(
    fc.property(products, queries, (all, query) => {
      const reader = indexOf(all.map((fields, number) => productDocument(`p${number}`, fields)));
      const whole = reader.search(query, 20, noSignals).products.map(({ productId }) => productId);
      for (const limit of [1, 2, 4]) {
        const few = reader.search(query, limit, noSignals).products.map(({ productId }) => productId);
        assert.deepEqual(few, whole.slice(0, limit), query);
      }
    }),
    { numRuns: caseCount(1_000) },
  );
});

test('§4.7 rank-stock: in-stock products precede exact titles', () => {
  assertOrder('red', { title: 'Zebra red' }, { title: 'Red', inStock: false });
});

test('§4.7 rank-exact: an exact title precedes a title prefix', () => {
  assertOrder('red lamp', { title: 'Réd  LAMP' }, { title: 'red lamp a', suggestionPhrases: ['red lamp'] });
});

test('§4.7 rank-prefix: a title prefix precedes a generated phrase', () => {
  assertOrder('red', { title: 'Redwood' }, { title: 'A red thing', suggestionPhrases: ['red'] });
});

test('§4.7 rank-intent: a generated intent phrase precedes popularity', () => {
  const reader = indexOf([
    productDocument('a', { title: 'A', attributes: [['occasion', 'gift her']] }),
    productDocument('b', { title: 'Z', suggestionPhrases: ['Gift for her'] }),
  ]);
  const signals = { ...noSignals, products: new Map([['a', 9]]) };
  assert.deepEqual(findIds(reader, 'gift h', 5, signals), ['b', 'a']);
  assert.deepEqual(findIds(reader, 'gift her', 5, signals), ['b', 'a']);
});

test('Contract §7 the thing sought precedes things merely named so', () => {
  const reader = indexOf([
    productDocument('a', { title: 'A laptop bag', type: { name: 'laptop bag', otherNames: [] } }),
    productDocument('b', { title: 'Z', type: { name: 'notebook', otherNames: ['laptop'] } }),
  ]);
  const signals = { ...noSignals, products: new Map([['a', 9]]) };
  assert.deepEqual(findIds(reader, 'lapto', 5, signals), ['b', 'a']);
  assert.deepEqual(findIds(reader, 'laptops', 5, signals), ['b', 'a']);
  assert.deepEqual(findIds(reader, 'laptop b', 5, signals), ['a', 'b']);
});

test('a last letter joined in titles is a word first', () => {
  const cable = { title: 'USB Cable', suggestionPhrases: ['usb cable'] };
  assertOrder('usb c', { title: 'Z hub with USB-C', inStock: false }, cable);
  assertOrder('4 k', { title: 'Z screen, 4K' }, { title: '4 kg weight, not 3.4K', attributes: [['k', 'v']] });
  assertOrder('laptop 2 in 1', { title: 'Z 2-in-1 laptop' }, { title: 'Laptop 2 in 14 inch' });
  const reader = indexOf([
    productDocument('a', cable),
    productDocument('b', { title: 'Z hub with USB-C' }),
    productDocument('c', { title: 'Y hub, USB C' }),
    productDocument('d', { title: 'USB charger', attributes: [['class', 'C']] }),
  ]);
  const hits = reader.search('usb c', 5, noSignals).products;
  assert.deepEqual(
    hits.map(({ productId, tiers }) => [productId, tiers.missingWords]),
    [
      ['c', 0],
      ['b', 0],
      ['a', 1],
      ['d', 1],
    ],
  );
  assert.deepEqual(findIds(reader, 'usb c', 1), ['c']);
});

test('an unjoined last letter stays a beginning', () => {
  const documents = [
    productDocument('a', { title: 'Laptop bag' }),
    productDocument('b', { title: 'Z laptop of class B' }),
    productDocument('c', { title: 'Laptops of class S' }),
  ];
  assert.deepEqual(
    indexOf(documents)
      .search('laptop b', 5, noSignals)
      .products.map(({ tiers }) => tiers.missingWords),
    [0, 0, 1],
  );
  // Laptops are no laptop with an s.
  assert.equal(indexOf(documents).search('laptop s', 1, noSignals).products[0]?.tiers.missingWords, 0);
  // A card is no car with a d.
  const cards = indexOf([
    productDocument('a', { title: 'Memory card' }),
    productDocument('b', { title: 'Car deck' }),
  ]);
  assert.deepEqual(findIds(cards, 'car d'), ['b', 'a']);
});

test('a hidden phrase finds its product and lifts no title', () => {
  const reader = indexOf([
    productDocument('a', { title: 'A laptop computer stand' }),
    productDocument('b', { title: 'B notebook', searchPhrases: ['laptop computer'] }),
  ]);
  assert.deepEqual(findIds(reader, 'laptop computer'), ['a', 'b']);
});

test('§4.7 rank-popularity: popularity precedes the alphabet', () => {
  const reader = indexOf([
    productDocument('a', { title: 'A lamp' }),
    productDocument('b', { title: 'B lamp' }),
  ]);
  assert.deepEqual(findIds(reader, 'lamp'), ['a', 'b']);
  assert.deepEqual(findIds(reader, 'lamp', 5, { ...noSignals, products: new Map([['b', 1]]) }), ['b', 'a']);
});

test('popularity does not bring back an older product version', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply([productDocument('a', { title: 'A lamp' }), productDocument('b', { title: 'B lamp' })]);
  writer.apply([productDocument('a', { title: 'A chair' })]);
  const signals = { ...noSignals, products: new Map([['a', 1]]) };
  assert.deepEqual(findIds(openIndex(writer.snapshot()), 'lamp', 5, signals), ['b']);
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
  const acme = { brand: 'Acme' };
  assertOrder(
    'acme red',
    { ...acme, title: 'Z', attributes: [['colour', 'red']] },
    { ...acme, title: 'A', attributes: [['red', 'yes']] },
  );
});

test('Contract §7 whole words precede beginnings, ordered words scattered ones', () => {
  assertOrder('cat', { title: 'Zoo cat' }, { title: 'A category' });
  assertOrder('red lamp', { title: 'Zoo red lamp' }, { title: 'A lamp red' });
});

test('Contract §7 a thing precedes its companions in any word order', () => {
  const filler = 'of many other words that make it long';
  assertOrder('ipad', { title: `Z ipad ${filler}` }, { title: `A case for ipad ${filler}`, brand: 'Ipad' });
  const [first, second] = ['Z mini ipad case', 'A case for ipad mini'];
  assertOrder('ipad mini', { title: `${first} ${filler}` }, { title: `${second} ${filler}` });
});

test('Contract §7 a whole code precedes one that is only begun', () => {
  assertOrder('abc-1', { title: 'Z', identifiers: ['ABC 1'] }, { title: 'A', identifiers: ['ABC-12'] });
});

test('Contract §7 a title of few words precedes a long one', () => {
  assertOrder('lamp', { title: 'Z red lamp' }, { title: 'A red lamp, many more words that say little' });
});

test('Contract §7 a title confirmed by category or brand precedes a lone one', () => {
  assertOrder(
    'mouse',
    { title: 'Z mouse, many more words that say little', categoryPath: ['Mice'] },
    { title: 'A mouse, many more words that say little', categoryPath: ['Other'] },
  );
});

/** An index of one segment, or of one segment a product, with a rule of synonyms. */
function indexWith(
  rule: SynonymRule,
  documents: readonly SearchDocument[],
  isOneSegment: boolean,
): IndexReader {
  const synonyms = { rules: [rule], common: false, version: 1 };
  const writer = createIndexWriter({ locale: 'en', synonyms });
  for (const batch of isOneSegment ? [documents] : documents.map((document) => [document]))
    writer.apply(batch);
  return openIndex(writer.snapshot());
}

test('Contract §7 an exact match precedes an equal synonym match', () => {
  const rule = { terms: ['sofa', 'couch'] };
  for (const isOneSegment of [true, false]) {
    for (const kind of [
      (text: string, id: string) => ({ title: `${id} ${text}` }),
      (text: string, id: string) => ({ title: id, brand: text }),
      (text: string, id: string) => ({ title: `${id} bed for ${text}` }),
    ]) {
      const documents = [productDocument('a', kind('couch', 'a')), productDocument('b', kind('sofa', 'b'))];
      assert.deepEqual(findIds(indexWith(rule, documents, isOneSegment), 'sofa'), ['b', 'a']);
    }
  }
});

test('Contract §7 a word better answered by a synonym is still found', () => {
  const rule = { from: ["levi's"], to: ['denim'] };
  const documents = [
    productDocument('a', { title: '&', categoryPath: ['denim'], identifiers: ["levi's"] }),
    productDocument('b', { title: "levi's" }),
  ];
  for (const isOneSegment of [true, false]) {
    const reader = indexWith(rule, documents, isOneSegment);
    assert.deepEqual(findIds(reader, "levi's unknown", 1), ['a']);
    assert.deepEqual(findIds(reader, "levi's unknown", 2), ['a', 'b']);
  }
});

test('Contract §7 explain shows the tiers of a hit', () => {
  const reader = indexOf([productDocument('a', { title: 'Red lamp', inStock: false })]);
  const signals = { ...noSignals, products: new Map([['a', 2.5]]) };
  const [hit] = reader.search('red lamp', 1, signals).products;
  assert.deepEqual(hit?.tiers, {
    missingWords: 0,
    inStock: false,
    exactTitle: true,
    titlePrefix: true,
    intent: 9,
    isForQuery: false,
    popularity: 2.5,
    boosts: 0,
  });
  assert.equal(Buffer.from(hit?.card ?? []).toString(), '{"id":"a"}');
});
