import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boostedScore, boostFactor, boostFactorMax } from './boosts.ts';

test('the factors of all met rules are multiplied, within bounds', () => {
  const factors = [2, 8, 0.5, 0.125, ...Array.from({ length: 28 }, () => 8)];
  assert.equal(boostFactor({ factors }, 0), 1);
  assert.equal(boostFactor({ factors }, 0b0011), 16);
  assert.equal(boostFactor({ factors }, 0b0101), 1);
  // The thirty-second rule is a bit like any other, and all together are bounded.
  assert.equal(boostFactor({ factors }, 2 ** 31), 8);
  assert.equal(boostFactor({ factors }, 0xffffffff), boostFactorMax);
  assert.equal(boostFactor({ factors: [0.125, 0.125, 0.125] }, 0b111), 1 / boostFactorMax);
});

test('a raised product without clicks passes one with few', () => {
  const [few, many] = [boostedScore(6.9, 1), boostedScore(7.1, 1)];
  const raised = boostedScore(0, 8);
  assert.ok(few < raised && raised < many);
  assert.ok(boostedScore(0, 0.5) < 0 && boostedScore(0, 0.125) < boostedScore(0, 0.5));
  // Exactly, so that a store without boosts ranks as ever.
  assert.equal(boostedScore(0.1, 1), 0.1);
});
