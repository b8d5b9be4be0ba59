import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlimitedBudget } from '../step-budget.ts';
import { choose, isFinal, type SuggestionCandidate } from './suggestion-choice.ts';

function candidate(
  key: string,
  count: number,
  fields: Partial<SuggestionCandidate> = {},
): SuggestionCandidate {
  return { key, count, clicks: 0, named: 0, breaksBefore: 0, breaksBehind: 0, ...fields };
}

const context = {
  isNamed: () => false,
  isLeftOut: () => false,
  budget: unlimitedBudget(),
  stem: (word: string) => word.replace(/s$/, ''),
};

function keys(candidates: readonly SuggestionCandidate[], limit = 5): string[] {
  return choose(candidates, limit, context).map(({ key }) => key);
}

test('Contract §7 candidates stand by clicks, then by products, then by the alphabet', () => {
  assert.deepEqual(
    keys([candidate('b', 2), candidate('c', 3), candidate('d', 1, { clicks: 0.5 }), candidate('a', 2)]),
    ['d', 'c', 'a', 'b'],
  );
});

test('what differs in endings only is shown once, as more products have it', () => {
  assert.deepEqual(keys([candidate('desk lamp', 2), candidate('desks lamps', 3), candidate('lamp', 9)]), [
    'lamp',
    'desks lamps',
  ]);
});

test('halves give their place to others, but not where somebody clicked them', () => {
  const longer = candidate('red lamp', 4);
  assert.deepEqual(keys([candidate('lamp', 5), longer, candidate('x', 1)], 2), ['red lamp', 'x']);
  assert.deepEqual(keys([candidate('lamp', 5, { clicks: 1 }), longer], 2), ['lamp', 'red lamp']);
});

test('a choice is final when nothing unmet can outrank or outgrow it', () => {
  const chosen = [candidate('a', 20), candidate('b', 10)];
  assert.equal(isFinal(chosen, 2, 8), false);
  assert.equal(isFinal(chosen, 2, 7), true);
  assert.equal(isFinal(chosen, 3, 7), false);
  assert.equal(isFinal(chosen, 3, 0), true);
  assert.equal(isFinal([candidate('a', 1, { clicks: 1 })], 1, 99), true);
});
