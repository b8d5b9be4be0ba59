import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MerchandisingRule } from '../../../../contract/words/merchandising.ts';
import { queryWordsOf, stateOfRule, summarizeRule } from '../../words/merchandising.ts';
import { blankRule, doesAnything, draftOfRule, newBoost, ruleOf } from './rule-draft.ts';

const rule: MerchandisingRule = {
  ...{ id: 'r', query: 'boots', match: 'prefix', is_active: true },
  ...{ starts_at: '2026-11-27T08:00:00.000Z', ends_at: null, pins: ['a'], hides: ['b', 'c'] },
  boosts: [{ field: 'brand', value: 'Nordkap', weight: 3 }],
  redirect: { title: 'Sale', url: 'https://shop.example/sale' },
};

test('a rule opened but not changed is sent as it was', () => {
  const { id: _id, ...fields } = rule;
  assert.deepEqual(ruleOf(draftOfRule(rule)), fields);
});

test('unfinished lines of a rule are not sent', () => {
  const draft = { ...blankRule, boosts: [newBoost(0)] };
  assert.equal(doesAnything(ruleOf(draft)), false);
  const boosted = ruleOf({ ...draft, boosts: [{ ...newBoost(0), value: ' Acme ' }] });
  assert.deepEqual(boosted.boosts, [{ field: 'brand', value: 'Acme', weight: 5 }]);
  assert.equal(doesAnything(boosted), true);
});

test('a rule is described in words', () => {
  assert.equal(summarizeRule(rule), '1 pinned, 2 hidden, boosts Nordkap, links to “Sale”');
  assert.equal(queryWordsOf(rule), 'Begins with “boots”');
  assert.equal(queryWordsOf({ query: '', match: 'exact' }), 'The empty box');
  const at = Date.parse('2026-11-27T08:00:00Z');
  assert.equal(stateOfRule(rule, at).words, 'Active');
  assert.match(stateOfRule(rule, at - 1).words, /^From /);
  assert.equal(stateOfRule({ ...rule, is_active: false }, at).words, 'Off');
  assert.equal(stateOfRule({ ...rule, ends_at: '2026-11-27T08:00:00.000Z' }, at).words, 'Over');
});
