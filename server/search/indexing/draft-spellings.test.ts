import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DraftSpellings } from './draft-spellings.ts';

test('spellings differ by their display or evidence', () => {
  const spellings = new DraftSpellings();
  const added = [
    { display: 'Mouse', evidence: 4 },
    { display: 'mouse', evidence: 4 },
    { display: 'Mouse', evidence: 7 },
    { display: 'mouse', evidence: 4 },
    { display: 'Mouse', evidence: 0 },
  ];
  assert.deepEqual(
    added.map((spelling) => spellings.id(spelling)),
    [0, 1, 2, 1, 3],
  );
  const numbers = Array.from({ length: spellings.length }, (_, number) => number);
  assert.deepEqual(
    numbers.map((number) => [spellings.displays[spellings.displayOf(number)], spellings.evidenceOf(number)]),
    [
      ['Mouse', 4],
      ['mouse', 4],
      ['Mouse', 7],
      ['Mouse', 0],
    ],
  );
});
