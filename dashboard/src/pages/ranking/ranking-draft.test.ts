import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RankingSettings } from '../../../../contract/words/ranking.ts';
import { draftOfRanking, offeredValues, settingsOf, summarizeChange, withNewBoost } from './ranking-draft.ts';

const settings: RankingSettings = {
  hide_out_of_stock: true,
  boosts: [
    { when: { field: 'brand', op: 'is', value: 'Acme' }, strength: 'raise' },
    {
      when: { field: 'attribute', name: 'margin', op: 'between', value: [0.3, 0.5] },
      strength: 'lower_strongly',
    },
    { when: { field: 'age_days', op: 'at_most', value: 30 }, strength: 'raise' },
  ],
};

test('ranking settings pass through the form as they are', () => {
  const draft = draftOfRanking(settings);
  assert.deepEqual(settingsOf(draft), settings);
  assert.equal(summarizeChange(settings, draft), null);
});

test('a draft of the ranking says what it changes', () => {
  const draft = draftOfRanking(settings);
  const said = (next: typeof draft) => summarizeChange(settings, next);
  const begun = withNewBoost(draft);
  assert.equal(said(begun), '1 boost unfinished.');
  assert.deepEqual(settingsOf(begun), settings);
  assert.equal(
    said({ hides: false, boosts: draft.boosts.slice(1) }),
    'shows what is out of stock, 1 boost removed.',
  );
  const stronger = draft.boosts.map((boost) => ({ ...boost, strength: 'raise_strongly' as const }));
  assert.equal(said({ ...draft, boosts: stronger }), '3 boosts changed.');
  const [first] = draft.boosts;
  assert.ok(first !== undefined);
  const other = { ...first, condition: { ...first.condition, key: 9, value: 'Borg' } };
  assert.equal(said({ ...draft, boosts: [...draft.boosts, other] }), '1 new boost.');
  assert.equal(said({ ...draft, boosts: [...draft.boosts, first] }), '1 new boost.', 'an equal one counts');
});

test('a boost is offered what products have in its field', () => {
  const products = [
    { brand: 'Acme', category: 'Shoes > Boots' },
    { brand: 'Acme', category: null },
    { brand: null, category: 'Shoes > Sandals' },
  ];
  assert.deepEqual(offeredValues(products, 'brand'), ['Acme']);
  assert.deepEqual(offeredValues(products, 'category'), ['Shoes', 'Shoes > Boots', 'Shoes > Sandals']);
  assert.deepEqual(offeredValues(products, 'attribute'), []);
});
