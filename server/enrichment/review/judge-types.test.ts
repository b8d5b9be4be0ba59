import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StandingDecision } from '../../storage/enrichment/review-tables.ts';
import { compareByRisk } from './count-patterns.ts';
import { createTypeJudge, type KnownTypes } from './judge-types.ts';

/** Products by type. */
type Counted = Readonly<Record<string, number>>;

function judgeAll(types: Counted, known: Partial<KnownTypes> & { readonly confidence?: number } = {}) {
  const { confidence = 0.9, ...rest } = known;
  const all = Object.entries(types).map(([name, products]) => ({ name, products }));
  const counts = all.map((type) => ({ ...type, confidence, isOpen: true, isDecided: false }));
  const judge = createTypeJudge({ ...{ all, counts, brands: [], decisions: [], locale: 'en' }, ...rest });
  return all.map(judge);
}

const reasonsOf = (types: Counted, known?: Parameters<typeof judgeAll>[1]) =>
  Object.fromEntries(judgeAll(types, known).map(({ name, reason }) => [name, reason]));

const decisionOn = (subject: string, newName: string | null): StandingDecision => ({
  ...{ id: subject, kind: 'type', subject, verdict: 'approved', newName },
  ...{ decidedAt: 1, decidedBy: 'Ada' },
});

test('brands, colours and sizes are no types of things', () => {
  const brands = [{ name: 'nordkap', brand: 'NordKap' }];
  assert.deepEqual(reasonsOf({ nordkap: 9, red: 9, '2xl': 9, '30 x 40': 9, lamp: 9 }, { brands }), {
    nordkap: '“NordKap” is a brand of its products, not what they are.',
    red: 'It is a colour or a size, not a thing.',
    '2xl': 'It is a colour or a size, not a thing.',
    '30 x 40': 'It is a colour or a size, not a thing.',
    lamp: 'It is 90 % certain on average.',
  });
  assert.equal(reasonsOf({ rot: 9 }, { locale: 'de' }).rot, 'It is a colour or a size, not a thing.');
});

test('another form and a misspelling name the common type', () => {
  const types = { 'desk lamp': 40, 'Desk lamps': 8, 'desk lanp': 2, cap: 40, cup: 5, sofa: 1 };
  assert.deepEqual(reasonsOf(types), {
    'desk lamp': 'It is 90 % certain on average.',
    'Desk lamps': 'It is another form of “desk lamp”, which 40 products have.',
    'desk lanp': 'It may be a misspelling of “desk lamp”, which 40 products have.',
    cap: 'It is 90 % certain on average.',
    cup: 'It is 90 % certain on average.',
    sofa: 'Only one product has it.',
  });
  // Of two that are as common, one is the other's form.
  const [lamp, lamps] = judgeAll({ lamp: 1, lamps: 1 });
  assert.deepEqual([lamp?.reason, lamps?.risk], ['Only one product has it.', 80]);
  assert.equal(lamps?.reason, 'It is another form of “lamp”, which one product has.');
});

test('uncertain types come before those of few products', () => {
  assert.deepEqual(reasonsOf({ lamp: 40 }, { confidence: 0.41 }), {
    lamp: 'It is uncertain: 41 % on average.',
  });
  const types = [...judgeAll({ lamp: 9, 'floor rug': 2 }), ...judgeAll({ chair: 9 }, { confidence: 0.5 })];
  assert.deepEqual(
    types.toSorted(compareByRisk).map(({ name }) => name),
    ['chair', 'floor rug', 'lamp'],
  );
});

test('decided types have no risk and say who decided', () => {
  const decisions = [decisionOn('red', null), decisionOn('lamps', 'lamp'), decisionOn('sofas', 'sofa')];
  const judged = judgeAll({ red: 4, lamp: 5, chair: 6 }, { decisions });
  assert.deepEqual(
    judged.map(({ risk, reason, decidedProducts, decision }) => [
      risk,
      reason,
      decidedProducts,
      decision?.id,
    ]),
    [
      [0, 'Ada accepted it.', 4, 'red'],
      [0, 'Ada chose this name in place of “lamps”.', 5, 'lamps'],
      [0, 'It is 90 % certain on average.', 0, undefined],
    ],
  );
});

test('products that a person decided are counted by type', () => {
  const counts = [
    { name: 'lamp', isOpen: true, isDecided: false, confidence: 0.4, products: 3 },
    { name: 'lamp', isOpen: false, isDecided: true, confidence: 1, products: 2 },
  ];
  const [lamp] = judgeAll({ lamp: 5 }, { counts });
  assert.deepEqual([lamp?.decidedProducts, lamp?.reason], [2, 'It is 64 % certain on average.']);
});
