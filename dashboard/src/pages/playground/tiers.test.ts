import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ExplainBody } from '../../../../contract/autocomplete.ts';
import { decidingTier, reasonBetween, reasonsDown, tiersOf } from './tiers.ts';

const plain: ExplainBody = {
  missing_words: 0,
  in_stock: true,
  exact_title: false,
  title_prefix: false,
  intent: 5,
  popularity: 0,
};

function reason(upper: Partial<ExplainBody>, lower: Partial<ExplainBody>, [a, b] = ['a', 'b']): string {
  const placed = (title: string | undefined, changed: Partial<ExplainBody>) => ({
    title: title ?? '',
    explain: { ...plain, ...changed },
  });
  return reasonBetween(placed(a, upper), placed(b, lower));
}

test('the first tier that differs decides', () => {
  const cases: readonly [Partial<ExplainBody>, Partial<ExplainBody>, string][] = [
    [{}, { missing_words: 1, popularity: 99, exact_title: true }, 'missing_words'],
    [{}, { in_stock: false, intent: 15 }, 'in_stock'],
    [{ exact_title: true }, { title_prefix: true }, 'exact_title'],
    [{ title_prefix: true }, { intent: 15 }, 'title_prefix'],
    [{ intent: 6 }, { popularity: 99 }, 'intent'],
    [{ popularity: 0.1 }, {}, 'popularity'],
  ];
  for (const [upper, lower, name] of cases) {
    assert.equal(decidingTier({ ...plain, ...upper }, { ...plain, ...lower })?.name, name);
  }
  assert.equal(decidingTier(plain, plain), null);
  assert.match(reason({}, {}, ['a', 'b']), /alphabet/);
  assert.match(reason({}, {}, ['a', 'a']), /ids/);
});

test('the reason names both figures where a tier has figures', () => {
  assert.match(reason({ intent: 12 }, { intent: 9 }), /better match for the query \(12 against 9 of 15\)/);
  assert.match(reason({ popularity: 14.2 }, {}), /14\.2 against 0/);
});

test('a list explains the title tier once, then only names it', () => {
  const titles = ['a', 'b', 'c', 'c'].map((title) => ({ title, explain: plain }));
  const reasons = reasonsDown([...titles, { title: 'd', explain: { ...plain, intent: 1 } }]);
  assert.equal(reasons.length, 4);
  assert.match(reasons[0] ?? '', /^above “b” because .*alphabet$/);
  assert.equal(reasons[1], 'above “c”, then by title');
  assert.match(reasons[2] ?? '', /ids/);
  assert.match(reasons[3] ?? '', /5 against 1 of 15/);
});

test('the tiers give every pair of products one order', () => {
  const explain = fc.record({
    missing_words: fc.integer({ min: 0, max: 3 }),
    in_stock: fc.boolean(),
    exact_title: fc.boolean(),
    title_prefix: fc.boolean(),
    intent: fc.integer({ min: 0, max: 15 }),
    popularity: fc.integer({ min: 0, max: 3 }),
  });
  const above = (a: ExplainBody, b: ExplainBody) => {
    const tier = decidingTier(a, b);
    return tier === null ? 0 : Math.sign(tier.rank(a) - tier.rank(b));
  };
  fc.assert(
    fc.property(explain, explain, (a, b) => {
      assert.equal(above(a, b), 0 - above(b, a));
      assert.ok(tiersOf([{ title: '', explain: a }]).every((tier) => tier.cell(a) !== ''));
    }),
  );
});
