import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FetchFactsBody } from '../../../../contract/feeds.ts';
import { formatTook, secondsOfRun, spansOfRun } from './timing.ts';

const fetch: FetchFactsBody = {
  ...{
    url: 'https://shop.example/feed',
    status: 200,
    redirects: [],
    content_type: null,
    content_encoding: null,
  },
  ...{ etag: null, last_modified: null, remote_address: null, archive: null },
  ...{ bytes_received: 1, bytes_decoded: 1, sha256: null },
  ...{ connect_ms: 20, first_byte_ms: 120, duration_ms: 1_120 },
};
const times = { started_at: '2026-11-21T12:00:00Z', finished_at: '2026-11-21T12:00:03Z' };

test('the time of a run is that of its parts', () => {
  assert.deepEqual(
    spansOfRun({ ...times, fetch }).map(({ name, ms }) => `${name} ${ms}`),
    ['Connecting 20', 'Waiting for the answer 100', 'Fetching and reading 1000', 'Importing 1880'],
  );
  assert.equal(secondsOfRun(times), 3);
  assert.deepEqual([0.041, 2.6, 125].map(formatTook), ['41 ms', '2.6 s', '2 min 5 s']);
});

test('unmeasured timings of a run are not shown', () => {
  assert.deepEqual(spansOfRun({ ...times, fetch: null }), []);
  const unanswered = { ...fetch, status: null, connect_ms: null, first_byte_ms: null, duration_ms: null };
  assert.deepEqual(spansOfRun({ ...times, fetch: unanswered }), []);
  const broken = { ...fetch, connect_ms: 0, duration_ms: null };
  assert.deepEqual(
    spansOfRun({ ...times, finished_at: null, fetch: broken }).map(({ name }) => name),
    ['Waiting for the answer'],
  );
  assert.equal(secondsOfRun({ ...times, started_at: null }), null);
});
