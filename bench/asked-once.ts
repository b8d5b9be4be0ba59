/**
 * Answers the question what a keystroke costs that is asked for the first time, over HTTP, beside PostgreSQL as a server. Processor
 * times are microseconds a keystroke, latencies milliseconds. A missed goal is shown, never an error; without the real catalog (10,000
 * products at least) goals are left out. A measurement that breaks throws, and nothing is written.
 */
// Tests: none; `npm run bench` runs it.

import type { TakenSummary } from './asked-by-turns.ts';
import {
  type AskedOnceCase,
  type AskedOnceMeasurement,
  type AskedWith,
  askedServers,
} from './asked-once-measurement.ts';
import { measureInChild } from './child.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';

/** Goals for keystrokes that both servers answer, as parts of what PostgreSQL takes. */
interface Goals {
  readonly processor: string;
  /** The goal with one connection. */
  readonly p50: string;
  readonly p99: string;
  /** The goal with eight connections. */
  readonly perSecond: string;
}

interface Size extends AskedOnceCase {
  readonly goals: Goals;
  /** The goal for a keystroke that is asked when all is warm, in µs; null: none. */
  readonly warmMaxMicros: number | null;
}

/** The demo catalog, which stands in where there is no real one, is too small for the goals. */
const goalsLeast = 10_000;

const noGoals: Goals = { processor: '', p50: '', p99: '', perSecond: '' };

const sizes: readonly Size[] = [
  {
    count: null,
    once: 2_000,
    before: 10_000,
    peerBefore: 2_000,
    isAskedWarm: false,
    warmMaxMicros: null,
    goals: { processor: '≤ 0.5', p50: '≤ 0.5', p99: '≤ 0.4', perSecond: '≥ 1.5' },
  },
  {
    count: 50_000,
    once: 2_000,
    before: 10_000,
    peerBefore: null,
    isAskedWarm: true,
    warmMaxMicros: 90,
    goals: noGoals,
  },
  {
    count: 100_000,
    once: 1_000,
    before: 10_000,
    peerBefore: 300,
    isAskedWarm: false,
    warmMaxMicros: null,
    goals: { ...noGoals, processor: '≤ 0.1' },
  },
  {
    count: 1_000_000,
    // PostgreSQL takes seconds for a letter or two there.
    once: 400,
    before: 10_000,
    peerBefore: 50,
    isAskedWarm: true,
    warmMaxMicros: 180,
    goals: noGoals,
  },
];

const fts5MaxTimes = 3;

export const askedOnce: Question = {
  name: 'asked-once',
  data: ['electronics', 'keystrokes'],
  title: 'Keystrokes asked once each over HTTP, beside PostgreSQL as a server',
  reading:
    'The keystrokes come from recorded sessions and were not asked before in the process. The process answered 10,000 ' +
    'others first, each for two numbers of products, so V8 has compiled most of the code. The service has its own ' +
    'process; its index is at rest and read from its files. Both servers are asked 200 keystrokes in turn; requests a ' +
    'second are those of the median turn. Latencies are those of the client, which reads the answers and shares the ' +
    'cores. Processor time is that of all threads, or of all processes of PostgreSQL.\n\n' +
    'PostgreSQL has the words of each product as a stored `tsvector` (title, category with brand, and the rest by ' +
    'weight), a GIN index and our cards. It is asked by a prepared statement (every word, the last one as a prefix, ' +
    '`ts_rank_cd`, the first 20) through a Unix socket. It gives products only, and nothing for a word that no ' +
    'product contains. Keystrokes that both answer are those for which each of them finds a product; another process ' +
    'of ours, and another statement, were asked to find out. Bare is `node:http`, which sends the same bytes. SQLite ' +
    "FTS5 is set up as for the engine's figures, in the bench's own process, and also asked once.\n\n" +
    'Warm means that the same keystrokes are asked five times, each time for another number of products, so that no ' +
    'answer comes from the cache; the fastest round counts. A profile is in record 0047.',
  async run() {
    const figures: Figure[] = [];
    for (const { goals, warmMaxMicros, ...wanted } of sizes) {
      const result = (await measureInChild('./asked-once-measurement.ts', [
        JSON.stringify(wanted),
      ])) as AskedOnceMeasurement;
      const held = result.productCount < goalsLeast ? noGoals : goals;
      figures.push(...sizeFigures(result, held), ...warmFigures(result, warmMaxMicros));
    }
    return figures;
  },
};

function sizeFigures(result: AskedOnceMeasurement, goals: Goals): Figure[] {
  const { productCount, seedTitle, asked, found } = result;
  const size = `${thousands(productCount)} products`;
  progress(
    `${size} of ${seedTitle}: ${percent(found.ours)} of the keystrokes find products, ${percent(found.peer)} in PostgreSQL`,
  );
  return [
    ...asked.flatMap((each) => [
      ...besideFigures(`${size}, ${named(each)}, all`, each.all, noGoals),
      ...(each.both === null
        ? []
        : besideFigures(
            `${size}, ${named(each)}, both answer`,
            each.both,
            each.connections === 1 ? { ...goals, perSecond: '' } : { ...goals, p50: '', p99: '' },
          )),
    ]),
    ...processorFigures(size, result),
  ];
}

function named({ connections }: AskedWith): string {
  return connections === 1 ? 'one connection' : `${connections} connections`;
}

function besideFigures(
  where: string,
  servers: Readonly<Record<string, TakenSummary>>,
  goals: Goals,
): Figure[] {
  const ours = servers[askedServers.ours];
  const peer = servers[askedServers.peer];
  if (ours === undefined || peer === undefined) throw new Error('a server was not asked');
  const beside = (what: string, pick: (taken: TakenSummary) => number, goal: string): Figure => ({
    what: `${where} (${thousands(ours.count)}): ${what}`,
    measured: thousands(pick(ours)),
    against: `${thousands(pick(peer))} PostgreSQL`,
    ratio: (pick(ours) / pick(peer)).toFixed(2),
    goal,
  });
  return [
    beside('processor time, µs', ({ processorMicros }) => processorMicros, goals.processor),
    beside('p50, µs', ({ p50 }) => p50, goals.p50),
    beside('p99, µs', ({ p99 }) => p99, goals.p99),
    beside('requests a second', ({ perSecond }) => perSecond, goals.perSecond),
  ];
}

/**
 * Returns the processor time of the first keystrokes of a process, and that of a keystroke beyond a bare request of the same
 * bytes.
 */
function processorFigures(size: string, { asked, fts5Micros, productCount }: AskedOnceMeasurement): Figure[] {
  const [one] = asked;
  const ours = one?.all[askedServers.ours];
  const bare = one?.all[askedServers.bare];
  if (one === undefined || ours === undefined || bare === undefined) return [];
  const beyond = ours.processorMicros - bare.processorMicros;
  const first = {
    what: `${size}, one connection: processor time of the first 500 keystrokes of a process, µs`,
    measured: thousands(one.firstMicros),
    against: `${thousands(ours.processorMicros)} later`,
    ratio: (one.firstMicros / ours.processorMicros).toFixed(2),
    goal: '',
  };
  if (fts5Micros === null) return [first];
  return [
    first,
    {
      what: `${size}, one connection, all: processor time beyond a bare request of ${thousands(bare.processorMicros)} µs, µs`,
      measured: thousands(beyond),
      against: `${fts5Micros.toFixed(1)} SQLite FTS5, mean`,
      ratio: (beyond / fts5Micros).toFixed(2),
      goal: productCount < goalsLeast ? '' : `≤ ${fts5MaxTimes}`,
    },
  ];
}

function warmFigures({ productCount, warmMicros }: AskedOnceMeasurement, maxMicros: number | null): Figure[] {
  if (warmMicros === null || maxMicros === null) return [];
  return [
    {
      what: `${thousands(productCount)} products, one connection, all: processor time of a keystroke that is not cached, warm, µs`,
      measured: thousands(warmMicros),
      against: `${maxMicros} limit`,
      ratio: (warmMicros / maxMicros).toFixed(2),
      goal: '≤ 1',
    },
  ];
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
