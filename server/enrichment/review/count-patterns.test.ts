import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { phraseParts } from '../../../contract/words/phrase-patterns.ts';
import type { PatternCount } from '../../storage/enrichment/review-tables.ts';
import { countPatterns, riskWord, sizeOfPatterns } from './count-patterns.ts';
import { nameOfPattern, packPattern, patternNamed } from './phrase-pattern.ts';

const some = fc.integer({ min: 1, max: 2 ** phraseParts.length - 1 });
const product = fc.record({
  state: fc.constantFrom('generated' as const, 'approved' as const, 'rejected' as const),
  byDecision: fc.boolean(),
  patterns: fc.option(fc.array(some, { maxLength: 4 })),
});

const countsOf = (
  products: readonly { state: PatternCount['state']; byDecision: boolean; patterns: number[] | null }[],
) =>
  products.map(
    ({ state, byDecision, patterns }, place): PatternCount => ({
      ...{ state, products: 1, examples: [`p${place}`] },
      isOpen: state === 'generated' || (state === 'approved' && byDecision),
      patterns: patterns?.map(packPattern).join('') ?? null,
    }),
  );

test('counts and sizes equal those of each product by itself', () => {
  fc.assert(
    fc.property(fc.array(product, { maxLength: 30 }), fc.uniqueArray(some), (products, chosen) => {
      const counts = countsOf(products);
      const review = countPatterns(counts, []);
      const open = products.filter((one, place) => counts[place]?.isOpen === true && one.patterns !== null);
      for (const { pattern, phrases, products: count } of review.patterns) {
        const own = open.map(({ patterns }) => (patterns ?? []).filter((one) => one === pattern).length);
        assert.deepEqual(
          [phrases, count],
          [own.reduce((sum, one) => sum + one, 0), own.filter(Boolean).length],
        );
      }
      const seen = new Set(open.flatMap(({ patterns }) => patterns ?? []));
      assert.deepEqual(new Set(review.patterns.map(({ pattern }) => pattern)), seen);
      const group = new Set(chosen);
      const inGroup = open.filter(({ patterns }) => patterns?.some((one) => group.has(one)));
      const size = sizeOfPatterns(counts, group, new Set());
      assert.equal(size.products, inGroup.length);
      assert.equal(
        size.emptiedProducts,
        inGroup.filter(({ patterns }) => patterns?.every((one) => group.has(one))).length,
      );
    }),
  );
});

const riskOf = (name: string, rejected = 0) => {
  const patterns = packPattern(patternNamed(name) ?? 0);
  const counts: PatternCount[] = [
    { state: 'generated', isOpen: true, patterns, products: 10, examples: [] },
    ...(rejected === 0
      ? []
      : [{ state: 'rejected' as const, isOpen: false, patterns, products: rejected, examples: [] }]),
  ];
  const [found] = countPatterns(counts, []).patterns;
  return found ?? assert.fail(name);
};

test('strange words come first, plain types last', () => {
  const names = [
    'other',
    'brand-other',
    'title',
    'measure',
    'brand-title',
    'brand',
    'type-title',
    'model',
    'type-category',
    'type-attribute',
    'type',
  ];
  const risks = names.map((name) => riskOf(name).risk);
  assert.deepEqual(
    risks,
    risks.toSorted((left, right) => right - left),
  );
  assert.deepEqual(
    ['other', 'title', 'brand', 'type-title', 'model', 'type'].map((name) => riskWord(riskOf(name).risk)),
    ['high', 'high', 'medium', 'medium', 'low', 'low'],
  );
  assert.match(riskOf('other').reason, /^None of the words/);
});

test('products that people rejected raise the risk of a pattern', () => {
  assert.equal(riskOf('brand-type', 1).risk, 0);
  const { risk, reason } = riskOf('brand-type', 30);
  assert.deepEqual([risk, riskWord(risk)], [38, 'medium']);
  assert.equal(reason, 'People rejected 30 of the 40 products that have such a phrase.');
});

test('the packed pattern of each name is found in texts', () => {
  fc.assert(
    fc.property(some, (pattern) => packPattern(pattern).length === 2 && nameOfPattern(pattern) !== ''),
  );
});
