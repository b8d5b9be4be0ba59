import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentsOfStore, deletionNotice } from './store-contents.ts';

test('the contents of a store are listed in words', () => {
  const rest = 'settings, rules, statistics, history and the audit log';
  assert.deepEqual(contentsOfStore({}), [rest]);
  assert.deepEqual(contentsOfStore({ products: 1_234, feeds: 1, phrase_sets: 2, session_moves: 9 }), [
    '1,234 products',
    '2 products with generated phrases',
    '1 feed',
    rest,
  ]);
});

test('a notice of a deletion says what was removed', () => {
  assert.equal(
    deletionNotice('Free', { store: '0198', products: 2, feeds: 0 }),
    'Free was deleted, with 2 products, settings, rules, statistics, history and the audit log.',
  );
});
