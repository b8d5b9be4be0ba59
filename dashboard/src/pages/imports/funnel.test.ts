import assert from 'node:assert/strict';
import { test } from 'node:test';
import { funnelParts, noteOnRun } from './funnel.ts';

const run = {
  dry_run: false,
  total_rows: 20,
  valid_rows: 14,
  failed_rows: 5,
  skipped_rows: 1,
  created_rows: 6,
  updated_rows: 4,
  unchanged_rows: 3,
};

test('the parts of an import add up to all of its rows', () => {
  const parts = funnelParts(run);
  assert.equal(
    parts.reduce((sum, { count }) => sum + count, 0),
    run.total_rows,
  );
  assert.equal(parts.find(({ name }) => name === 'Repeated further down')?.count, 1);
});

test('rows that a stopped import missed are a separate part', () => {
  const parts = funnelParts({ ...run, total_rows: 50 });
  assert.equal(parts.find(({ name }) => name === 'Not reached')?.count, 30);
});

test('empty parts are left out, and trial runs use “would”', () => {
  const parts = funnelParts({ ...run, dry_run: true, skipped_rows: 0, total_rows: 19 });
  assert.ok(!parts.some(({ name }) => name === 'Over the plan'));
  assert.equal(parts[0]?.name, 'Would be added');
});

test('trial and undone runs promise nothing that is not there', () => {
  for (const counts of [
    { skipped_rows: 2, queued_rows: 0 },
    { skipped_rows: 0, queued_rows: 3 },
  ]) {
    assert.match(noteOnRun({ ...counts, dry_run: true, undo: null }) ?? '', /would/);
    assert.doesNotMatch(noteOnRun({ ...counts, dry_run: false, undo: null }) ?? '', /would/);
  }
  assert.equal(noteOnRun({ ...{ dry_run: false, undo: null }, skipped_rows: 0, queued_rows: 0 }), undefined);
  const noteOn = (queued_rows: number) =>
    noteOnRun({ dry_run: false, undo: null, skipped_rows: 0, queued_rows });
  assert.match(noteOn(1) ?? '', /^1 product was queued for/);
  assert.match(noteOn(2) ?? '', /^2 products were queued for/);
  const undo = { restored: 1, removed: 0, changed_since: 0, by: 'Ada', undone_at: '2026-11-28T10:00:00Z' };
  const undone = noteOnRun({ dry_run: false, undo, skipped_rows: 0, queued_rows: 3 }) ?? '';
  assert.match(undone, /undone/);
  assert.doesNotMatch(undone, /found/);
});
