/**
 * Answers the question what a keystroke over HTTP costs: asked once, cached, and cached beside a bare server that sends the same
 * bytes. 50,000 products, 9 rounds; processor time in microseconds, rates in answers a second. It touches no service but those that it
 * starts; a request that fails throws and ends the run, a missed goal does not.
 */
// Tests: none; `npm run bench` runs it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RawProduct } from '../server/catalog/product.ts';
import type { TakenSummary } from './asked-by-turns.ts';
import { askTwice, pathOf } from './asked-twice.ts';
import { startChild } from './child.ts';
import { type Figure, median, progress, type Question, thousands } from './figures.ts';
import { loaderName, loadServer, type Round, recordAnswers, type Target } from './http-load.ts';
import { untilAtRest } from './service-at-rest.ts';
import { type ServiceUnderTest, startServiceUnderTest } from './service-under-test.ts';
import { syntheticCatalog, typedQueries } from './synthetic-catalog.ts';
import { keystrokesOnce } from './typed-keystrokes.ts';
import type { LoadRequest } from './wrk-load.ts';

const productCount = 50_000;
const queryCount = 500;
const rounds = 9;
const callerCount = 5_000;
const keyCount = 10;
/** Keystrokes that are asked once each, and others before, so that code is warm. */
const distinct = { once: 4_000, before: 10_000 };

export const autocompleteHttp: Question = {
  name: 'autocomplete-http',
  data: [],
  title: `Autocomplete over HTTP, ${thousands(productCount)} products, ${queryCount} typed queries`,
  reading:
    'Both servers send the same headers and bodies. A plain keystroke is read and answered before the HTTP parser of ' +
    'Node (record 0052), with headers and body in one text. In a profile (`--cpu-prof`, 2026-11-27), 66 % of the time ' +
    'of an answer is the write to the socket, and 10 % is counting the searches of a caller who types something else ' +
    `each time. The ${thousands(callerCount)} callers are as many networks (\`X-Forwarded-For\`) and browsers, which ` +
    `use ${keyCount} keys of one store in turn. One process creates the load: \`wrk\` if it is installed (\`apt-get ` +
    'install wrk`), otherwise autocannon, which uses more processor time than a server.\n\n' +
    `Keystrokes asked once are ${thousands(distinct.once)} in words of the catalog over eight connections, after ` +
    `${thousands(distinct.before)} others. Cached are the same ones, asked again at once. Latencies are those of a ` +
    "client in the bench's own process.",
  async run() {
    progress(`pushing ${thousands(productCount)} products`);
    const service = await startServiceUnderTest({
      FORETYPE_ENRICHMENT_PROVIDER: 'off',
      FORETYPE_TRUST_PROXY: '127.0.0.1',
    });
    try {
      const products = await syntheticCatalog(productCount);
      await service.push(products, 10_000);
      return [...(await distinctFigures(service, products)), ...(await besideBare(service, products))];
    } finally {
      await service.stop();
    }
  },
};

async function distinctFigures(
  service: ServiceUnderTest,
  products: readonly RawProduct[],
): Promise<Figure[]> {
  await untilAtRest(service.child);
  progress('keystrokes asked once, and again');
  const keystrokes = keystrokesOnce(products, distinct.once, distinct.before, []);
  const { first, cached } = await askTwice(service, [service.keys.storefront], keystrokes);
  const line = (what: string, pick: (taken: TakenSummary) => number): Figure => ({
    what: `keystrokes asked once (${thousands(first.count)}): ${what}, µs`,
    measured: thousands(pick(first)),
    against: `${thousands(pick(cached))} the same again, cached`,
    ratio: (pick(first) / pick(cached)).toFixed(2),
    goal: '',
  });
  return [
    line('processor time of the server', ({ processorMicros }) => processorMicros),
    line('p50', ({ p50 }) => p50),
    line('p99', ({ p99 }) => p99),
  ];
}

async function besideBare(service: ServiceUnderTest, products: readonly RawProduct[]): Promise<Figure[]> {
  const { origin, child } = service;
  const headers = { 'x-api-key': service.keys.storefront };
  const paths = typedQueries(products, queryCount).map(pathOf);
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  try {
    const file = join(folder, 'recorded.json');
    writeFileSync(file, JSON.stringify(await recordAnswers(origin, paths, headers)));
    const bare = await startChild('./bare-server.ts', [file]);
    const bareOrigin = `http://127.0.0.1:${Number(bare.started.port)}`;
    const loader = loaderName();
    const ofOne = paths.map((path) => ({ path, headers }));
    const ofMany = requestsOfMany(paths, service.createKeys(keyCount));
    const compared: Figure[] = [];
    try {
      for (const [callers, requests] of [
        ['one caller', ofOne],
        [`${thousands(callerCount)} callers`, ofMany],
      ] as const) {
        const taken = await takeRounds(
          { origin, child, requests },
          { origin: bareOrigin, child: bare, requests },
        );
        compared.push(...compare(`${callers}, ${loader}`, taken));
      }
      return compared;
    } finally {
      await bare.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every caller asks twice, by turns of all, each time something else. */
function requestsOfMany(paths: readonly string[], keys: readonly string[]): LoadRequest[] {
  return Array.from({ length: 2 * callerCount }, (_, index) => {
    const caller = index % callerCount;
    const round = Math.floor(index / callerCount);
    return {
      path: paths[(caller + round) % paths.length] ?? '',
      headers: {
        'x-api-key': keys[caller % keys.length] ?? '',
        'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + (caller % 50)}.0) Gecko/20100101 Firefox/140.0`,
        'x-forwarded-for': `10.${caller % 250}.${Math.floor(caller / 250)}.7`,
      },
    };
  });
}

interface Rounds {
  readonly ours: readonly Round[];
  readonly limit: readonly Round[];
}

async function takeRounds(service: Target, bare: Target): Promise<Rounds> {
  const ours: Round[] = [];
  const limit: Round[] = [];
  await loadServer(service);
  await loadServer(bare);
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${round + 1} of ${rounds}`);
    limit.push(await loadServer(bare));
    ours.push(await loadServer(service));
  }
  return { ours, limit };
}

function compare(callers: string, { ours, limit }: Rounds): Figure[] {
  const line = (what: string, pick: (round: Round) => number, digits: number, goal: string): Figure => {
    const [measured, against] = [median(ours.map(pick)), median(limit.map(pick))];
    const show = (value: number) => (digits === 0 ? thousands(value) : value.toFixed(digits));
    return {
      what: `${callers}: ${what}`,
      measured: show(measured),
      against: `${show(against)} bare node:http`,
      ratio: (measured / against).toFixed(2),
      goal,
    };
  };
  return [
    line('requests a second, answers cached', ({ rate }) => rate, 0, '≥ 0.85'),
    line('p99 in ms at that rate', ({ p99 }) => p99, 1, '≤ 2'),
    line('processor time of the server a request, µs', ({ cpu }) => cpu, 1, '≤ 1.2'),
  ];
}
