/** Shows the check of coverage and the reader of documents good and bad examples, so that no gap passes unseen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitRules } from '../../bin/split-rules.ts';
import { carryOver, findDrift, measureCoverage } from '../spec/coverage.ts';

const markdown = `# A title

Before any section nothing is a rule.

# 2. Things

Rules:

1. A thing has a name. It is
   at most 255 characters long, such as a.b.
2. What a thing weighs: not shown.

| Field | Type |
|---|---|
| name | string. Required. |

## 2.1 Bulk

- **Bulk.** Many things come at once.
`;

const sentences = splitRules(markdown, '§');

test('each sentence and each row of a table is a rule', () => {
  assert.deepEqual(
    sentences.map(({ id, text }) => [id, text]),
    [
      ['§2.1', 'A thing has a name.'],
      ['§2.2', 'It is at most 255 characters long, such as a.b.'],
      ['§2.3', 'name | string. Required.'],
      ['§2.1.1', 'Bulk. Many things come at once.'],
    ],
  );
});

test('a rule without an existing test is missing', () => {
  const [first, second, third, fourth] = sentences;
  assert.ok(first && second && third && fourth);
  const tests = { 'a.test.ts': ['a thing has a name', 'a thing has two names'] };
  const rules = [
    { ...first, tests },
    second,
    { ...third, comesWith: 'issue 9' },
    { ...fourth, statesNoRule: 'advice' },
  ];
  const read = (path: string) => (path === 'a.test.ts' ? "test('a thing has a name', f);" : null);
  const { missing, unknown, later, tested } = measureCoverage(rules, read);
  assert.deepEqual(missing, [`§2.2: ${second.text}`]);
  assert.deepEqual(unknown, ['§2.1: a.test.ts has no test "a thing has two names"']);
  assert.deepEqual([later.map(({ id }) => id), tested], [['§2.3'], 1]);
});

test('a sentence that changed or went is drift', () => {
  const changed = splitRules(markdown.replace('255', '100').replace(/- \*\*Bulk.+/, ''), '§');
  assert.deepEqual(findDrift(sentences, sentences), []);
  assert.deepEqual(
    findDrift(sentences, changed).map((line) => line.split(':', 1)[0]),
    ['§2.2 is new or another sentence', '§2.1.1 is gone'],
  );
});

test('the entry of a sentence moves with it', () => {
  const rules = sentences.map((sentence) => ({ ...sentence, tests: { 'a.test.ts': [sentence.text] } }));
  const moved = splitRules(markdown.replace('1. A thing', '1. New things come first. A thing'), '§');
  const updated = carryOver(rules, moved);
  assert.deepEqual(
    updated.map(({ id, tests }) => [id, tests?.['a.test.ts']?.[0]]),
    [
      ['§2.1', undefined],
      ['§2.2', 'A thing has a name.'],
      ['§2.3', sentences[1]?.text],
      ['§2.4', sentences[2]?.text],
      ['§2.1.1', sentences[3]?.text],
    ],
  );
});
