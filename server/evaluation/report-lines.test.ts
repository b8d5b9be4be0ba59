import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluateRecordings } from './evaluate.ts';
import { createMetrics } from './metrics.ts';
import { presentReport } from './present-report.ts';
import { countJudgments, type Report } from './report.ts';
import { reportLines } from './report-lines.ts';
import { findUnjudged } from './unjudged.ts';
import { findWorstQueries } from './worst-queries.ts';

const judged = [
  { text: 'ab', ratings: new Map([['1', 3]]) },
  { text: 'cd', ratings: new Map([['2', 2]]) },
];

function recordingOf(name: string, answers: Record<string, string[]>, latenciesUs: number[]) {
  const map = new Map(Object.entries(answers));
  return { name, queries: map, beginnings: map, latenciesUs };
}

const unreadProduct = (id: string) => ({ title: `Lamp ${id}`, category: 'Home > Lamps' });

/** One engine that answers one query of two, beside a peer that answers none and one that cannot run. */
function makeReport(withPeers: boolean): Report {
  const own = recordingOf('Foretype', { a: ['1'], ab: ['1', '3'], cd: [] }, [4.25, 1_500]);
  const peers = withPeers ? [recordingOf('Other', {}, [])] : [];
  const metrics = createMetrics(20);
  return {
    catalog: { rowCount: 1_004, failedRowCount: 1, productCount: 1_003 },
    limit: 20,
    metrics,
    failedPeers: withPeers ? [{ name: 'Third', reason: 'it is not installed' }] : [],
    judgments: [
      {
        file: 'ratings.csv',
        counts: countJudgments(judged, (id) => id === '1'),
        engines: evaluateRecordings(judged, own, peers, metrics),
        worst: withPeers ? [] : findWorstQueries(judged, own, (id) => `Lamp ${id} ${'x'.repeat(100)}`, 2),
        unjudged: withPeers ? findUnjudged(judged, own, unreadProduct, 2) : [],
      },
    ],
  };
}

test('a report shows input, table, latencies and one sentence', () => {
  assert.deepEqual(reportLines(makeReport(false)).slice(0, 13), [
    'Catalog    1,003 products of 1,004 rows, 1 failed',
    '',
    'Latency in µs  answers  p50    p90    p99    max',
    'Foretype             2  4.3  1,500  1,500  1,500',
    '',
    'Judgments  ratings.csv',
    '           2 ratings of 2 queries; 1 of products not in the catalog',
    '           2 queries have a product rated over 0, 2 a relevant one (2 or 3)',
    '',
    'Mean over queries      nDCG@10 [95 %]  MRR@5  success@5  recall@20  no result  keystrokes [95 %]  judged@10',
    'Foretype           0.500 [0.00, 1.00]  0.500      0.500      0.500      0.500  2.00 [1.00, 3.00]      0.500',
    '',
    'Reading: 1 of 2 queries find nothing, and a relevant product is among the first five after 2.00 letters on average.',
  ]);
});

test('a report with peers shows paired differences and absent peers', () => {
  const lines = reportLines(makeReport(true));
  const text = lines.join('\n');
  assert.match(
    text,
    /\nForetype minus +nDCG@10 \[95 %\], higher is better +keystrokes \[95 %\], lower is better\n/,
  );
  assert.match(text, /\nOther +\+0\.500 \[0\.00, \+1\.00\] +-1\.00 \[-2\.00, 0\.00\]\n/);
  assert.match(text, /\nOther +0 +- +- +- +-\n/);
  assert.match(text, /\nThird could not be measured: it is not installed\n/);
  assert.match(
    text,
    /ahead of 1 of 1 peers \(0 of them beyond chance\) on nDCG@10 and ahead of 1 of 1 peers/,
  );
});

test('unjudged products are listed with place, id and category', () => {
  const lines = reportLines(makeReport(true));
  assert.deepEqual(lines.slice(-3), [
    '',
    '"ab"  1 of the first ten unjudged',
    '   2  3  Lamp 3  [Home > Lamps]',
  ]);
});

test('the worst queries show product ratings and shortened titles', () => {
  const lines = reportLines(makeReport(false)).slice(14);
  assert.deepEqual(lines.slice(0, 3), [
    '"cd"  nDCG@10 0.000',
    '  shown   nothing',
    `  missed  2  Lamp 2 ${'x'.repeat(82)}…`,
  ]);
  assert.deepEqual(
    lines.slice(3).map((line) => line.slice(0, 19)),
    ['', '"ab"  nDCG@10 1.000', '  shown   3  Lamp 1', '  shown   ·  Lamp 3'],
  );
});

test('a JSON report uses snake_case, and null without a figure', () => {
  const { judgments, ...rest } = presentReport(makeReport(true));
  assert.deepEqual(rest, {
    catalog: { rows: 1_004, failed_rows: 1, products: 1_003 },
    limit: 20,
    failed_peers: [{ name: 'Third', reason: 'it is not installed' }],
  });
  const { engines, ...counted } = judgments[0] ?? assert.fail('no file was reported');
  const unread = { place: 2, external_id: '3', title: 'Lamp 3', category: 'Home > Lamps' };
  assert.deepEqual(counted, {
    file: 'ratings.csv',
    queries: 2,
    queries_with_gain: 2,
    queries_with_relevant: 2,
    ratings: 2,
    ratings_of_absent_products: 1,
    worst: [],
    unjudged: [{ query: 'ab', products: [unread] }],
  });
  const [own, other] = engines;
  assert.deepEqual(own?.metrics.keystrokes, { mean: 2, low: 1, high: 3 });
  assert.equal(own?.differences, null);
  assert.deepEqual(other?.latency_us, { count: 0, p50: null, p90: null, p99: null, max: null });
  assert.deepEqual(other?.metrics.judged_at_10, { mean: null, low: null, high: null });
  assert.deepEqual(other?.differences?.no_result, { mean: -0.5, low: -1, high: 0 });
  const worst = presentReport(makeReport(false)).judgments[0]?.worst[0];
  assert.deepEqual([worst?.query, worst?.ndcg_at_10, worst?.products, worst?.missed_count], ['cd', 0, [], 1]);
  assert.deepEqual(Object.keys(worst?.missed[0] ?? {}), ['external_id', 'title', 'rating']);
});
