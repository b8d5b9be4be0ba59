/** How close does autocomplete over HTTP come to a bare server that sends the same bytes? */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { type Figure, median, progress, type Question, thousands } from './figures.ts';
import { loadServer, type Round, recordAnswers, type Target } from './http-load.ts';
import { startServiceUnderTest } from './service-under-test.ts';
import { syntheticCatalog, typedQueries } from './synthetic-catalog.ts';

const productCount = 50_000;
const queryCount = 500;
const rounds = 9;

export const autocompleteHttp: Question = {
  name: 'autocomplete-http',
  title: `Autocomplete over HTTP, ${thousands(productCount)} products, ${queryCount} typed queries`,
  reading:
    'Both servers send the same headers and bodies. A plain keystroke is read and answered before the HTTP parser of Node (record 0052), ' +
    'headers and body in one text. A profile (`--cpu-prof`, 2026-11-27) gives 66 % of the time of an answer to the write to the socket ' +
    'and 10 % to counting searches, which here all come from one caller who types something else each time.',
  async run() {
    progress(`pushing ${thousands(productCount)} products`);
    const service = await startServiceUnderTest({ FORETYPE_ENRICHMENT_PROVIDER: 'off' });
    const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
    try {
      const products = await syntheticCatalog(productCount);
      await service.push(products, 10_000);
      const paths = typedQueries(products, queryCount).map(
        (query) => `/api/v1/autocomplete?q=${encodeURIComponent(query)}`,
      );
      const headers = { 'x-api-key': service.keys.storefront };
      const recorded = await recordAnswers(service.origin, paths, headers);
      const file = join(folder, 'recorded.json');
      writeFileSync(file, JSON.stringify(recorded));
      const bare = await startChild('./bare-server.ts', [file]);
      try {
        const bareOrigin = `http://127.0.0.1:${Number(bare.started.port)}`;
        return await compare(
          { origin: service.origin, child: service.child, paths, headers },
          { origin: bareOrigin, child: bare, paths, headers },
        );
      } finally {
        await bare.stop();
      }
    } finally {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

async function compare(service: Target, bare: Target): Promise<Figure[]> {
  const ours: Round[] = [];
  const limit: Round[] = [];
  await loadServer(service);
  await loadServer(bare);
  for (let round = 0; round < rounds; round += 1) {
    progress(`round ${round + 1} of ${rounds}`);
    limit.push(await loadServer(bare));
    ours.push(await loadServer(service));
  }
  const line = (what: string, pick: (round: Round) => number, digits: number, goal: string): Figure => {
    const [measured, against] = [median(ours.map(pick)), median(limit.map(pick))];
    const show = (value: number) => (digits === 0 ? thousands(value) : value.toFixed(digits));
    return {
      what,
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
