import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { CollectionRules } from '../../../contract/words/collections.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { collectedProduct, collectionRules, isMember } from '../../../test/support/naive-collections.ts';
import { someTime } from '../../../test/support/storage-rows.ts';
import { compareDecimals } from '../../catalog/decimal.ts';
import { compileRules } from './evaluate-rules.ts';
import { always, intersect, unite } from './intervals.ts';
import { ProductFacts } from './product-facts.ts';

const hourMicros = 3_600_000_000;

test('a product’s intervals match the rules at every moment', () => {
  const moment = fc.integer({ min: 0, max: 24 * 12 }).map((hours) => someTime + hours * hourMicros);
  let met = 0;
  fc.assert(
    fc.property(collectionRules, collectedProduct, moment, (rules, product, now) => {
      const intervals = compileRules(rules, 'USD')(new ProductFacts(product));
      const isIn = intervals.some(({ from, until }) => from <= now && now < until);
      assert.equal(isIn, isMember(rules, product, { storeCurrency: 'USD', now }));
      for (const [index, { from, until }] of intervals.entries()) {
        assert.ok(from < until);
        // Apart from each other, so that a product is there once at most.
        if (index > 0) assert.ok(from > (intervals[index - 1]?.until ?? 0));
      }
      met += isIn ? 1 : 0;
    }),
    { numRuns: caseCount(4_000) },
  );
  assert.ok(met > caseCount(400), `only ${met} products met their rules`);
});

test('ages that start again make a product a member twice', () => {
  const rules: CollectionRules = {
    match: 'any',
    conditions: [
      { field: 'age_days', op: 'at_most', value: 1 },
      { field: 'age_days', op: 'at_least', value: 30 },
    ],
  };
  const [product] = fc.sample(collectedProduct, 1);
  assert.ok(product !== undefined);
  const { createdAt } = product;
  assert.deepEqual(compileRules(rules, 'USD')(new ProductFacts(product)), [
    { from: 0, until: createdAt + 48 * hourMicros },
    { from: createdAt + 30 * 24 * hourMicros, until: always.until },
  ]);
});

test('intervals are united and intersected like sets of moments', () => {
  const interval = fc
    .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 10 }))
    .map(([from, length]) => ({ from, until: from + length }));
  fc.assert(
    fc.property(fc.array(interval, { maxLength: 6 }), fc.integer({ min: 0, max: 31 }), (intervals, at) => {
      const holds = (one: { from: number; until: number }) => one.from <= at && at < one.until;
      assert.equal(unite(intervals).some(holds), intervals.some(holds));
      const common = intersect(intervals);
      assert.equal(common !== null && holds(common), intervals.every(holds));
    }),
  );
});

test('decimal texts with any digits compare as numbers', () => {
  const decimal = fc
    .tuple(fc.nat(10_000), fc.nat(999))
    .map(
      ([whole, thousandths]) =>
        [`${whole}.${String(thousandths).padStart(3, '0')}`, whole * 1_000 + thousandths] as const,
    );
  fc.assert(
    fc.property(decimal, decimal, ([left, leftNumber], [right, rightNumber]) => {
      assert.equal(Math.sign(compareDecimals(left, right)), Math.sign(leftNumber - rightNumber));
    }),
  );
  assert.equal(compareDecimals('10', '10.000'), 0);
  assert.ok(compareDecimals('0.1', '0.10000000000000000000000000000001') < 0);
});
