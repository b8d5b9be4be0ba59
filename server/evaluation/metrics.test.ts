import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { beginningsOf, type Recording } from './contestant.ts';
import type { JudgedQuery } from './judgments.ts';
import { createMetrics, type MetricKey } from './metrics.ts';

/** Every measure of one query; `typed` are the answers to its beginnings, in their order. */
function measure(
  ratings: Record<string, number>,
  answer: readonly string[],
  typed: readonly (readonly string[])[] = [],
  text = 'red',
): Record<MetricKey, number | null> {
  const query: JudgedQuery = { text, ratings: new Map(Object.entries(ratings)) };
  const recording: Recording = {
    name: 'x',
    queries: new Map([[text, answer]]),
    beginnings: new Map(beginningsOf(text).map((beginning, index) => [beginning, typed[index] ?? []])),
    latenciesUs: [],
  };
  const measured = createMetrics(20).map((metric) => [metric.key, metric.of(query, recording)]);
  return Object.fromEntries(measured);
}

test('nDCG@10 weighs 2^rating − 1 by the logarithm of places', () => {
  // (7·1 + 0 + 1/log2(4)) / (7 + 3/log2(3) + 1/log2(4))
  const { ndcg_at_10 } = measure({ a: 3, b: 2, c: 1 }, ['a', 'unjudged', 'c']);
  assert.ok(Math.abs((ndcg_at_10 ?? 0) - 7.5 / 9.392789) < 1e-6, String(ndcg_at_10));
  assert.equal(measure({ a: 3 }, ['x', 'a']).ndcg_at_10, 1 / Math.log2(3));
  assert.equal(measure({ a: 3 }, []).ndcg_at_10, 0);
});

test('MRR and success use five products and a rating of 2', () => {
  const five = measure({ a: 2, b: 1 }, ['b', 'x', 'y', 'z', 'a']);
  assert.deepEqual([five.mrr_at_5, five.success_at_5], [0.2, 1]);
  const six = measure({ a: 2 }, ['1', '2', '3', '4', '5', 'a']);
  assert.deepEqual([six.mrr_at_5, six.success_at_5], [0, 0]);
});

test('recall is the share of relevant products found', () => {
  assert.equal(measure({ a: 3, b: 2, c: 2, d: 1 }, ['a', 'd', 'c']).recall, 2 / 3);
});

test('keystrokes count letters until the top five hold a match', () => {
  assert.equal(measure({ a: 2 }, [], [['x'], ['x', 'a'], []]).keystrokes, 2);
  assert.equal(measure({ a: 2 }, ['a'], [['1', '2', '3', '4', '5', 'a']]).keystrokes, 4);
  assert.equal(measure({ a: 2 }, [], [[], [], ['a']], '😀bc').keystrokes, 3);
});

test('a query without relevant products has no such measure', () => {
  const { ndcg_at_10, mrr_at_5, success_at_5, recall, keystrokes, no_result } = measure({ a: 1 }, ['a']);
  assert.deepEqual(
    [ndcg_at_10, mrr_at_5, success_at_5, recall, keystrokes, no_result],
    [1, null, null, null, null, 0],
  );
  assert.equal(measure({ a: 0 }, ['a']).ndcg_at_10, null);
});

test('no result and judged@10 look at the answer alone', () => {
  assert.deepEqual([measure({ a: 0 }, []).no_result, measure({ a: 0 }, []).judged_at_10], [1, null]);
  assert.equal(measure({ a: 0, b: 1 }, ['a', 'x', 'y', 'b']).judged_at_10, 0.5);
});

const id = fc.constantFrom(...'abcdefghijklmnop');
const ratingsOf = fc.dictionary(id, fc.integer({ min: 0, max: 3 }), { minKeys: 1, noNullPrototype: true });
const answerOf = fc.uniqueArray(id, { maxLength: 16 });

test('measures stay in range, and the best order scores 1', () => {
  fc.assert(
    fc.property(ratingsOf, answerOf, fc.array(answerOf, { maxLength: 3 }), (ratings, answer, typed) => {
      const { keystrokes, ...shares } = measure(ratings, answer, typed);
      for (const value of Object.values(shares))
        assert.ok(value === null || (value >= 0 && value <= 1 + 1e-9));
      assert.ok(keystrokes === null || (keystrokes >= 1 && keystrokes <= 4));
      const best = Object.keys(ratings).sort((a, b) => (ratings[b] ?? 0) - (ratings[a] ?? 0));
      const ideal = measure(ratings, best).ndcg_at_10;
      assert.ok(ideal === null || Math.abs(ideal - 1) < 1e-9);
    }),
  );
});

test('a better rated product in an earlier place never lowers nDCG', () => {
  fc.assert(
    fc.property(ratingsOf, answerOf, fc.nat(), (ratings, answer, seed) => {
      fc.pre(answer.length > 1);
      const at = seed % (answer.length - 1);
      const [first = '', second = ''] = [answer[at], answer[at + 1]];
      fc.pre((ratings[second] ?? 0) > (ratings[first] ?? 0));
      const swapped = answer.with(at, second).with(at + 1, first);
      const [before, after] = [measure(ratings, answer), measure(ratings, swapped)];
      assert.ok((after.ndcg_at_10 ?? 0) >= (before.ndcg_at_10 ?? 0));
    }),
  );
});

test('recall carries the number of products that were asked for', () => {
  assert.equal(createMetrics(12).find(({ key }) => key === 'recall')?.label, 'recall@12');
});
