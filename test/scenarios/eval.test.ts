/**
 * Goal: `foretype eval` measures a merchant's files as they are, compares with other engines on request, and says
 * what is wrong with a file; and the answers on real judged queries stay as good as they were.
 * Method: the command as a process of its own on small files written here; the judged queries of the real data
 * where they are there.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { catalogDocuments, loadCatalog, readRowsOfFile } from '../../server/cli/eval-files.ts';
import { askPeers } from '../../server/cli/eval-peers.ts';
import { generatePhrases } from '../../server/cli/eval-phrases.ts';
import {
  beginningsOf,
  type Contestant,
  prepareQuestions,
  recordAnswers,
} from '../../server/evaluation/contestant.ts';
import { evaluateRecordings } from '../../server/evaluation/evaluate.ts';
import { parseJudgments } from '../../server/evaluation/judgments.ts';
import { createMetrics } from '../../server/evaluation/metrics.ts';
import { createOwnContestant } from '../../server/evaluation/own-engine.ts';
import type { presentReport } from '../../server/evaluation/present-report.ts';
import { type CommandResult, runForetype, withDataFolder } from '../support/foretype-process.ts';
import { sharedDataOrSkip } from '../support/shared-data.ts';

/**
 * nDCG@10 on the judged queries of the Icecat catalog below which a change has made answers worse: without phrases and
 * types, and with them. Half of the first ten has no rating and counts as irrelevant (record 0064).
 */
const icecatNdcgMin = { plain: 0.65, enriched: 0.665 };
/** The least that types and phrases add to nDCG@10, by the ratings with holes filled (.06 when it was measured last). */
const icecatGainMin = 0.04;

type ReportView = ReturnType<typeof presentReport>;

const catalog = `External_ID,title,price,url,category,in_stock,attributes,Colour
d1,Oak desk,99.90,https://shop.example/d1,Furniture > Desks,1,wood: oak,brown
l1,Reading lamp,19.90,https://shop.example/l1,Lamps,yes,"{""socket"": ""E27""}",red
l2,Wrong,no price,https://shop.example/l2,Lamps,,,
d1,Oak writing desk,89.90,https://shop.example/d1,Furniture > Desks,1,wood: oak,brown
`;
/** The desk is found with its first letter; nobody has a kettle, nor the rated one. */
const judgments = 'query,external_id,rating\nwriting desk,d1,3\nkettle,k1,2\n';
const sessions = '{"events": [[90, "l"], [80, "la"], [85, "lamp"]]}\n{"events": [[70, "oak"]]}\n';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Writes the files, some of them replaced, and runs the command on them. */
async function evaluate(words: readonly string[], files: Files = {}): Promise<CommandResult> {
  let result: CommandResult | null = null;
  await withDataFolder(async (folder) => {
    const all: Files = {
      'catalog.csv': catalog,
      'judgments.csv': judgments,
      'sessions.ndjson': sessions,
      ...files,
    };
    for (const [name, text] of Object.entries(all)) {
      writeFileSync(join(folder, name), text);
    }
    const inFolder = words.map((word) => (/\.[a-z]+$/.test(word) ? join(folder, word) : word));
    result = await runForetype(['eval', ...inFolder], { FORETYPE_DATA: folder });
  });
  return result ?? assert.fail('the command was not run');
}

const plainFiles = ['--catalog', 'catalog.csv', '--judgments', 'judgments.csv'];

function reportOf({ code, stdout, stderr }: CommandResult): ReportView {
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^[^\n]+\n$/);
  return JSON.parse(stdout);
}

/** Returns the figures of the engines by the only file of judgments. */
function enginesOf(result: CommandResult) {
  return reportOf(result).judgments[0]?.engines ?? assert.fail('no file was reported');
}

test('Contract §1 eval measures judged queries and sessions, as JSON for programs', async () => {
  const words = [...plainFiles, '--sessions', 'sessions.ndjson', '--worst', '1', '--json'];
  const report = reportOf(await evaluate(words));
  assert.deepEqual(report.catalog, { rows: 4, failed_rows: 1, products: 2 });
  const { file, engines, worst, ...counted } = report.judgments[0] ?? assert.fail('no file was reported');
  assert.match(file, /judgments\.csv$/);
  assert.deepEqual(counted, {
    queries: 2,
    queries_with_gain: 2,
    queries_with_relevant: 2,
    ratings: 2,
    ratings_of_absent_products: 1,
    unjudged: [],
  });
  const [own, ...peers] = engines;
  assert.deepEqual(
    [own?.name, peers.length, report.failed_peers, own?.latency_us.count],
    ['Foretype', 0, [], 4],
  );
  const means = Object.entries(own?.metrics ?? {}).map(([key, interval]) => [key, interval.mean]);
  assert.deepEqual(Object.fromEntries(means), {
    ndcg_at_10: 0.5,
    mrr_at_5: 0.5,
    success_at_5: 0.5,
    recall: 0.5,
    no_result: 0.5,
    keystrokes: (1 + 'kettle'.length + 1) / 2,
    judged_at_10: 1,
  });
  assert.deepEqual(worst, [
    {
      query: 'kettle',
      ndcg_at_10: 0,
      products: [],
      missed: [{ external_id: 'k1', title: 'k1', rating: 2 }],
      missed_count: 1,
    },
  ]);
});

test('eval prints tables and one sentence, with progress beside', async () => {
  const { code, stdout, stderr } = await evaluate([...plainFiles, '--worst', '2']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^Catalog {4}2 products of 4 rows, 1 failed\n\n.+\nJudgments .+judgments\.csv\n/s);
  assert.match(stdout, /\nForetype +0\.500 \[0\.00, 1\.00\] /);
  assert.match(stdout, /\nReading: 1 of 2 queries find nothing, and .+ after 4\.00 letters on average\.\n/);
  assert.match(stdout, /\n"kettle" {2}nDCG@10 0\.000\n {2}shown {3}nothing\n/);
  assert.match(stdout, /\n"writing desk" {2}nDCG@10 1\.000\n {2}shown {3}3 {2}Oak writing desk\n$/);
  assert.match(stderr, /reading the catalog\n.*indexing 2 products\n/);
});

test('eval holds the same answers against several files of judgments', async () => {
  const files = { 'filled.csv': 'query,external_id,rating\nwriting desk,d1,1\nlamp,l9,3\n' };
  const words = [...plainFiles, '--judgments', 'filled.csv', '--unjudged', '3', '--json'];
  const report = reportOf(await evaluate(words, files));
  const shown = report.judgments.map(({ queries, engines: [own], unjudged }) => ({
    queries,
    judged: own?.metrics.judged_at_10?.mean,
    found: own?.metrics.success_at_5?.mean,
    unjudged,
  }));
  assert.deepEqual(shown, [
    { queries: 2, judged: 1, found: 0.5, unjudged: [] },
    {
      queries: 2,
      judged: 0.5,
      found: 0,
      unjudged: [
        {
          query: 'lamp',
          products: [{ place: 1, external_id: 'l1', title: 'Reading lamp', category: 'Lamps' }],
        },
      ],
    },
  ]);
  const beginnings = new Set(['writing desk', 'kettle', 'lamp'].flatMap(beginningsOf));
  assert.equal(report.judgments[0]?.engines[0]?.latency_us.count, beginnings.size);
});

test('eval takes packed files, JSON and NDJSON, and generated phrases', async () => {
  const product = { external_id: 'k1', title: 'Water boiler', price: 20, url: 'https://shop.example/k1' };
  const phrases = JSON.stringify({ external_id: 'k1', search_phrases: ['electric kettle'] });
  const files = {
    'catalog.json': JSON.stringify({ products: [product] }),
    'catalog.ndjson.gz': gzipSync(`${JSON.stringify(product)}\n`),
    'judgments.csv.gz': gzipSync(judgments),
    'phrases.jsonl': phrases,
  };
  for (const name of ['catalog.json', 'catalog.ndjson.gz']) {
    const words = ['--catalog', name, '--judgments', 'judgments.csv.gz', '--json'];
    const [without] = enginesOf(await evaluate(words, files));
    const [enriched] = enginesOf(await evaluate([...words, '--phrases', 'phrases.jsonl'], files));
    assert.deepEqual([without?.metrics.recall?.mean, enriched?.metrics.recall?.mean], [0, 0.5]);
  }
});

test('eval compares with every peer on the same files', async () => {
  const result = await evaluate([...plainFiles, '--peers', '--json']);
  const engines = enginesOf(result);
  assert.deepEqual(reportOf(result).failed_peers, []);
  assert.deepEqual(
    engines.map(({ name }) => name),
    [
      'Foretype',
      'SQLite FTS5',
      'SQLite FTS5, porter',
      'SQLite FTS5, porter, prefixes',
      'PostgreSQL',
      'PostgreSQL, english',
      'MiniSearch',
      'MiniSearch, prefixes',
      'FlexSearch',
      'Orama',
    ],
  );
  for (const { name, metrics, differences, latency_us } of engines) {
    assert.deepEqual(
      [metrics.recall?.mean, metrics.no_result?.mean, metrics.keystrokes?.mean],
      [0.5, 0.5, 4],
    );
    assert.equal(latency_us.count, 'writing desk'.length + 'kettle'.length, name);
    assert.equal(differences?.ndcg_at_10?.mean ?? 0, 0, name);
  }
});

test('absent or failing peers fail the comparison with reason', () =>
  withDataFolder(async (folder) => {
    const request = { products: [], questions: { queries: [], limit: 20, beginnings: [], timed: [] } };
    await assert.rejects(askPeers(request, join(folder, 'absent.ts')), /--peers needs .+ after npm ci/);
    const broken = join(folder, 'broken.ts');
    writeFileSync(broken, 'process.exit(3);');
    await assert.rejects(askPeers(request, broken), /the peers' process ended with 3/);
  }));

test('Contract §1 eval called wrongly or with a wrong file ends with 2', async () => {
  const catalogOnly = ['--catalog', 'catalog.csv', '--judgments'];
  const calls: readonly (readonly [words: string[], complaint: RegExp])[] = [
    [['--catalog', 'catalog.csv'], /--judgments is missing\.\n/],
    [[...plainFiles, '--limit', '21'], /--limit takes an integer from 10 to 20, got "21"\.\n/],
    [[...plainFiles, '--limit', '9'], /--limit takes an integer from 10 to 20, got "9"\.\n/],
    [[...plainFiles, '--unjudged', '-'], /--unjudged takes an integer from 0 to 1000, got "-"\.\n/],
    [[...plainFiles, '--worst', 'all'], /--worst takes an integer from 0 to 1000, got "all"\.\n/],
    [[...plainFiles, '--currency', 'gold'], /--currency takes an ISO 4217 code, got "gold"\.\n/],
    [[...plainFiles, '--locale', 'e n'], /--locale takes a BCP 47 tag, got "e n"\.\n/],
    [[...catalogOnly, 'absent.csv'], /absent\.csv cannot be read: ENOENT/],
    [[...catalogOnly, 'broken.csv'], /broken\.csv, row 1: takes a rating from 0 to 3, got "9"\.\n$/],
    [[...catalogOnly, 'header.csv'], /header\.csv holds no rating\.\n$/],
  ];
  const files = {
    'broken.csv': 'query,external_id,rating\na,b,9\n',
    'header.csv': 'query,external_id,rating\n',
  };
  await Promise.all(
    calls.map(async ([words, complaint]) => {
      const { code, stdout, stderr } = await evaluate(words, files);
      assert.match(stderr, complaint);
      assert.deepEqual([code, stdout], [2, ''], words.join(' '));
    }),
  );
});

test('answers on the judged Icecat queries keep their quality', async (t) => {
  const ratings = sharedDataOrSkip(t, 'converted/icecat-ratings.dev.csv');
  const filledRatings = sharedDataOrSkip(t, 'converted/icecat-ratings.dev.filled.csv');
  const products = sharedDataOrSkip(t, 'converted/icecat.csv.gz');
  if (ratings === null || filledRatings === null || products === null) return;
  const catalog = loadCatalog(products, { currency: 'EUR', locale: 'en' });
  const documents = catalogDocuments(catalog.products, { currency: 'EUR', locale: 'en' });
  const plain = createOwnContestant(documents, 'en');
  const phrases = await generatePhrases(catalog.products, 'en');
  const enriched = createOwnContestant(
    catalogDocuments(catalog.products, { currency: 'EUR', locale: 'en' }, phrases),
    'en',
  );
  assertAtLeast(await ndcgOf(plain, ratings), icecatNdcgMin.plain);
  assertAtLeast(await ndcgOf(enriched, ratings), icecatNdcgMin.enriched);
  // By the ratings with holes filled: what has no rating would count as irrelevant, and types find more of that.
  const gain = (await ndcgOf(enriched, filledRatings)) - (await ndcgOf(plain, filledRatings));
  assert.ok(gain > icecatGainMin, `types and phrases change nDCG@10 by ${gain.toFixed(4)}`);
});

async function ndcgOf(contestant: Contestant, ratingsFile: string): Promise<number> {
  const judged = parseJudgments(readRowsOfFile(ratingsFile));
  const questions = prepareQuestions(judged, [], { limit: 20, timedMax: 0 });
  const recording = await recordAnswers(contestant, { ...questions, beginnings: [] }, () => 0);
  const [{ metrics }] = evaluateRecordings(judged, recording, [], createMetrics(20));
  return metrics.get('ndcg_at_10')?.mean ?? Number.NaN;
}

function assertAtLeast(ndcg: number, least: number): void {
  assert.ok(ndcg >= least, `nDCG@10 is ${ndcg.toFixed(4)}, and was at least ${least}`);
}
