import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWorstQueries } from './worst-queries.ts';

const judged = [
  { text: 'good', ratings: new Map([['1', 3]]) },
  {
    text: 'bad',
    ratings: new Map([
      ['1', 0],
      ['2', 2],
      ['3', 3],
      ['4', 2],
      ['5', 2],
      ['6', 1],
    ]),
  },
  { text: 'empty', ratings: new Map([['2', 2]]) },
  { text: 'pointless', ratings: new Map([['1', 0]]) },
];
const recording = {
  name: 'x',
  queries: new Map([
    ['good', ['1']],
    ['bad', ['1', '7', '4', '8', '9', '10']],
    ['pointless', ['1']],
  ]),
  beginnings: new Map(),
  latenciesUs: [],
};
const titleOf = (id: string) => (id === '3' ? undefined : `Title ${id}`);

test('the worst queries come first, with shown and missed products', () => {
  const worst = findWorstQueries(judged, recording, titleOf, 2);
  assert.deepEqual(
    worst.map(({ text }) => text),
    ['empty', 'bad'],
  );
  const product = (externalId: string, rating: number | null) => ({
    externalId,
    title: titleOf(externalId) ?? externalId,
    rating,
  });
  assert.deepEqual(worst[0], {
    text: 'empty',
    ndcg: 0,
    shown: [],
    missed: [product('2', 2)],
    missedCount: 1,
  });
  const { shown, missed, missedCount } = worst[1] ?? {};
  assert.deepEqual(shown, [
    product('1', 0),
    product('7', null),
    product('4', 2),
    product('8', null),
    product('9', null),
  ]);
  assert.deepEqual(missed, [product('3', 3), product('2', 2), product('5', 2)]);
  assert.equal(missedCount, 3);
});

test('queries without any gain are never among the worst', () => {
  const texts = findWorstQueries(judged, recording, titleOf, 10).map(({ text }) => text);
  assert.deepEqual(texts, ['empty', 'bad', 'good']);
  assert.deepEqual(findWorstQueries(judged, recording, titleOf, 0), []);
});
