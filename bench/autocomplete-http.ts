/** How close does autocomplete over HTTP come to a bare server that sends the same bytes? */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startChild } from './child.ts';
import { type Figure, median, progress, type Question, thousands } from './figures.ts';
import { startServiceUnderTest } from './service-under-test.ts';
import { syntheticCatalog, typedQueries } from './synthetic-catalog.ts';

const productCount = 50_000;
const queryCount = 500;
const rounds = 5;
const secondsPerRound = 3;

export const autocompleteHttp: Question = {
  name: 'autocomplete-http',
  title: `Autocomplete over HTTP, ${thousands(productCount)} products, ${queryCount} typed queries`,
  async run() {
    progress(`pushing ${thousands(productCount)} products`);
    const service = await startServiceUnderTest();
    const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
    try {
      const products = await syntheticCatalog(productCount);
      await service.push(products, 10_000);
      const paths = typedQueries(products, queryCount).map(
        (query) => `/api/v1/autocomplete?q=${encodeURIComponent(query)}`,
      );
      const headers = { 'x-api-key': service.keys.storefront };
      const recorded = await record(service.origin, paths, headers);
      const file = join(folder, 'recorded.json');
      writeFileSync(file, JSON.stringify(recorded));
      const bare = await startChild('./bare-server.ts', [file]);
      try {
        const bareOrigin = `http://127.0.0.1:${Number(bare.started.port)}`;
        return await compare(service.origin, bareOrigin, paths, headers);
      } finally {
        await bare.stop();
      }
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

/** Asks every query twice and keeps the second answer: the one that the load will get. */
async function record(
  origin: string,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<Record<string, string>> {
  const recorded: Record<string, string> = {};
  for (const path of [...paths, ...paths])
    recorded[path] = await (await fetch(`${origin}${path}`, { headers })).text();
  return recorded;
}

interface Round {
  readonly rate: number;
  readonly p99: number;
}

async function compare(
  service: string,
  bare: string,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<Figure[]> {
  const ours: Round[] = [];
  const limit: Round[] = [];
  await load(service, paths, headers);
  await load(bare, paths, headers);
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${round + 1} of ${rounds}`);
    limit.push(await load(bare, paths, headers));
    ours.push(await load(service, paths, headers));
  }
  const rate = [median(ours.map((round) => round.rate)), median(limit.map((round) => round.rate))] as const;
  const p99 = [median(ours.map((round) => round.p99)), median(limit.map((round) => round.p99))] as const;
  return [
    {
      what: 'requests a second, answers cached',
      measured: thousands(rate[0]),
      against: `${thousands(rate[1])} bare node:http`,
      ratio: (rate[0] / rate[1]).toFixed(2),
      goal: '≥ 0.85',
    },
    {
      what: 'p99 in ms at that rate',
      measured: p99[0].toFixed(1),
      against: `${p99[1].toFixed(1)} bare node:http`,
      ratio: (p99[0] / p99[1]).toFixed(2),
      goal: '≤ 2',
    },
  ];
}

async function load(
  origin: string,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<Round> {
  const result = await autocannon({
    url: origin,
    connections: 16,
    duration: secondsPerRound,
    requests: paths.map((path) => ({ method: 'GET' as const, path, headers })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx + result.errors} requests failed`);
  return { rate: result.requests.average, p99: result.latency.p99 };
}
