import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffences } from './offence.ts';
import { filesNameTheirTests } from './test-lines.ts';

function judge(path: string, text: string): string {
  const tests = ['server/a/b.test.ts', 'test/api/c.test.ts'].map((name) => ({ path: name, text: '' }));
  return describeOffences(filesNameTheirTests([...tests, { path, text }]));
}

test('a file that names no test is reported', () => {
  assert.match(judge('server/a/b.ts', '/** Header. */\n'), /^server\/a\/b\.ts:1: names no test/);
  assert.equal(judge('bench/a.ts', ''), '');
});

test('a test that does not exist is reported', () => {
  const text = '/** Header. */\n// Tests: ./b.test.ts, test/api/c.test.ts, test/api/gone.test.ts.\n';
  assert.match(judge('server/a/b.ts', text), /^server\/a\/b\.ts:2: names the test test\/api\/gone\.test\.ts/);
  assert.equal(judge('server/a/b.ts', text.replace(', test/api/gone.test.ts', '')), '');
});
