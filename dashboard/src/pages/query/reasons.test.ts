import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExplainBody } from '../../../../contract/autocomplete.ts';
import { reasonsOf } from './reasons.ts';

const plain: ExplainBody = {
  ...{ missing_words: 0, in_stock: true, exact_title: false, title_prefix: false, intent: 5, popularity: 0 },
};

test('the first tier that differs is the reason', () => {
  const cases: readonly [Partial<ExplainBody>, Partial<ExplainBody>, RegExp][] = [
    [{ merchandising: { pin: 1, boost: null } }, { missing_words: 0, popularity: 9 }, /pinned$/],
    [
      { merchandising: { pin: 1, boost: null } },
      { merchandising: { pin: 2, boost: null } },
      /pinned before it$/,
    ],
    [{}, { missing_words: 1, popularity: 99, exact_title: true }, /every word/],
    [{ missing_words: 1 }, { missing_words: 2 }, /fewer words \(1 against 2\)/],
    [{}, { in_stock: false, intent: 15 }, /in stock/],
    [{ merchandising: { pin: null, boost: 5 } }, { exact_title: true }, /lifted by a rule \(5 against 0\)/],
    [{ exact_title: true }, { title_prefix: true }, /exactly the query/],
    [{ title_prefix: true }, { intent: 15 }, /begins with the query/],
    [{ intent: 12 }, { intent: 9, popularity: 99 }, /better \(12 against 9 of 15\)/],
    [{ popularity: 2, popularity_for_query: true }, { popularity: 9 }, /for this query \(2\)/],
    [{ popularity: 14.24 }, {}, /bought more \(14\.2 against 0\)/],
    [{}, {}, /by title/],
  ];
  for (const [upper, lower, reason] of cases) {
    const [found = ''] = reasonsOf([
      { title: 'a', explain: { ...plain, ...upper } },
      { title: 'b', explain: { ...plain, ...lower } },
    ]);
    assert.match(found, reason);
    assert.ok(found.startsWith('over #2: '), found);
  }
});

test('each product but the last has a reason', () => {
  const ranked = ['a', 'a', 'b'].map((title) => ({ title, explain: plain }));
  assert.deepEqual(reasonsOf(ranked), [
    'over #2: equal in everything, so by id',
    'over #3: equal otherwise, so by title',
  ]);
  assert.deepEqual(reasonsOf([]), []);
});
