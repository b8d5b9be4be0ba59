import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJudgments } from './judgments.ts';
import { readRows } from './read-rows.ts';

function parse(...lines: string[]) {
  return parseJudgments(readRows(['query,external_id,rating', ...lines].join('\n'), 'csv', 'j.csv'));
}

test('judgments are grouped by query in the order of the file', () => {
  const judged = parse('lamp,a,3', 'desk,b,0', 'lamp,b,1', 'lamp,a,3').map(({ text, ratings }) => ({
    text,
    ratings: Object.fromEntries(ratings),
  }));
  assert.deepEqual(judged, [
    { text: 'lamp', ratings: { a: 3, b: 1 } },
    { text: 'desk', ratings: { b: 0 } },
  ]);
});

test('judgments may be JSON with numbers', () => {
  const rows = readRows('[{"query": "lamp", "external_id": 7, "rating": 2}]', 'json', 'j.json');
  assert.deepEqual(Array.from(parseJudgments(rows)[0]?.ratings ?? []), [['7', 2]]);
});

test('an unreadable judgment refuses the file and names its row', () => {
  const wrong: readonly (readonly [lines: string[], complaint: string])[] = [
    [['lamp,a,4'], 'j.csv, row 1: takes a rating from 0 to 3, got "4".'],
    [['lamp,a,2.5'], 'j.csv, row 1: takes a rating from 0 to 3, got "2.5".'],
    [['lamp,a,good'], 'j.csv, row 1: takes a rating from 0 to 3, got "good".'],
    [['lamp,a,1', 'lamp,a'], 'j.csv, row 2: takes the columns query, external_id and rating.'],
    [[' ,a,1'], 'j.csv, row 1: takes the columns query, external_id and rating.'],
    [['lamp,a,1', 'lamp,a,2'], 'j.csv, row 2: rates product "a" 2 for "lamp", and an earlier row 1.'],
  ];
  for (const [lines, message] of wrong) assert.throws(() => parse(...lines), { message });
});
