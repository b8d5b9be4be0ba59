/** How quick is the engine, how large is its index, and how do both grow with the catalog? */
import { measureInChild } from './child.ts';
import type { EngineCase, EngineMeasurement, Latency, SlowQuery } from './engine-measurement.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';

/** How many products, and the goal for the slowest hundredth of the keystrokes in µs. */
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
  title: 'The engine: real keystrokes on catalogs blown up from a real one',
  reading:
    'A keystroke is a whole answer (products, categories, suggestions) without clicks; SQLite FTS5 (contentless, ' +
    "`detail=none`, `prefix='1 2 3 4'`, row numbers in the order of the ranking, `order by rowid limit`) gives products " +
    'only. Half of the keystrokes come from recorded sessions, half from words of the catalog. The machine is shared: ' +
    'every keystroke is timed in several rounds, engine and peer by turns, and the least of its times counts. Percentiles ' +
    'are over distinct keystrokes but where it says typed. Indexes are loaded page by page as the service does: pages of ' +
    '1,000, merged as they come, and at the end as far as a service does that got nothing for a while. ' +
    'Missed are 50 and 200 µs, a tenth of SQLite, the build and the growth with the catalog. A profile of all ' +
    'keystrokes at 50,000 products (--cpu-prof, 2026-11-21) gives 57 % to products (22 % titles that hold all ' +
    'words, 20 % products that miss words, 5 % words elsewhere), 16 % to suggestions, 9 % to corrections, 8 % ' +
    'to looking words up and 5 % to reading the query; no function has more than 6 %. The slowest are pairs ' +
    'of common words of which no product reaches the best grade that their points allow: each posting of the ' +
    'rarer word is looked at, a few ns for most and 0.4 µs for those that could enter. SQLite finds products ' +
    'only, in the order of row numbers. Of the build 16 % are the prefix graph, the rest is spread over ' +
    'cutting titles and texts into words, numbering them, suggestions and dictionary, 4 to 8 µs each.',
  async run() {
    const measured: [number, EngineMeasurement][] = [];
    const figures: Figure[] = [];
    for (const { count, p99Max } of sizes) {
      const wanted: EngineCase = { seeds: 'electronics', count };
      const result = (await measureInChild('./engine-measurement.ts', [
        JSON.stringify(wanted),
      ])) as EngineMeasurement;
      tellSlowest(result);
      measured.push([count, result]);
      figures.push(...sizeFigures(`${thousands(count)} products`, result, p99Max));
    }
    const [smallest] = measured;
    const largest = measured.at(-1);
    if (smallest !== undefined && largest !== undefined) figures.push(...growthFigures(smallest, largest));
    return figures;
  },
};

function sizeFigures(size: string, result: EngineMeasurement, p99Max: number | null): Figure[] {
  const { first5, first20, peerFirst5, peerFirst20, hopeless, oneSegment, buildMicros, mergeMicros } = result;
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
    toLimit(`${size}: p99 of hopeless queries of 40 letters, µs`, hopeless.p99, hopelessMaxMicros),
    ...(oneSegment === null
      ? []
      : [toLimit(`${size}: build in one go, µs a product`, oneSegment.micros, buildMaxMicros)]),
    toLimit(`${size}: build as the service loads, without merges, µs a product`, buildMicros, buildMaxMicros),
    {
      what: `${size}: merges of that load, µs a product`,
      measured: mergeMicros.toFixed(1),
      against: `${buildMicros.toFixed(1)} build`,
      ratio: (mergeMicros / buildMicros).toFixed(2),
      goal: '',
    },
  ];
}

/** How much more a catalog costs that is so many times as large: the logarithm grows by half from 10,000 to 1,000,000. */
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

function tellSlowest(result: EngineMeasurement): void {
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
