import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Recording } from './contestant.ts';
import { evaluateRecordings, summarizeLatency } from './evaluate.ts';
import type { JudgedQuery } from './judgments.ts';
import { createMetrics } from './metrics.ts';

const judged: readonly JudgedQuery[] = [
  { text: 'a', ratings: new Map([['1', 3]]) },
  { text: 'b', ratings: new Map([['2', 2]]) },
  { text: 'c', ratings: new Map([['3', 0]]) },
];

function recording(name: string, answers: Record<string, string[]>, latenciesUs: number[] = []): Recording {
  const queries = new Map(Object.entries(answers));
  return { name, queries, beginnings: queries, latenciesUs };
}

const own = recording('own', { a: ['1'], b: ['2'], c: ['9'] }, [30, 10, 20]);

test('means leave out queries that a measure says nothing about', () => {
  const [figures, ...peers] = evaluateRecordings(judged, own, [], createMetrics(20));
  const means = Array.from(figures.metrics, ([key, { mean }]) => [key, mean]);
  assert.deepEqual(Object.fromEntries(means), {
    ndcg_at_10: 1,
    mrr_at_5: 1,
    success_at_5: 1,
    recall: 1,
    no_result: 0,
    keystrokes: 1,
    judged_at_10: 2 / 3,
  });
  assert.deepEqual(figures.latency, { count: 3, p50: 20, p90: 30, p99: 30, max: 30 });
  assert.deepEqual([figures.differences, peers], [null, []]);
});

test('differences are paired, the judged engine minus its peer', () => {
  const same = recording('same', { a: ['1'], b: ['2'], c: ['9'] });
  const worse = recording('worse', { a: ['1'], b: [], c: [] });
  const [, first, second] = evaluateRecordings(judged, own, [same, worse], createMetrics(20));
  assert.deepEqual(first?.differences?.get('ndcg_at_10'), { mean: 0, low: 0, high: 0 });
  assert.equal(second?.name, 'worse');
  assert.deepEqual(second?.differences?.get('ndcg_at_10'), { mean: 0.5, low: 0, high: 1 });
  assert.equal(second?.differences?.get('keystrokes')?.mean, -0.5);
  assert.equal(second?.differences?.get('no_result')?.mean, -2 / 3);
});

test('a percentile is the least time that covers its share', () => {
  const times = Array.from({ length: 200 }, (_, index) => 200 - index);
  assert.deepEqual(summarizeLatency(times), { count: 200, p50: 100, p90: 180, p99: 198, max: 200 });
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1 }), (sample) => {
      const { p50, p90, p99, max } = summarizeLatency(sample);
      for (const [value, part] of [
        [p50, 0.5],
        [p90, 0.9],
        [p99, 0.99],
        [max, 1],
      ] as const) {
        assert.ok(sample.filter((time) => time <= value).length >= part * sample.length);
        assert.ok(sample.filter((time) => time < value).length < part * sample.length);
      }
    }),
  );
});

test('untimed runs have no percentiles', () => {
  const nothing = Number.NaN;
  assert.deepEqual(summarizeLatency([]), {
    count: 0,
    p50: nothing,
    p90: nothing,
    p99: nothing,
    max: nothing,
  });
});
