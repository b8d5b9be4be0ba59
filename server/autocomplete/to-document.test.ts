import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalProduct, uuidOf } from '../../test/support/storage-rows.ts';
import { toDocument } from './to-document.ts';

function documentOf(title: string, brand: string | null, category: string | null = null) {
  const given = canonicalProduct('sku-1', { title, brand, category });
  const stored = {
    suggestionPhrases: [],
    searchPhrases: [],
    type: null,
    createdAt: 1,
    updatedAt: 1,
    changeNumber: 1,
  };
  return toDocument({ ...given, ...stored, id: uuidOf(1) }, 'EUR', 'en');
}

test('suggestions are made of a title and a brand without what strangers wrote into them', () => {
  const { title, brand, suggestible } = documentOf(
    'Desk lamp BUY NOW at www.evil.com',
    'Visit evil.com today',
  );
  assert.deepEqual([title, brand], ['Desk lamp BUY NOW at www.evil.com', 'Visit evil.com today']);
  assert.equal(suggestible?.brand, null);
  assert.match(suggestible?.title ?? '', /^Desk lamp ,/);
  assert.doesNotMatch(suggestible?.title ?? '', /buy|evil/i);
  for (const [plain, own] of [
    ['Best Buy desk lamp', 'Best Buy'],
    ['StarTech.com cable', 'StarTech.com'],
  ] as const)
    assert.equal(documentOf(plain, own).suggestible, undefined, plain);
});

test('texts that their source escaped twice are read as they were meant, and sent as they were given', () => {
  const { title, categoryPath, card } = documentOf(
    'HeatTec&reg; Tee',
    'A&amp;B',
    'Cats &amp; dogs > R&D; more',
  );
  assert.deepEqual([title, categoryPath], ['HeatTec® Tee', ['Cats & dogs', 'R&D; more']]);
  assert.match(card.join(''), /HeatTec&reg; Tee.*Cats &amp; dogs/);
});
