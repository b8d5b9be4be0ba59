/**
 * Answers the question how much slower keystrokes are while a large import runs: 200 a second on 50,000 products, first 15 s alone,
 * then beside 100,000 imported rows. Latencies are milliseconds. It never pauses the load for a slow answer; a keystroke not answered
 * 200 throws.
 */
// Tests: none; `npm run bench` runs it.
import { blownUpCatalog } from './blown-up-catalog.ts';
import { measureInChild } from './child.ts';
import { type Figure, percentile, progress, type Question, thousands } from './figures.ts';
import type { PushOrder } from './import-pusher.ts';
import { type PacedLoad, runPacedLoad } from './paced-load.ts';
import { startServiceUnderTest } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';

const productCount = 50_000;
const importCount = 100_000;
const rowsPerBatch = 5_000;
const perSecond = 200;
const idleSeconds = 15;
const sessionCount = 400;

export const duringImport: Question = {
  name: 'during-import',
  data: ['electronics', 'keystrokes'],
  title: `Keystrokes over HTTP during an import of ${thousands(importCount)} products, ${thousands(productCount)} there already`,
  reading:
    `The client asks ${perSecond} distinct keystrokes a second at a fixed pace; latency counts from the time when ` +
    'each was due. It does so before and during the import, which sends JSON in batches of 5,000 to the same store. ' +
    'The load, the service with its threads and the sender of the import share the cores.',
  async run() {
    progress(`pushing ${thousands(productCount)} products`);
    const { products } = await loadSeeds('electronics');
    const service = await startServiceUnderTest({ FORETYPE_ENRICHMENT_PROVIDER: 'off' });
    try {
      await service.push([...blownUpCatalog(products, productCount)], 10_000);
      const texts = typedKeystrokes(products, sessionCount).map(({ text }) => text);
      let asked = 0;
      const load: Omit<PacedLoad, 'isOver'> = {
        origin: service.origin,
        headers: { 'x-api-key': service.keys.storefront },
        perSecond,
        nextPath() {
          const text = texts[asked % texts.length] ?? '';
          asked += 1;
          return `/api/v1/autocomplete?q=${encodeURIComponent(text)}`;
        },
      };
      progress('idle');
      await runPacedLoad({ ...load, isOver: isOverAfter(2) });
      const idle = await runPacedLoad({ ...load, isOver: isOverAfter(idleSeconds) });
      progress(`importing ${thousands(importCount)} products`);
      const { during, seconds } = await loadDuring(load, {
        origin: service.origin,
        secretKey: service.keys.secret,
        count: importCount,
        rowsPerBatch,
      });
      progress(`imported ${thousands(importCount / seconds)} products a second`);
      return [
        figure('p50', during, idle, 0.5, ''),
        figure('p99', during, idle, 0.99, '≤ 3'),
        figure('longest', during, idle, 1, ''),
      ];
    } finally {
      await service.stop();
    }
  },
};

async function loadDuring(
  load: Omit<PacedLoad, 'isOver'>,
  order: PushOrder,
): Promise<{ during: number[]; seconds: number }> {
  let isOver = false;
  const pushing = measureInChild('./import-pusher.ts', [JSON.stringify(order)]).finally(() => {
    isOver = true;
  });
  const [during, seconds] = await Promise.all([runPacedLoad({ ...load, isOver: () => isOver }), pushing]);
  return { during, seconds: Number(seconds) };
}

function isOverAfter(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1_000;
  return () => performance.now() > end;
}

function figure(
  what: string,
  during: readonly number[],
  idle: readonly number[],
  part: number,
  goal: string,
): Figure {
  const [measured, against] = [percentile(during, part), percentile(idle, part)];
  return {
    what: `${what} in ms during the import`,
    measured: measured.toFixed(1),
    against: `${against.toFixed(1)} idle`,
    ratio: (measured / against).toFixed(2),
    goal,
  };
}
