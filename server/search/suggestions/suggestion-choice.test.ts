import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Suggestion } from './known-suggestions.ts';
import { choose, compareSuggestions, isFinal, type SuggestionCandidate } from './suggestion-choice.ts';

/** `wholes`: those of which it is a half. */
function candidate(key: string, count: number, clicks = 0, wholes: Suggestion[] = []): SuggestionCandidate {
  const stems = key.replace(/s\b/g, '');
  const verdict = { isShownTo: 'all', numbers: [] } as const;
  const counts = { key, count, named: 0, breaksBefore: 0, breaksBehind: 0, places: [] };
  return { suggestion: { ...counts, verdict, stems, wholes, display: key }, clicks };
}

const context = { isShown: ({ count }: Suggestion) => count > 0, isLeftOut: () => false };

function keys(candidates: readonly SuggestionCandidate[], limit = 5): string[] {
  const ordered = candidates.toSorted(compareSuggestions);
  return choose(ordered, limit, context).map(({ suggestion }) => suggestion.key);
}

test('Contract §7 candidates stand by clicks, then by products, then by the alphabet', () => {
  assert.deepEqual(keys([candidate('b', 2), candidate('c', 3), candidate('d', 1, 0.5), candidate('a', 2)]), [
    'd',
    'c',
    'a',
    'b',
  ]);
});

test('what differs in endings only is shown once, as more products have it', () => {
  assert.deepEqual(keys([candidate('desk lamp', 2), candidate('desks lamps', 3), candidate('lamp', 9)]), [
    'lamp',
    'desks lamps',
  ]);
});

test('halves give their place to others, but not where somebody clicked them', () => {
  const longer = candidate('red lamp', 4);
  const wholes = [longer.suggestion];
  assert.deepEqual(keys([candidate('lamp', 5, 0, wholes), longer, candidate('x', 1)], 2), ['red lamp', 'x']);
  assert.deepEqual(keys([candidate('lamp', 5, 1, wholes), longer], 2), ['lamp', 'red lamp']);
  assert.deepEqual(keys([candidate('lamp', 5, 0, [candidate('old lamp', 0).suggestion])]), ['lamp']);
});

test('a choice is final when nothing unmet can outrank it', () => {
  const chosen = [candidate('a', 20), candidate('b', 10)];
  assert.equal(isFinal(chosen, 2, 10), false);
  assert.equal(isFinal(chosen, 2, 9), true);
  assert.equal(isFinal(chosen, 3, 7), false);
  assert.equal(isFinal(chosen, 3, 0), true);
  assert.equal(isFinal([candidate('a', 1, 1)], 1, 99), true);
});
