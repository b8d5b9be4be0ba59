import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FeedRunMark } from '../../../contract/feeds.ts';
import {
  completeAddress,
  describeRun,
  faultOfFeed,
  guessFormat,
  inPageWords,
  isDue,
  stateOfFeed,
  stateOfRun,
  summarizeRuns,
  wordsOfPhase,
} from './feeds.ts';

const calm: FeedRunMark = {
  ...{ id: 'r', status: 'completed', not_modified: false },
  ...{ created_rows: 0, updated_rows: 0, unchanged_rows: 0, removed_rows: 0, failed_rows: 0 },
};

test('a run is described by its main result first', () => {
  const run = { ...calm, created_rows: 2, unchanged_rows: 1_200, removed_rows: 3, failed_rows: 1 };
  assert.equal(describeRun(run), '1 failed, 3 removed, 2 new, 1,200 unchanged');
  assert.equal(describeRun(calm), 'Nothing was changed.');
  assert.equal(describeRun({ ...calm, reading: 'changes' }), 'Changes: Nothing was changed.');
  assert.equal(describeRun({ ...calm, status: 'processing' }), 'Nothing yet.');
  assert.equal(describeRun({ ...calm, not_modified: true }), 'The feed was the same as before.');
  assert.equal(describeRun({ ...run, status: 'failed', error: 'Gone.' }), 'Gone.');
});

test('changes that cannot be read are a fault of the feed', () => {
  const of = (status: 'active' | 'paused' | 'error', last_error: string | null) => {
    const feed = { status, last_error, changes_error: 'The key is wrong.' };
    return [stateOfFeed(feed).tone, stateOfFeed(feed).words, faultOfFeed(feed)];
  };
  assert.deepEqual(of('active', null), ['bad', 'Changes cannot be read', 'The key is wrong.']);
  assert.deepEqual(of('paused', null), ['quiet', 'Paused', null]);
  assert.deepEqual(of('error', 'Gone.'), ['bad', 'Failing', 'Gone.']);
});

test('states of feeds and runs have words of their own', () => {
  assert.deepEqual(
    (['active', 'paused', 'error'] as const).map(
      (status) => stateOfFeed({ status, changes_error: null }).words,
    ),
    ['Active', 'Paused', 'Failing'],
  );
  const changes = [
    { status: 'pending' },
    { status: 'processing' },
    { status: 'failed' },
    { not_modified: true },
    { failed_rows: 1 },
    {},
  ] as const;
  assert.deepEqual(
    changes.map((change) => stateOfRun({ ...calm, ...change })).map(({ tone, words }) => `${tone} ${words}`),
    ['live Waiting', 'live Running', 'bad Failed', 'quiet No changes', 'warn Done', 'good Done'],
  );
  assert.equal(wordsOfPhase({ phase: 'reconciling' }), 'Taking missing products out of stock');
  assert.equal(wordsOfPhase({ phase: null }), 'Waiting for its turn');
});

test('many runs are summed up in a sentence', () => {
  const failed = { ...calm, status: 'failed' } as const;
  const same = { ...calm, not_modified: true };
  assert.equal(summarizeRuns([]), 'No run has ended yet.');
  assert.equal(summarizeRuns([failed]), 'The last run failed.');
  assert.equal(summarizeRuns([calm, { ...calm, status: 'pending' }]), 'The last run imported the feed.');
  assert.equal(
    summarizeRuns([calm, same, same, failed]),
    'The last 4 runs: 1 failed, 2 found the feed as it was before.',
  );
  assert.equal(summarizeRuns([calm, calm]), 'The last 2 runs: none failed.');
});

test('an address reveals the format by its ending, even packed', () => {
  const cases = {
    'https://shop.example/feed.XML?key=1': 'google_xml',
    'https://shop.example/all.csv.gz': 'csv',
    'https://shop.example/products.ndjson': 'json',
    'https://shop.example/feed': null,
    'https://shop.example/feed.php': null,
    'no address.csv': null,
  };
  for (const [url, format] of Object.entries(cases)) assert.equal(guessFormat(url), format, url);
});

test('a feed is due once its time has come', () => {
  const feed = { next_run_at: '2026-11-21T12:00:00.000000Z' };
  const at = Date.parse('2026-11-21T12:00:00Z');
  assert.deepEqual(
    [at - 1, at].map((nowMs) => isDue(feed, nowMs)),
    [false, true],
  );
});

test('only an address without its beginning is completed', () => {
  assert.equal(completeAddress(' shop.example/feed.xml'), 'https://shop.example/feed.xml');
  assert.equal(completeAddress('größe.example:8443?a=1'), 'https://größe.example:8443?a=1');
  for (const text of ['', 'shop', 'http://shop.example', 'ftp://shop.example', 'a b.example', '/feed.xml']) {
    assert.equal(completeAddress(text), text);
  }
});

test('errors of a feed are shown without names of API fields', () => {
  const advice =
    'If the feed is complete, let one run through the guard (force), or raise max_removal_percent.';
  assert.equal(
    inPageWords(advice),
    'If the feed is complete, let it through once, or raise “Removes at most” in the settings.',
  );
  assert.equal(inPageWords('choose google_xml as the format'), 'choose Google XML as the format');
});
