/**
 * Answers the question how quick the engine is, how large its index is, and how both grow with the catalog. Goals are microseconds of
 * the slowest hundredth (2,000 for texts that hardly meet anything) and 20 µs of building a product. A missed goal is shown, it never
 * ends the run; a child that fails does.
 */
// Tests: none; `npm run bench` runs it.
import { boostFigures } from './boost-steps.ts';
import { measureInChild } from './child.ts';
import type { EngineCase, EngineMeasurement, Latency, SlowQuery } from './engine-measurement.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { variantFigures } from './variant-steps.ts';

/** The number of products, and the goal for the slowest hundredth of the keystrokes in µs. */
const sizes = [
  { count: 10_000, p99Max: null },
  { count: 50_000, p99Max: 50 },
  { count: 1_000_000, p99Max: 200 },
] as const;

const hopelessMaxMicros = 2_000;
const buildMaxMicros = 20;
const shownSlow = 10;

export const engine: Question = {
  name: 'engine',
  data: ['electronics', 'long-cards', 'keystrokes'],
  title: 'The engine: real keystrokes on catalogs blown up from a real one',
  reading:
    'A keystroke is a whole answer (products, categories, suggestions) without clicks. SQLite FTS5 gives products ' +
    "only (contentless, `detail=none`, `prefix='1 2 3 4'`, row numbers in the order of the ranking, `order by rowid " +
    'limit`). Half of the keystrokes come from recorded sessions, half from words of the catalog. The machine is ' +
    'shared: every keystroke is timed in several rounds, in which engine and peer alternate, and its shortest time ' +
    'counts. So the engine profits from what an earlier round found: walks over common words, of which 4,096 are kept ' +
    'for a segment, and suggestions. Percentiles are over distinct keystrokes, except where the row says typed.\n\n' +
    'Keystrokes asked once are one half of them. Each is timed a single time, after the other half was asked in ' +
    'several rounds: code is warm, and what the other half found is known. Indexes are loaded as the service loads ' +
    'them: pages of 1,000, segments of 64,000, merged at the end as far as an idle service merges. Records 0044, 0045 ' +
    'and 0047 say where the time goes and what was tried.',
  async run() {
    const measured: [number, EngineMeasurement][] = [];
    const figures: Figure[] = [];
    for (const { count, p99Max } of sizes) {
      const wanted: EngineCase = { seeds: 'electronics', count };
      const result = (await measureInChild('./engine-measurement.ts', [
        JSON.stringify(wanted),
      ])) as EngineMeasurement;
      printSlowest(result);
      measured.push([count, result]);
      figures.push(...sizeFigures(`${thousands(count)} products`, result, p99Max));
    }
    const [smallest] = measured;
    const largest = measured.at(-1);
    if (smallest !== undefined && largest !== undefined) figures.push(...growthFigures(smallest, largest));
    return [...figures, ...(await variantFigures()), ...(await boostFigures())];
  },
};

function sizeFigures(size: string, result: EngineMeasurement, p99Max: number | null): Figure[] {
  const { first5, first20, peerFirst5, peerFirst20, hopeless, once, kinds } = result;
  const goal = p99Max === null ? '≤ 0.10' : `≤ 0.10; ≤ ${p99Max} µs`;
  const beside = (
    what: string,
    pick: (latency: Latency) => number,
    limit: 5 | 20,
    against: string,
  ): Figure => {
    const [ours, peer] = limit === 5 ? [first5, peerFirst5] : [first20, peerFirst20];
    return {
      what: `${size}: ${what}, first ${limit}, µs`,
      measured: thousands(pick(ours)),
      against: `${thousands(pick(peer))} SQLite FTS5`,
      ratio: (pick(ours) / pick(peer)).toFixed(2),
      goal: against,
    };
  };
  return [
    beside('p50', ({ p50 }) => p50, 5, ''),
    beside('p50', ({ p50 }) => p50, 20, ''),
    beside('p99', ({ p99 }) => p99, 5, goal),
    beside('p99', ({ p99 }) => p99, 20, goal),
    beside('p99 as typed', ({ p99Typed }) => p99Typed, 20, goal),
    beside('p99.9', ({ p999 }) => p999, 20, ''),
    beside('mean', ({ mean }) => mean, 20, ''),
    ...kinds.map(({ kind, count, p50, p99 }) => ({
      what: `${size}: ${kind} (${thousands(count)}), p50 and p99, first 20, µs`,
      measured: `${thousands(p50)}; ${thousands(p99)}`,
      against: '',
      ratio: '',
      goal: '',
    })),
    ...(['mean', 'p50', 'p99'] as const).map((part) => ({
      what: `${size}: ${part} of keystrokes asked once each, first 20, µs`,
      measured: thousands(once.ours[part]),
      against: `${thousands(once.peer[part])} SQLite FTS5`,
      ratio: (once.ours[part] / once.peer[part]).toFixed(2),
      goal: '',
    })),
    toLimit(`${size}: p99 of hopeless queries of 40 letters, µs`, hopeless.p99, hopelessMaxMicros),
    ...buildFigures(size, result),
  ];
}

function buildFigures(size: string, result: EngineMeasurement): Figure[] {
  const { oneSegment, buildMicros, mergeMicros, documentMicros, bytes } = result;
  const plain = (what: string, measured: string): Figure => {
    return { what: `${size}: ${what}`, measured, against: '', ratio: '', goal: '' };
  };
  return [
    ...(oneSegment === null
      ? []
      : [
          toLimit(`${size}: build in one go, µs a product`, oneSegment.micros, buildMaxMicros),
          plain('bytes a product, built in one go', oneSegment.bytes.toFixed(0)),
        ]),
    toLimit(`${size}: build as the service loads, without merges, µs a product`, buildMicros, buildMaxMicros),
    {
      what: `${size}: merges of that load, µs a product`,
      measured: mergeMicros.toFixed(1),
      against: `${buildMicros.toFixed(1)} build`,
      ratio: (mergeMicros / buildMicros).toFixed(2),
      goal: '',
    },
    plain('from a stored product to a document, µs', documentMicros.toFixed(1)),
    plain('bytes a product, as the service loads', bytes.toFixed(0)),
  ];
}

/** Compares a catalog with one several times as large: the logarithm grows by half from 10,000 to 1,000,000. */
function growthFigures(
  [smallCount, small]: [number, EngineMeasurement],
  [largeCount, large]: [number, EngineMeasurement],
): Figure[] {
  const logarithm = (Math.log(largeCount) / Math.log(smallCount)).toFixed(2);
  const growth = (what: string, pick: (result: EngineMeasurement) => number, goal: string): Figure => ({
    what: `${thousands(largeCount)} beside ${thousands(smallCount)} products: ${what}`,
    measured: thousands(pick(large)),
    against: `${thousands(pick(small))} at ${thousands(smallCount)}`,
    ratio: (pick(large) / pick(small)).toFixed(2),
    goal,
  });
  return [
    growth('p50, first 20, µs', ({ first20 }) => first20.p50, `≤ ${logarithm}`),
    growth('p99, first 20, µs', ({ first20 }) => first20.p99, `≤ ${logarithm}`),
    growth('p99 of SQLite FTS5, first 20, µs', ({ peerFirst20 }) => peerFirst20.p99, ''),
    growth('bytes a product', ({ bytes }) => bytes, '≤ 1.00'),
    growth(
      'build and merges as the service loads, µs a product',
      ({ buildMicros, mergeMicros }) => buildMicros + mergeMicros,
      '≤ 1.00',
    ),
  ];
}

/** A figure beside its fixed limit. */
function toLimit(what: string, measured: number, limit: number): Figure {
  return {
    what,
    measured: measured < 100 ? measured.toFixed(1) : thousands(measured),
    against: `${thousands(limit)} limit`,
    ratio: (measured / limit).toFixed(2),
    goal: '≤ 1',
  };
}

function printSlowest(result: EngineMeasurement): void {
  const { slowest, slowestHopeless, keystrokeCount, found, segmentCount, hopeless } = result;
  progress(
    `${thousands(keystrokeCount)} keystrokes, ${(found * 100).toFixed(0)} % found products, ${segmentCount} segments; the slowest:`,
  );
  for (const slow of slowest.slice(0, shownSlow)) progress(`  ${describe(slow)}`);
  progress(`${hopeless.count} hopeless queries; the slowest of those that were meant to be:`);
  for (const slow of slowestHopeless.slice(0, shownSlow)) progress(`  ${describe(slow)}`);
}

function describe({ text, micros, products, missingWords, corrected }: SlowQuery): string {
  const how = corrected ? ', corrected' : '';
  return `${thousands(micros)} µs, ${products} products, ${missingWords} words missed${how}: ${JSON.stringify(text)}`;
}
