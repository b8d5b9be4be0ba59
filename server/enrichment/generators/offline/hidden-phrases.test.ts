import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { buildCatalogProfile, emptyProfile } from './catalog-profile.ts';
import { composePhrases } from './compose-phrases.ts';
import { offlineLanguage } from './title-reading.ts';

type Given = Partial<PhraseProduct> & { readonly title: string };

function product(given: Given): PhraseProduct {
  const nothing = {
    description: null,
    category: null,
    brand: null,
    author: null,
    attributes: [],
    identifiers: [],
  };
  return { id: given.title, ...nothing, ...given };
}

test('the noun of a compound is found by a hidden phrase', async () => {
  const chairs = [{ title: 'Stuhl, Eiche' }, { title: 'Stuhl, Buche' }].map((given) => ({
    ...given,
    category: 'Stühle',
  }));
  const given = product({ title: 'Gartenstuhl, Teak', category: 'Gartenstühle' });
  const profile = await buildCatalogProfile([given, ...chairs.map(product)], 'de');
  assert.deepEqual(composePhrases(given, profile, offlineLanguage('de')).searchPhrases[0], 'stuhl');
});

test('brand and model are found together where a line stands between', () => {
  const given = product({ title: 'HP Pavilion dv7-1211 notebook', brand: 'HP', category: 'Notebooks' });
  assert.deepEqual(
    composePhrases(given, emptyProfile, offlineLanguage('en')).searchPhrases[0],
    'HP dv7-1211',
  );
});

test('phrases stand under another word for the thing as well', () => {
  const given = product({
    title: 'Acme A1 notebook',
    category: 'Notebooks',
    attributes: [['use', 'gaming']],
  });
  const { suggestionPhrases, searchPhrases } = composePhrases(given, emptyProfile, offlineLanguage('en'));
  assert.deepEqual(suggestionPhrases, ['gaming notebook', 'gaming laptop']);
  assert.deepEqual(searchPhrases.slice(0, 2), ['laptop', 'laptop computer']);
});
