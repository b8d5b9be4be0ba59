/** Categories, suggestions and discovery (§4.7; Contract §7). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchDocument } from '../../server/search/document/document.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { fold } from '../../server/search/text/fold.ts';
import { indexOf, noSignals, productDocument } from './documents.ts';

/** Products `0`, `1`, … one for each set of fields. */
function catalog(...fields: readonly Partial<SearchDocument>[]): SearchDocument[] {
  return fields.map((each, index) => productDocument(String(index), { title: 'x', ...each }));
}

function categories(query: string, documents: readonly SearchDocument[], limit = 5): readonly string[] {
  return indexOf(documents).search(query, limit, noSignals).categories;
}

function suggestions(
  query: string,
  documents: readonly SearchDocument[],
  clicks: Record<string, number> = {},
) {
  const phrases = new Map(Object.entries(clicks).map(([phrase, score]) => [fold(phrase), score]));
  return indexOf(documents).search(query, 5, { ...noSignals, phrases }).suggestions;
}

test('Contract §7 categories match by title or path, prefix matches first', () => {
  const documents = catalog(
    { categoryPath: ['Lamps', 'Indoor'] },
    { categoryPath: ['Lamps', 'Indoor'] },
    { categoryPath: ['Lamp shades'] },
  );
  assert.deepEqual(categories('lamp', documents), ['Lamp shades', 'Indoor']);
  assert.deepEqual(categories('shades la', documents), ['Lamp shades']);
  assert.deepEqual(categories('other', documents), []);
});

test('Contract §7 categories stand by in-stock products, then by alphabet', () => {
  const documents = catalog(
    { categoryPath: ['Lamps B'] },
    { categoryPath: ['Lamps C'], inStock: false },
    { categoryPath: ['Lamps C'], inStock: false },
    { categoryPath: ['Lamps A'] },
    { categoryPath: ['Lamps D'] },
    { categoryPath: ['Lamps D'] },
  );
  assert.deepEqual(categories('lamps', documents), ['Lamps D', 'Lamps A', 'Lamps B', 'Lamps C']);
});

test('Contract §7 one category title is spelled as most products spell it', () => {
  const documents = catalog(
    { categoryPath: ['Home', 'LAMPS'] },
    { categoryPath: ['Garden', 'Lamps'] },
    { categoryPath: ['Home', 'Lamps'] },
  );
  assert.deepEqual(categories('lamps', documents), ['Lamps']);
});

test('Contract §7 stock changes move categories and drop empty ones', () => {
  const writer = createIndexWriter({ locale: 'en' });
  const lamps = catalog(
    { categoryPath: ['Lamps A'] },
    { categoryPath: ['Lamps A'] },
    { categoryPath: ['Lamps B'] },
  );
  writer.apply(lamps);
  const ask = () => openIndex(writer.snapshot()).search('lamps', 5, noSignals).categories;
  assert.deepEqual(ask(), ['Lamps A', 'Lamps B']);
  writer.apply(lamps.slice(0, 2).map((document) => ({ ...document, inStock: false })));
  assert.deepEqual(ask(), ['Lamps B', 'Lamps A']);
  writer.apply([productDocument('2', { categoryPath: ['Other'] })]);
  assert.deepEqual(ask(), ['Lamps A']);
});

test('§4.7 rank-suggestions: clicked ones rank above unclicked ones', () => {
  const documents = catalog(
    { brand: 'Lamp A' },
    { brand: 'Lamp A' },
    { brand: 'Lamp B' },
    { brand: 'Lamp C' },
  );
  assert.deepEqual(suggestions('lamp', documents), ['Lamp A', 'Lamp B', 'Lamp C']);
  assert.deepEqual(suggestions('lamp', documents, { 'LAMP c': 1 }), ['Lamp C', 'Lamp A', 'Lamp B']);
  assert.deepEqual(suggestions('lamp', documents, { 'Lamp C': 1, 'Lamp B': 2, gone: 3 }), [
    'Lamp B',
    'Lamp C',
    'Lamp A',
  ]);
});

test('Contract §7 no suggestion leads to products out of stock only', () => {
  const writer = createIndexWriter({ locale: 'en' });
  writer.apply(catalog({ brand: 'Lamp A' }, { brand: 'Lamp B', inStock: false }));
  const ask = () => openIndex(writer.snapshot()).search('lamp', 5, noSignals).suggestions;
  assert.deepEqual(ask(), ['Lamp A']);
  writer.apply([productDocument('0', { brand: 'Lamp A', inStock: false })]);
  assert.deepEqual(ask(), []);
});

test('Contract §7 title sequences need two products in stock', () => {
  const wool = { title: 'Wool scarf A' };
  assert.deepEqual(suggestions('wool', catalog(wool)), []);
  assert.deepEqual(suggestions('wool', catalog(wool, { title: 'Wool scarf B', inStock: false })), []);
  assert.deepEqual(suggestions('wool', catalog(wool, { title: 'Nice WOOL scarf' })), ['wool scarf']);
});

test('Contract §7 suggestions are distinct after folding, named spellings first', () => {
  const documents = catalog({ title: 'Wool scarf A' }, { title: 'Wool scarf B' }, { brand: 'Wool Scarf' });
  assert.deepEqual(suggestions('wool', documents), ['Wool Scarf']);
});

test('§4.7 discovery shows popular products, then the newest in stock', () => {
  const documents = catalog(
    { createdAt: 1 },
    { createdAt: 3, inStock: false },
    { createdAt: 2 },
    { createdAt: 2 },
  );
  const signals = { ...noSignals, products: new Map(Object.entries({ 0: 1, 1: 5, 9: 9 })) };
  const ids = indexOf(documents)
    .discover(5, signals)
    .products.map(({ productId }) => productId);
  assert.deepEqual(ids, ['0', '2', '3']);
});

test('§4.7 discovery shows the strongest categories and suggestions', () => {
  const documents = catalog(
    { categoryPath: ['A'], brand: 'Acme' },
    { categoryPath: ['B'], brand: 'Acme' },
    { categoryPath: ['B'], brand: 'Acme' },
  );
  const { categories: titles, suggestions: phrases } = indexOf(documents).discover(3, noSignals);
  assert.deepEqual(titles, ['B', 'A']);
  assert.deepEqual(phrases, ['Acme', 'B', 'A']);
});

test('discovery leads with no category that says nothing', () => {
  const documents = catalog(
    { categoryPath: ['Other'] },
    { categoryPath: ['Other'] },
    { categoryPath: ['Lamps'] },
  );
  assert.deepEqual(indexOf(documents).discover(3, noSignals).categories, ['Lamps', 'Other']);
  assert.deepEqual(indexOf(documents).search('other', 3, noSignals).categories, ['Other']);
});
