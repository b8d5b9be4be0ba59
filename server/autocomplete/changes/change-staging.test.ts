import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Growth } from './change-staging.ts';

test('one long read counts as an import', () => {
  const growth = new Growth();
  assert.equal(growth.isImport(0), false);
  growth.add(3_999, 1_000);
  assert.equal(growth.isImport(1_000), false);
  growth.add(1, 1_000);
  assert.equal(growth.isImport(1_000), true);
});

test('short reads that follow each other are one too', () => {
  const growth = new Growth();
  for (let second = 1; second <= 20; second += 1) growth.add(600, second * 1_000);
  assert.equal(growth.isImport(20_000), true);
});

test('an import is over when nothing more comes', () => {
  const growth = new Growth();
  growth.add(8_000, 1_000);
  assert.equal(growth.isImport(5_000), true);
  assert.equal(growth.isImport(10_000), false);
});

test('writes that trickle in are no import', () => {
  const growth = new Growth();
  for (let second = 1; second <= 3_600; second += 1) growth.add(300, second * 1_000);
  assert.equal(growth.isImport(3_600_000), false);
});
