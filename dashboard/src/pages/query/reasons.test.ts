import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExplainBody } from '../../../../contract/autocomplete.ts';
import { reasonsOf } from './reasons.ts';

const plain: ExplainBody = {
  ...{ missing_words: 0, in_stock: true, exact_title: false, title_prefix: false, intent: 5, popularity: 0 },
};

test('the first tier that differs is the reason', () => {
  const cases: readonly [Partial<ExplainBody>, Partial<ExplainBody>, RegExp][] = [
    [{ merchandising: { pin: 1, boost: null } }, { missing_words: 0, popularity: 9 }, /^Pinned$/],
    [
      { merchandising: { pin: 1, boost: null } },
      { merchandising: { pin: 2, boost: null } },
      /^Pinned before #2$/,
    ],
    [{}, { missing_words: 1, popularity: 99, exact_title: true }, /every word/],
    [{ missing_words: 1 }, { missing_words: 2 }, /more words of the search than #2/],
    [{}, { in_stock: false, intent: 15 }, /^In stock; #2 is not/],
    [
      { merchandising: { pin: null, boost: 5 } },
      { exact_title: true },
      /^Boosted more than #2 \(5 against 0\)/,
    ],
    [{ exact_title: true }, { title_prefix: true }, /exactly the search/],
    [{ title_prefix: true }, { intent: 15 }, /begins with the search/],
    [{ intent: 12 }, { intent: 9, popularity: 99 }, /^Matches the words better than #2$/],
    [{ popularity: 2, popularity_for_query: true }, { popularity: 9 }, /for this search \(2\); #2 was not/],
    [{ popularity: 14.24 }, {}, /bought more than #2 \(14\.2 against 0\)/],
    [{}, {}, /^Tied with #2; sorted by name$/],
  ];
  for (const [upper, lower, reason] of cases) {
    const [found = ''] = reasonsOf([
      { title: 'a', explain: { ...plain, ...upper } },
      { title: 'b', explain: { ...plain, ...lower } },
    ]);
    assert.match(found, reason);
  }
});

test('each product but the last has a reason', () => {
  const ranked = ['a', 'a', 'b'].map((title) => ({ title, explain: plain }));
  assert.deepEqual(reasonsOf(ranked), ['Tied with #2; sorted by product id', 'Tied with #3; sorted by name']);
  assert.deepEqual(reasonsOf([]), []);
});
