/** Shows the coverage of the specification lists of tests, good and bad, so that a gap cannot pass unseen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureCoverage } from '../../bin/spec-coverage.ts';
import { specRules } from '../../bin/spec-paragraphs.ts';

const rules = [
  { id: '§2.1 title', rule: 'required', comesWith: null },
  { id: '§2.1 price', rule: 'required', comesWith: null },
  { id: '§2.1 feed', rule: 'required', comesWith: 'feeds' },
];

function measure(text: string): { uncovered: string[]; unknown: string[] } {
  const { uncovered, unknown } = measureCoverage(rules, [{ path: 'server/a.test.ts', text }]);
  return { uncovered: uncovered.map(({ id }) => id), unknown: unknown.map(({ id }) => id) };
}

test('a rule is covered by a title that holds its id', () => {
  assert.deepEqual(measure("test('§2.1 title: over 255 characters fails its row', f);"), {
    uncovered: ['§2.1 price'],
    unknown: [],
  });
  assert.deepEqual(measure("test('§2.1 title, §2.1 price: both are required', f);").uncovered, []);
});

test('a rule that comes with a later part is not missed yet', () => {
  assert.ok(!measure('').uncovered.includes('§2.1 feed'));
});

test('an id on the way to another and a paragraph of Contract claim nothing', () => {
  const text = "test('§2.1 title-max: x', f); test('Contract §2.1 price: x', f); test('§2.1 a title is', f);";
  assert.deepEqual(measure(text), { uncovered: ['§2.1 title', '§2.1 price'], unknown: ['§2.1 title-max'] });
});

test('a test that names a section but no rule is told apart', () => {
  const text =
    "test('§2.1 a title is taken', f);\ntest('§9.9 a title is taken', f);\ntest('§2.1 price: x', f);";
  const { vague, unknown } = measureCoverage(rules, [{ path: 'server/a.test.ts', text }]);
  assert.deepEqual(
    vague.map(({ title }) => title),
    ['§2.1 a title is taken'],
  );
  assert.deepEqual(unknown, []);
});

test('the list of rules repeats no id', () => {
  assert.equal(new Set(specRules.map(({ id }) => id)).size, specRules.length);
});
