/**
 * `foretype eval`: how good are the answers on judged queries of a catalog, how early in typing, and how fast? It needs no store and
 * no database, and leaves nothing behind. At most 20,000 answers are timed (2,000 with peers); `--limit` takes 10 to 20 products. An
 * unknown currency or locale, a number out of range and a file that is wrong as a whole are exit code 2. It never changes the files
 * that it reads.
 */
// Tests: test/scenarios/eval.test.ts.
import { parseCurrency } from '../catalog/currency.ts';
import type { CatalogContext } from '../catalog/product.ts';
import { prepareQuestions, type Questions, type Recording, recordAnswers } from '../evaluation/contestant.ts';
import { evaluateRecordings } from '../evaluation/evaluate.ts';
import { type JudgedQuery, parseJudgments } from '../evaluation/judgments.ts';
import { createMetrics } from '../evaluation/metrics.ts';
import { createOwnContestant } from '../evaluation/own-engine.ts';
import { type PeerReply, toPeerProduct } from '../evaluation/peer-protocol.ts';
import { type ProductPhrases, parsePhrases } from '../evaluation/phrases.ts';
import { presentReport } from '../evaluation/present-report.ts';
import { countJudgments, type JudgedReport, type Report } from '../evaluation/report.ts';
import { reportLines } from '../evaluation/report-lines.ts';
import { parseSessions } from '../evaluation/sessions.ts';
import { findUnjudged } from '../evaluation/unjudged.ts';
import { findWorstQueries } from '../evaluation/worst-queries.ts';
import type { SearchDocument } from '../search/document/document.ts';
import { type Command, type Invocation, jsonOption, type Option, UsageError } from './command.ts';
import {
  catalogDocuments,
  type LoadedCatalog,
  loadCatalog,
  readRowsOfFile,
  wrongFile,
} from './eval-files.ts';
import { askPeers } from './eval-peers.ts';
import { generatePhrases, offlinePhrases } from './eval-phrases.ts';

/** Answers that are timed: enough for a p99, and with peers, some of which take 50 ms, done in minutes. */
const timedMax = 20_000;
const timedWithPeersMax = 2_000;
/** nDCG@10 needs 10 products, and the API gives no more than 20 (§4.7). */
const limitRange = { min: 10, max: 20 } as const;

function fileOption(help: string, required = false): Option {
  return { kind: 'value', placeholder: 'FILE', required, help };
}

/** Prints measures with their intervals, latencies, and with `--peers` the same of other engines. */
export const evaluate: Command = {
  name: 'eval',
  summary: 'measure answers on judged queries of a catalog',
  operands: [],
  options: {
    catalog: fileOption('products: CSV, JSON, NDJSON or a Google feed (.xml), all files also as .gz', true),
    judgments: {
      ...fileOption(
        'CSV with the columns query, external_id and rating (0 to 3); each is reported by itself',
        true,
      ),
      kind: 'values',
    },
    sessions: fileOption('typing sessions whose keystrokes are timed, NDJSON with "events"'),
    phrases: {
      kind: 'value',
      placeholder: 'FILE',
      help: 'generated phrases, NDJSON with "external_id" and lists of phrases; "offline" makes them, and compares',
    },
    locale: { kind: 'value', placeholder: 'TAG', fallback: 'en', help: 'language of the catalog' },
    currency: { kind: 'value', placeholder: 'CODE', fallback: 'EUR', help: 'ISO 4217' },
    limit: {
      kind: 'value',
      placeholder: 'N',
      fallback: '20',
      help: 'products asked of each query, 10 to 20',
    },
    worst: { kind: 'value', placeholder: 'N', fallback: '0', help: 'show the N queries that go worst' },
    unjudged: {
      kind: 'value',
      placeholder: 'N',
      fallback: '0',
      help: 'list the unjudged products among the first ten, of the N queries with most of them',
    },
    peers: { kind: 'switch', help: 'ask other engines too (development dependencies)' },
    json: jsonOption,
  },
  async run(invocation) {
    const { value } = invocation;
    const context = readContext(invocation);
    const limit = readInteger(invocation, 'limit', limitRange);
    const listed = { min: 0, max: 1_000 };
    const worstCount = readInteger(invocation, 'worst', listed);
    const unjudgedCount = readInteger(invocation, 'unjudged', listed);
    const judged = readAllJudgments(invocation.values('judgments'));
    const typed = value('sessions') === '' ? [] : parseSessions(readRowsOfFile(value('sessions')));
    progress('reading the catalog');
    const catalog = loadCatalog(value('catalog'), context);
    const questions = prepareQuestions(
      judged.flatMap(({ queries }) => queries),
      typed,
      {
        limit,
        timedMax: invocation.has('peers') ? timedWithPeersMax : timedMax,
      },
    );
    const phrases = await readPhrases(invocation, catalog);
    const documents = catalogDocuments(catalog.products, context, phrases);
    const own = await recordOwn(invocation, documents, questions);
    const peers: PeerReply[] = [];
    if (value('phrases') === offlinePhrases) {
      const plain = catalogDocuments(catalog.products, context);
      const recording = await recordOwn(invocation, plain, questions, 'Foretype without phrases');
      peers.push({ name: recording.name, recording });
    }
    if (invocation.has('peers')) peers.push(...(await recordPeers(documents, questions)));
    const report = makeReport({ judged, catalog, limit, own, peers, worstCount, unjudgedCount });
    invocation.print(presentReport(report), reportLines(report));
    return 0;
  },
};

async function readPhrases(
  { value }: Invocation,
  { products }: LoadedCatalog,
): Promise<ReadonlyMap<string, ProductPhrases>> {
  if (value('phrases') === '') return new Map();
  if (value('phrases') !== offlinePhrases) return parsePhrases(readRowsOfFile(value('phrases')));
  progress('making phrases');
  return generatePhrases(products, value('locale'));
}

async function recordOwn(
  { clock, value }: Invocation,
  documents: readonly SearchDocument[],
  questions: Questions,
  name?: string,
): Promise<Recording> {
  progress(`indexing ${documents.length} products`);
  const contestant = createOwnContestant(documents, value('locale'), name);
  progress(`asking ${questions.queries.length} queries and their beginnings`);
  return recordAnswers(contestant, questions, clock.monotonicMs);
}

function recordPeers(documents: readonly SearchDocument[], questions: Questions): Promise<PeerReply[]> {
  progress('asking the peers');
  return askPeers({ products: documents.map(toPeerProduct), questions });
}

/** All that was read and answered in one run. */
interface Findings {
  readonly judged: JudgmentFiles;
  readonly catalog: LoadedCatalog;
  readonly limit: number;
  readonly own: Recording;
  readonly peers: readonly PeerReply[];
  readonly worstCount: number;
  readonly unjudgedCount: number;
}

function makeReport({ judged, catalog, limit, own, peers, worstCount, unjudgedCount }: Findings): Report {
  const products = new Map(catalog.products.map((product) => [product.externalId, product]));
  const metrics = createMetrics(limit);
  const recordings = peers.flatMap((reply) => ('recording' in reply ? [reply.recording] : []));
  const reportOf = ({ file, queries }: JudgmentFiles[0]): JudgedReport => ({
    file,
    counts: countJudgments(queries, (externalId) => products.has(externalId)),
    engines: evaluateRecordings(queries, own, recordings, metrics),
    worst: findWorstQueries(queries, own, (externalId) => products.get(externalId)?.title, worstCount),
    unjudged: findUnjudged(queries, own, (externalId) => products.get(externalId), unjudgedCount),
  });
  const [first, ...others] = judged;
  return {
    catalog: catalog.counts,
    limit,
    metrics,
    judgments: [reportOf(first), ...others.map(reportOf)],
    failedPeers: peers.flatMap((reply) =>
      'failure' in reply ? [{ name: reply.name, reason: reply.failure }] : [],
    ),
  };
}

interface JudgmentFile {
  /** The file's name as given on the command line. */
  readonly file: string;
  readonly queries: readonly JudgedQuery[];
}

type JudgmentFiles = readonly [JudgmentFile, ...JudgmentFile[]];

function readAllJudgments([first = '', ...others]: readonly string[]): JudgmentFiles {
  return [readJudgments(first), ...others.map(readJudgments)];
}

function readJudgments(file: string): JudgmentFile {
  const queries = parseJudgments(readRowsOfFile(file));
  if (queries.length === 0) throw wrongFile(file, 'holds no rating');
  return { file, queries };
}

function readContext({ value }: Invocation): CatalogContext {
  const currency = parseCurrency(value('currency'));
  if (currency === null)
    throw new UsageError(`--currency takes an ISO 4217 code, got "${value('currency')}".`);
  if (!isLocale(value('locale')))
    throw new UsageError(`--locale takes a BCP 47 tag, got "${value('locale')}".`);
  return { currency, locale: value('locale') };
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function readInteger(
  { value }: Invocation,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const text = value(name);
  const integer = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (integer >= min && integer <= max) return integer;
  throw new UsageError(`--${name} takes an integer from ${min} to ${max}, got "${text}".`);
}

function progress(message: string): void {
  process.stderr.write(`  ${message}\n`);
}
