import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SearchSettings } from '../../../../contract/searches.ts';
import type { MerchandisingRule } from '../../../../contract/words/merchandising.ts';
import { isFitting } from './fitting-undo.ts';

const rule: MerchandisingRule = {
  ...{ id: 'r', query: 'boots', match: 'exact', pins: ['a'], hides: [], boosts: [], redirect: null },
  ...{ is_active: true, starts_at: null, ends_at: null },
};
const published: SearchSettings = {
  ...{ rule, other_rules: [], other_synonyms: [] },
  synonyms: [{ from: ['boots'], to: ['wellies'] }],
};

test('an undo fits only what is still published', () => {
  const undo = {
    rule: { before: { ...rule }, after: null, place: 0 },
    synonyms: { before: published.synonyms, after: [], place: 0 },
  };
  assert.equal(isFitting(undo, published), true);
  assert.equal(isFitting({ ...undo, synonyms: null }, { ...published, synonyms: [] }), true);
  assert.equal(isFitting(undo, { ...published, synonyms: [] }), false);
  assert.equal(isFitting(undo, { ...published, rule: { ...rule, pins: ['b'] } }), false);
  assert.equal(isFitting(undo, { ...published, rule: null }), false);
});
