import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../text/fold.ts';
import { createGeneralityOf } from './phrase-languages.ts';

function generality(title: string, locale = 'en'): string {
  return createGeneralityOf(locale)(fold(title));
}

test('meaningless titles are generic in the store’s language and English', () => {
  for (const title of ['Other', 'MISC.', 'N/A', '', '-', 'All'])
    assert.equal(generality(title), 'generic', title);
  assert.equal(generality('Sonstiges', 'de-AT'), 'generic');
  assert.equal(generality('Other', 'de'), 'generic');
  assert.equal(generality('Diğer', 'tr'), 'generic');
  assert.equal(generality('อื่นๆ', 'th'), 'generic');
  assert.equal(generality('その他', 'ja'), 'generic');
});

test('titles that say something in part are mixed', () => {
  assert.equal(generality('Other Cables'), 'mixed');
  assert.equal(generality('All Cell Phones'), 'mixed');
});

test('one language’s generic word is another’s thing', () => {
  assert.equal(generality('Divers', 'fr'), 'generic');
  assert.equal(generality('Divers'), 'specific');
  assert.equal(generality('Cables'), 'specific');
  assert.equal(generality('Mother'), 'specific');
});
