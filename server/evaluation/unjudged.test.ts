import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnjudged } from './unjudged.ts';

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
const judged = [
  { text: 'all', ratings: new Map(ids(1, 10).map((id) => [id, 0])) },
  { text: 'one', ratings: new Map([['1', 3]]) },
  { text: 'none', ratings: new Map([['90', 2]]) },
  { text: 'unanswered', ratings: new Map([['1', 3]]) },
];
const recording = {
  name: 'x',
  queries: new Map([
    ['all', ids(1, 14)],
    ['one', ['2', '1']],
    ['none', ids(1, 3)],
  ]),
  beginnings: new Map(),
  latenciesUs: [],
};
const productOf = (id: string) =>
  id === '3' ? undefined : { title: `Title ${id}`, category: id === '2' ? 'Lamps' : null };

test('unjudged products among the first ten are listed with their places', () => {
  assert.deepEqual(findUnjudged(judged, recording, productOf, 9), [
    {
      text: 'none',
      products: [
        { place: 1, externalId: '1', title: 'Title 1', category: null },
        { place: 2, externalId: '2', title: 'Title 2', category: 'Lamps' },
        { place: 3, externalId: '3', title: '3', category: null },
      ],
    },
    { text: 'one', products: [{ place: 1, externalId: '2', title: 'Title 2', category: 'Lamps' }] },
  ]);
  assert.deepEqual(
    findUnjudged(judged, recording, productOf, 1).map(({ text }) => text),
    ['none'],
  );
  assert.deepEqual(findUnjudged(judged, recording, productOf, 0), []);
});
