/**
 * Answers the question what a query and a written product cost as one shop grows (10,000 to a million products), and as shops become
 * many (1 to 1,000 of 1,000 products, in 256 MB). Latencies are milliseconds, processor time is milliseconds a second. It calls only
 * its own service; an answer other than 200 throws.
 */
// Tests: none; `npm run bench` runs it.
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawProduct } from '../server/catalog/product.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import type { Child } from './child.ts';
import { type Figure, percentile, progress, type Question, thousands } from './figures.ts';
import { type FilledStores, fillStores } from './filled-folder.ts';
import { untilAtRest } from './service-at-rest.ts';
import { indexBytes, type Keys, pushBatch, serveFolder } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';

const shopSizes = [10_000, 100_000, 1_000_000];
const shopCounts = [1, 10, 100, 1_000];
const productsOfManyShops = 1_000;
/** Fewer than all of the thousand shops need, so that the bound is seen to hold. */
const memoryMb = 256;
const queryCount = 2_000;
const writtenCount = 5_000;
const askersAtOnce = 4;
const idleSeconds = 10;

export const scaling: Question = {
  name: 'scaling',
  data: ['electronics', 'keystrokes'],
  title: 'Cost of a query and of a product as shops grow and become many',
  reading:
    'One process uses SQLite. The figures are the processor time of all its threads, over the HTTP API. Each ' +
    `keystroke is asked once, so none is answered from the cache. Written products are ${thousands(writtenCount)} new ` +
    `ones in one request, measured until no merge is left. Shops of ${thousands(productsOfManyShops)} products are ` +
    `asked in turn, with ${memoryMb} MiB for indexes; a shop whose index had to leave memory is loaded from its file ` +
    'when it is asked.',
  async run() {
    const { products } = await loadSeeds('electronics');
    const grown: Scale[] = [];
    for (const size of shopSizes) grown.push(await measure(products, 1, size));
    const many: Scale[] = [];
    for (const count of shopCounts) many.push(await measure(products, count, productsOfManyShops));
    return [
      ...figuresOf(grown, (place) => `one shop of ${thousands(shopSizes[place] ?? 0)}`),
      ...figuresOf(many, (place) => `${thousands(shopCounts[place] ?? 0)} shops`),
    ];
  },
};

/** Microseconds of processor time, milliseconds until answered, mebibytes. */
interface Scale {
  readonly queryUs: number;
  readonly queryP50Ms: number;
  readonly queryP99Ms: number;
  readonly productUs: number;
  /** Milliseconds of processor time a second without requests: what looking for changes costs. */
  readonly idleMs: number;
  readonly indexMb: number;
  readonly residentMb: number;
}

function figuresOf(scales: readonly Scale[], nameOf: (place: number) => string): Figure[] {
  const [least] = scales;
  const lines: readonly (readonly [string, keyof Scale])[] = [
    ['processor time of a query, µs', 'queryUs'],
    ['p50 of a query, ms', 'queryP50Ms'],
    ['p99 of a query, ms', 'queryP99Ms'],
    ['processor time of a new product, µs', 'productUs'],
    ['processor time of a second without requests, ms', 'idleMs'],
    ['index, MiB', 'indexMb'],
    ['resident, MiB', 'residentMb'],
  ];
  return lines.flatMap(([what, key]) =>
    scales.map((scale, place) => ({
      what: `${nameOf(place)}: ${what}`,
      measured: show(scale[key]),
      against: `${show(least?.[key] ?? Number.NaN)} with ${nameOf(0)}`,
      ratio: (scale[key] / (least?.[key] ?? Number.NaN)).toFixed(2),
      goal: '',
    })),
  );
}

function show(value: number): string {
  return value < 10 ? value.toFixed(1) : thousands(value);
}

async function measure(seeds: readonly RawProduct[], shopCount: number, size: number): Promise<Scale> {
  progress(`filling ${thousands(shopCount)} shops with ${thousands(size)} products each`);
  const filled = await fillStores(shopCount, () => blownUpCatalog(seeds, size));
  try {
    const { origin, child } = await serveFolder(filled.folder, 'off', {
      FORETYPE_INDEX_MEMORY_MB: String(shopCount === 1 ? 4_096 : memoryMb),
      FORETYPE_ENRICHMENT_PROVIDER: 'off',
    });
    try {
      return await measureService(origin, child, filled, seeds);
    } finally {
      await child.stop();
    }
  } finally {
    rmSync(filled.folder, { recursive: true });
  }
}

async function measureService(
  origin: string,
  child: Child,
  { stores }: FilledStores,
  seeds: readonly RawProduct[],
): Promise<Scale> {
  progress('waiting until everything is indexed and merged');
  const texts = typedKeystrokes(seeds, queryCount)
    .slice(0, queryCount)
    .map(({ text }) => text);
  await firstAnswers(origin, stores);
  await untilAtRest(child);
  const beforeIdle = cpuOf(child);
  await pause(idleSeconds * 1_000);
  const idleMs = (cpuOf(child) - beforeIdle) / idleSeconds;
  await ask(origin, stores, texts.slice(0, texts.length / 4));
  const beforeQueries = cpuOf(child);
  const latencies = await ask(origin, stores, texts);
  const queryUs = ((cpuOf(child) - beforeQueries) * 1_000) / latencies.length;
  const indexMb = (await indexBytes(origin)) / 2 ** 20;
  const residentMb = child.residentBytes() / 2 ** 20;
  const beforeWrites = cpuOf(child);
  const [first] = stores;
  if (first === undefined) throw new Error('there is a store');
  await pushBatch(origin, first.keys.secret, newProducts(seeds));
  await untilAtRest(child);
  const productUs = ((cpuOf(child) - beforeWrites) * 1_000) / writtenCount;
  return {
    queryUs,
    indexMb,
    residentMb,
    productUs,
    idleMs,
    queryP50Ms: percentile(latencies, 0.5),
    queryP99Ms: percentile(latencies, 0.99),
  };
}

function newProducts(seeds: readonly RawProduct[]): RawProduct[] {
  return [...blownUpCatalog(seeds, writtenCount)].map((product, place) => ({
    ...product,
    external_id: `new-${place}`,
  }));
}

/** Every shop once, so that those that fit into memory are there. */
async function firstAnswers(origin: string, stores: FilledStores['stores']): Promise<void> {
  for (const { keys } of stores) {
    for (let status = 503; status === 503; ) {
      ({ status } = await askOne(origin, keys, 'a'));
      if (status === 503) await pause(50);
    }
  }
}

/** Latencies in milliseconds; the shops have their turns. */
async function ask(
  origin: string,
  stores: FilledStores['stores'],
  texts: readonly string[],
): Promise<number[]> {
  const latencies: number[] = [];
  let next = 0;
  const asker = async () => {
    while (next < texts.length) {
      const place = next;
      next += 1;
      const { keys } = stores[place % stores.length] ?? { keys: null };
      if (keys === null) return;
      const began = performance.now();
      const { status } = await askOne(origin, keys, texts[place] ?? '');
      if (status !== 200) throw new Error(`a keystroke was answered ${status}`);
      latencies.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: askersAtOnce }, asker));
  return latencies;
}

async function askOne(origin: string, keys: Keys, text: string): Promise<{ readonly status: number }> {
  const path = `${origin}/api/v1/autocomplete?q=${encodeURIComponent(text)}`;
  const response = await fetch(path, { headers: { 'x-api-key': keys.storefront } });
  await response.arrayBuffer();
  return { status: response.status };
}

function cpuOf(child: Child): number {
  const cpuMs = child.cpuMs();
  if (cpuMs === null) throw new Error('this system does not tell the processor time of a process');
  return cpuMs;
}
