import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffences } from './offence.ts';
import { findTestTitles, testTitlesAreSentences, titleMaxWords } from './test-titles.ts';

function judge(text: string): string {
  return describeOffences(testTitlesAreSentences([{ path: 'server/a.test.ts', text }]));
}

test('titles of tests and subtests are found', () => {
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

test('a title of more than twelve words is reported', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'a').join(' ');
  assert.equal(judge(`test('${words(titleMaxWords)}', f);`), '');
  assert.match(judge(`test('${words(titleMaxWords + 1)}', f);`), /has 13 words: say act and result in 12/);
});

test('the reference before a title does not count as words', () => {
  for (const reference of ['§4.9.8', 'Contract §6', '§2.1 title:', '§4.2 batch, Contract §4 answer:']) {
    assert.equal(judge(`test('${reference} a b c d e f g h i j k l', f);`), '', reference);
  }
});

test('an expression in a title counts as one word', () => {
  assert.equal(judge(`test(\`a b c d e f g h i j k \${left ?? right}\`, f);`), '');
});

test('a title that begins with a clause is reported', () => {
  assert.match(judge("test('what fails is shown', f);"), /begins with "what": name the subject first/);
  assert.match(judge("test('§5 Of two one is kept', f);"), /begins with "Of"/);
  assert.equal(judge("test('whatever fails is shown', f);"), '');
});

test('a condition that a test waits for is no title', () => {
  assert.deepEqual(findTestTitles("await waitUntil('what was sent', () => sent > 0);"), []);
});
