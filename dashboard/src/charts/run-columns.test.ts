import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedRunMark } from '../../../contract/feeds.ts';
import { columnsOfRuns } from './run-columns.ts';

function mark(changes: Partial<FeedRunMark>): FeedRunMark {
  return {
    ...{ id: 'r', status: 'completed', not_modified: false },
    ...{ created_rows: 0, updated_rows: 0, unchanged_rows: 0, removed_rows: 0, failed_rows: 0 },
    ...changes,
  };
}

test('a run without counts stands as high as its predecessor', () => {
  const columns = columnsOfRuns([
    mark({ status: 'failed' }),
    mark({ unchanged_rows: 30, created_rows: 20 }),
    mark({ not_modified: true }),
    mark({ unchanged_rows: 100 }),
    mark({ status: 'failed' }),
    mark({ status: 'processing', created_rows: 5 }),
  ]);
  assert.deepEqual(
    columns.map(({ kind, share }) => [kind, share]),
    [
      ['failed', 0.5],
      ['counted', 0.5],
      ['hollow', 0.5],
      ['counted', 1],
      ['failed', 1],
      ['live', 1],
    ],
  );
  assert.deepEqual(
    columns[1]?.parts.map(({ name, count }) => [name, count]),
    [
      ['Unchanged', 30],
      ['New', 20],
    ],
  );
});

test('a run with few or no rows stays visible', () => {
  assert.equal(columnsOfRuns([mark({ created_rows: 1 }), mark({ unchanged_rows: 9_999 })])[0]?.share, 0.1);
  assert.deepEqual(columnsOfRuns([mark({})])[0], {
    ...{ run: mark({}), kind: 'counted', share: 0.1, parts: [] },
  });
  assert.equal(columnsOfRuns([mark({ status: 'failed' })])[0]?.share, 0.5);
  assert.deepEqual(columnsOfRuns([]), []);
});
