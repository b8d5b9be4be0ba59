/** Goal: scores are those of the plain formula, whatever comes in which order. Method: sums of decayed weights. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addScores, eventWeights, fadedScore, scoreOf, worthAt } from './popularity.ts';

const day = 86_400_000_000;
const now = 1_795_219_200_000_000;

const happenings = fc.array(
  fc.record({
    weight: fc.constantFrom(eventWeights.click, eventWeights.purchase, 0.05),
    at: fc.integer({ min: now - 400 * day, max: now }),
  }),
  { minLength: 1, maxLength: 60 },
);

/** Contract §7, word for word: a half-life of 14 days. */
function plainSum(events: readonly { readonly weight: number; readonly at: number }[], at: number): number {
  return events.reduce((sum, event) => sum + event.weight * 0.5 ** ((at - event.at) / (14 * day)), 0);
}

function scoreAll(events: readonly { readonly weight: number; readonly at: number }[]): number {
  return (
    events.reduce<number | null>((score, { weight, at }) => addScores(score, scoreOf(weight, at)), null) ?? 0
  );
}

test('Contract §7 popularity: a score sums what was given, halved every 14 days', () => {
  fc.assert(
    fc.property(happenings, fc.integer({ min: 0, max: 1_000 }), (events, daysLater) => {
      const at = now + daysLater * day;
      const expected = plainSum(events, at);
      assert.ok(Math.abs(worthAt(scoreAll(events), at) - expected) <= expected * 1e-9);
    }),
  );
});

test('§4.7 popularity: scores order like plain sums, for any order of events', () => {
  fc.assert(
    fc.property(happenings, happenings, (left, right) => {
      const [one, other] = [plainSum(left, now), plainSum(right, now)];
      if (Math.abs(one - other) <= Math.max(one, other) * 1e-9) return;
      assert.equal(scoreAll(left) > scoreAll(right.toReversed()), one > other);
    }),
  );
});

test('Contract §7 popularity: a purchase equals five clicks, a fortnight halves a click', () => {
  assert.ok(Math.abs(worthAt(scoreOf(eventWeights.purchase, now), now) - 5) < 1e-12);
  assert.ok(Math.abs(worthAt(scoreOf(eventWeights.click, now - 14 * day), now) - 0.5) < 1e-12);
});

test('a click is forgotten after six half-lives, and no sooner', () => {
  const click = scoreOf(eventWeights.click, now);
  assert.ok(click >= fadedScore(now + 83 * day));
  assert.ok(click < fadedScore(now + 85 * day));
});

test('scores stay numbers for a hundred years', () => {
  const late = now + 100 * 365 * day;
  const both = addScores(scoreOf(1, now), scoreOf(1, late));
  assert.ok(Math.abs(worthAt(both, late) - 1) < 1e-9);
});
