import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countJudgments } from './report.ts';

test('judgments are counted by use and against the catalog', () => {
  const judged = [
    {
      text: 'a',
      ratings: new Map([
        ['1', 3],
        ['2', 0],
      ]),
    },
    { text: 'b', ratings: new Map([['gone', 1]]) },
    { text: 'c', ratings: new Map([['2', 0]]) },
  ];
  assert.deepEqual(
    countJudgments(judged, (id) => id !== 'gone'),
    {
      queryCount: 3,
      gainQueryCount: 2,
      relevantQueryCount: 1,
      ratingCount: 4,
      absentRatingCount: 1,
    },
  );
});
