import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CsvColumn } from '../../../../csv/layout.ts';
import { guessesToCheck, reasonOf, withGuesses } from './guessed-mapping.ts';

const stock: CsvColumn = {
  name: 'Lager',
  field: 'in_stock',
  sample: ['7', '0', 'bald'],
  guess: { field: 'in_stock', by: 'name' },
};
const image: CsvColumn = {
  name: 'Bild',
  field: 'attribute',
  guess: { field: 'image_url', by: 'name_and_values' },
};
const title: CsvColumn = { name: 'title', field: 'title' };
const columns = [stock, image, title];

test('guesses fill what was not chosen, and choices stay', () => {
  assert.deepEqual(withGuesses({}, { columns }).fields, { Lager: 'in_stock', Bild: 'image_url' });
  assert.deepEqual(withGuesses({ fields: { Bild: 'attribute' } }, { columns }).fields, {
    Lager: 'in_stock',
    Bild: 'attribute',
  });
  assert.deepEqual(withGuesses({ fields: { Foto: 'image_url', Lager: null } }, { columns }).fields, {
    Foto: 'image_url',
    Lager: null,
  });
  assert.deepEqual(withGuesses({ separator: ';' }, null), { separator: ';' });
});

test('only a guess that is followed has a reason', () => {
  assert.deepEqual(columns.map(reasonOf), ['Guessed by its name', null, null]);
});

test('guesses about stock show how values are taken', () => {
  assert.deepEqual(guessesToCheck(columns), [
    { name: 'Lager', field: 'in_stock', values: ['7: in stock', '0: sold out', 'bald: not understood'] },
  ]);
  const counts: CsvColumn = {
    ...{ name: 'Bestand', field: 'stock_quantity', sample: ['7'] },
    guess: { field: 'stock_quantity', by: 'name_and_values' },
  };
  const valuesOf = (...all: CsvColumn[]) =>
    guessesToCheck(all).find(({ name }) => name === 'Bestand')?.values;
  assert.deepEqual(valuesOf(counts), ['7: in stock', '0 would be sold out']);
  assert.deepEqual(valuesOf(counts, stock), ['7'], 'the other column decides');
});
