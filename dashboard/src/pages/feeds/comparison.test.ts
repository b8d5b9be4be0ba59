import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedRunBody } from '../../../../contract/feeds.ts';
import { compareRuns } from './comparison.ts';

function runWith(changes: Partial<FeedRunBody>): FeedRunBody {
  return {
    ...{
      id: 'r',
      feed_id: 'f',
      trigger: 'schedule',
      reading: 'whole',
      status: 'completed',
      phase: null,
      forced: false,
    },
    ...{ not_modified: false, total_rows: 0, processed_rows: 0, valid_rows: 0, failed_rows: 0 },
    ...{ skipped_rows: 0, created_rows: 0, updated_rows: 0, unchanged_rows: 0, removed_rows: 0 },
    ...{
      restored_rows: 0,
      unidentified_rows: 0,
      queued_rows: 0,
      warning_rows: 0,
      failure_count: 0,
      failures_dropped: 0,
      issues: [],
      error: null,
      undo: null,
      undo_until: null,
    },
    ...{ error_code: null, fetch: null, created_at: '', updated_at: '', links: { self: '' } },
    ...{ started_at: '2026-11-21T12:00:00Z', finished_at: '2026-11-21T12:00:03Z' },
    ...changes,
  };
}

test('each figure of a run is compared with the previous run', () => {
  const before = runWith({
    total_rows: 1_000,
    failed_rows: 5,
    finished_at: '2026-11-21T12:00:03.04Z',
    skipped_rows: 1,
  });
  const rows = compareRuns(runWith({ total_rows: 1_200, failed_rows: 2 }), before);
  const differences = Object.fromEntries(rows.map(({ name, difference }) => [name, difference]));
  assert.equal(differences['Rows in the feed'], '+200');
  assert.equal(differences.Failed, '−3');
  assert.equal(differences.New, 'same');
  assert.equal(differences.Time, 'same');
  assert.equal(differences.Size, '');
  assert.equal(differences['Over the plan'], '−1');
  assert.ok(!('Back in stock' in differences));
  assert.deepEqual(rows[0], { name: 'Rows in the feed', now: '1,200', before: '1,000', difference: '+200' });
});

test('the first run of a feed is compared with nothing', () => {
  const [first] = compareRuns(runWith({ total_rows: 3 }), null);
  assert.deepEqual(first, { name: 'Rows in the feed', now: '3', before: '', difference: '' });
});
