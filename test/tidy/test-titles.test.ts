import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffences } from './offence.ts';
import { findTestTitles, testTitlesAreSentences } from './test-titles.ts';

function judge(text: string): string {
  return describeOffences(testTitlesAreSentences([{ path: 'server/a.test.ts', text }]));
}

test('titles of tests and subtests are found and others are not', () => {
  const text = `test('a', f); it(
    \`b \${c}\`, f); t.test('d', f); /x/.test('e'); describe('g', f); // test('h', f)`;
  assert.deepEqual(
    findTestTitles(text).map(({ title, line, isTemplate }) => [title, line, isTemplate]),
    [
      ['a', 1, false],
      [`b \${c}`, 2, true],
      ['d', 2, false],
    ],
  );
});

test('titles given to a function that registers tests are found', () => {
  const text =
    "onBoth('a b', async ({ c }) => {}); process.on('d', () => {}); describe('e', () => {}); f('g', h);";
  assert.deepEqual(
    findTestTitles(text).map(({ title }) => title),
    ['a b'],
  );
});

test('a title that occurs twice in a file is reported', () => {
  assert.match(judge("test('a b', f);\ntest('a b', g);"), /:2: repeats the title "a b"/);
});

test('a title that only hopes is reported', () => {
  assert.match(judge(`test('a feed ${['sho', 'uld'].join('')} fail', f);`), /state what happens/);
});
