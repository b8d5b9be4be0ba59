import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectRoot } from '../tidy/project.ts';
import { sharedData, sharedDataOrSkip } from './shared-data.ts';

test('data that exists is answered by its absolute path', () => {
  assert.equal(sharedData('test/support', projectRoot), join(projectRoot, 'test', 'support'));
});

test('data that is absent is answered by null', () => {
  assert.equal(sharedData('no-such-data-set', projectRoot), null);
});

test('a test without its data is skipped with the reason', () => {
  const reasons: unknown[] = [];
  const t = { skip: (reason?: string) => void reasons.push(reason) };
  assert.notEqual(sharedDataOrSkip(t, 'package.json', projectRoot), null);
  assert.deepEqual(reasons, []);
  assert.equal(sharedDataOrSkip(t, 'no-such-data-set', projectRoot), null);
  assert.match(String(reasons), /no real data at .*no-such-data-set; FORETYPE_TEST_DATA/);
});
