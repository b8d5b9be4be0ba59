import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Growth } from './growth.ts';

test('one long read is an import by itself', () => {
  const growth = new Growth();
  assert.equal(growth.isImport, false);
  growth.add(3_999, 1_000);
  assert.equal(growth.isImport, false);
  growth.add(1, 1_000);
  assert.equal(growth.isImport, true);
});

test('short reads that follow each other are one too', () => {
  const growth = new Growth();
  for (let second = 1; second <= 20; second += 1) growth.add(600, second * 1_000);
  assert.equal(growth.isImport, true);
  // A call after it is what it is.
  growth.add(1, 60_000);
  assert.equal(growth.isImport, false);
});

test('writes that trickle in are no import', () => {
  const growth = new Growth();
  for (let second = 1; second <= 3_600; second += 1) growth.add(300, second * 1_000);
  assert.equal(growth.isImport, false);
});
