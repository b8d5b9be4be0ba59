import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOfConfidence, wordsOfEvidence } from './types.ts';

test('the certainty of a type stands in words and hundredths', () => {
  assert.deepEqual([1, 0.95, 0.949, 0.8, 0.79, 0.5, 0.3, 0].map(wordsOfConfidence), [
    ...['Certain', 'Certain (95 %)', 'Certain (95 %)', 'Very likely (80 %)', 'Likely (79 %)'],
    ...['Likely (50 %)', 'A guess (30 %)', 'A guess (0 %)'],
  ]);
});

test('evidence for a type says where it was found', () => {
  const type = { name: 'desk lamp', reviewedBy: 'Ada' };
  assert.equal(wordsOfEvidence({ source: 'title', text: 'desk lamp' }, type), 'Its title says so');
  assert.equal(
    wordsOfEvidence({ source: 'category', text: 'Desk Lamps' }, type),
    'Its category says so: “Desk Lamps”',
  );
  assert.equal(wordsOfEvidence({ source: 'person', text: 'desk lamp' }, type), 'Set by Ada');
  const unnamed = { ...type, reviewedBy: null };
  assert.equal(wordsOfEvidence({ source: 'person', text: 'desk lamp' }, unnamed), 'Set by a person');
});
