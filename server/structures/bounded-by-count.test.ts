import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remembered } from './bounded-by-count.ts';

test('a result is made once while it is remembered', () => {
  const asked: string[] = [];
  const twice = remembered(2, (key) => {
    asked.push(key);
    return key + key;
  });
  assert.deepEqual(['a', 'a', 'b', 'a'].map(twice), ['aa', 'aa', 'bb', 'aa']);
  assert.deepEqual(asked, ['a', 'b']);
  assert.equal(twice('c'), 'cc');
  assert.equal(twice('a'), 'aa');
  assert.deepEqual(asked, ['a', 'b', 'c', 'a']);
});
