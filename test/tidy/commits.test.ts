import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCommits } from './commits.ts';

function judge(subject: string, body: string): string[] {
  return judgeCommits([{ hash: '0123456789abcdef', subject, body }]);
}

test('a commit without a body is reported', () => {
  assert.deepEqual(judge('fix(price): read a lone comma', '\n'), [
    '01234567 (fix(price): read a lone comma): the body is empty; say why.',
  ]);
});

test('a commit with a long subject is reported', () => {
  assert.match(judge(`fix: ${'a'.repeat(68)}`, 'Why.')[0] ?? '', /has 73 characters, not 72\.$/);
});

test('a commit without a type is reported', () => {
  for (const subject of ['wip', 'Fixed it', 'wip: more', 'fix:it']) {
    assert.match(judge(subject, 'Why.')[0] ?? '', /is not `type\(scope\): what`/);
  }
});

test('a commit that says what and why passes', () => {
  assert.deepEqual(judge('refactor(storage, http): split reads', 'They had two reasons to change.'), []);
});
