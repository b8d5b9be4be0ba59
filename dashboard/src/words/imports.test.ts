import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUndone, wordsOfOutcome } from './imports.ts';

const nothing = {
  ...{ dry_run: false, created_rows: 0, updated_rows: 0, unchanged_rows: 0 },
  ...{ skipped_rows: 0, failed_rows: 0 },
};

test('an outcome names products first, then rows that need work', () => {
  const say = (counts: Partial<typeof nothing>) => wordsOfOutcome({ ...nothing, ...counts });
  assert.equal(say({ created_rows: 28, failed_rows: 2 }), '28 products added, 2 rows need fixing');
  assert.equal(say({ created_rows: 1, failed_rows: 1 }), '1 product added, 1 row needs fixing');
  assert.equal(
    say({ dry_run: true, created_rows: 2, updated_rows: 3, unchanged_rows: 4, skipped_rows: 1 }),
    '2 products would be added, 3 would be changed, 4 unchanged, 1 row over the plan',
  );
  assert.equal(say({ unchanged_rows: 5 }), '5 products unchanged');
  assert.equal(say({}), 'No products');
});

test('only an undo that reached its end counts', () => {
  const undo = { restored: 1, removed: 0, changed_since: 0, by: 'Ada' };
  assert.equal(isUndone({ undo: { ...undo, undone_at: '2026-11-28T10:00:00Z' } }), true);
  assert.equal(isUndone({ undo: { ...undo, undone_at: null } }), false);
  assert.equal(isUndone({ undo: null }), false);
});
