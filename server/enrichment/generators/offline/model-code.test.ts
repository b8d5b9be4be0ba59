import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phraseProduct } from '../../../../test/support/phrase-products.ts';
import { hiddenPhrases } from './model-code.ts';
import { offlineLanguage, readTitle } from './title-reading.ts';

const given = phraseProduct({ title: 'HP Pavilion dv7-1211 notebook', brand: 'HP', category: 'Notebooks' });

function hidden(shown: readonly string[], further: readonly string[] = []): string[] {
  return hiddenPhrases(given, readTitle(given, offlineLanguage('en')), 'HP', shown, further);
}

test('brand and model are found around a product line', () => {
  assert.deepEqual(hidden([]), ['HP dv7-1211', 'dv71211']);
});

test('a shown phrase or the title is not hidden too', () => {
  assert.deepEqual(hidden(['hp DV7-1211'], [given.title, 'black notebook', 'Black Notebook']), [
    'dv71211',
    'black notebook',
  ]);
});

test('hidden phrases are few, those of the model first', () => {
  const many = hidden(
    [],
    Array.from({ length: 30 }, (_, number) => `notebook ${number}`),
  );
  assert.equal(many.length, 10);
  assert.equal(many[0], 'HP dv7-1211');
});
