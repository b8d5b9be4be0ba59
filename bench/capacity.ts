/**
 * Answers the question what machine a shop of 50,000 and a million products needs, and what a thousand and ten thousand small ones
 * need: start (s), memory and disk (bytes), processor time at rest (ms a second) and of a keystroke (µs). It judges no single request;
 * a service that does not come to rest within ten minutes, or fails to answer, throws.
 */
// Tests: none; `npm run bench` runs it.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AskedTwice, askTwice } from './asked-twice.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import type { Child } from './child.ts';
import { writeCsvFile } from './csv-file.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { type FilledFolder, fillFolder, fillStores } from './filled-folder.ts';
import { processMicros } from './processor-time.ts';
import { untilAtRest } from './service-at-rest.ts';
import { firstAnswer, readiness, type ServedFolder, serveFolder } from './service-under-test.ts';
import { loadSeeds, type ShopSeeds } from './shop-seeds.ts';
import { type KeystrokesOnce, keystrokesOnce } from './typed-keystrokes.ts';
import { UploadClient } from './upload-client.ts';

const sizes = [50_000, 1_000_000];
const shopCounts = [1_000, 10_000];
const productsPerShop = 100;
const idleSeconds = 10;
const askedOnce = 2_000;
const askedBefore = 6_000;
/** Ten thousand shops are looked at once a second, which alone takes an eighth of a processor. */
const restMaxShare = 0.3;
const settings = { FORETYPE_ENRICHMENT_PROVIDER: 'off' };

export const capacity: Question = {
  name: 'capacity',
  data: ['long-cards', 'keystrokes'],
  title: 'Capacity: what a machine must have',
  reading:
    'One process uses SQLite, packed, with one HTTP thread and without phrases. A shop is imported as a CSV file (400 ' +
    "bytes a row) through the dashboard's upload into an empty folder. Disk is the data folder at rest, with database " +
    `and saved indexes. The start has saved indexes. The ${thousands(askedOnce)} keystrokes are each asked once and ` +
    `then again, over eight connections, when code is warm. Many shops have ${productsPerShop} products each: the ` +
    'first start builds their indexes, and the next one has them saved. Their keystrokes go to one shop after the ' +
    "other. The bench's own client shares the cores.",
  async run() {
    const seeds = await loadSeeds('long-cards');
    const keystrokes = keystrokesOnce(seeds.products, askedOnce, askedBefore);
    const figures: Figure[] = [];
    for (const size of sizes) figures.push(...(await oneShop(seeds, keystrokes, size)));
    for (const count of shopCounts) figures.push(...(await manyShops(seeds, keystrokes, count)));
    return figures;
  },
};

async function oneShop({ products }: ShopSeeds, keystrokes: KeystrokesOnce, size: number): Promise<Figure[]> {
  const shop = `a shop of ${thousands(size)}`;
  progress(`${shop}: importing`);
  const files = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const filled = await fillFolder([]);
  try {
    const path = join(files, 'bench.csv');
    await writeCsvFile(path, products, size);
    const imported = await importShop(filled, path, size);
    progress(`${shop}: starting again`);
    const { result, ...start } = await withStarted(filled, (served) =>
      askTwice(served, [filled.keys.storefront], keystrokes),
    );
    return [
      plain(`${shop}: import until answerable, s`, imported.seconds.toFixed(1), 'wall time'),
      plain(`${shop}: processor time of the import, s`, imported.cpuSeconds.toFixed(1), coresOf(imported)),
      plain(`${shop}: memory while importing, MB, at most`, megabytes(imported.peakBytes)),
      plain(`${shop}: file imported, MB`, megabytes(statSync(path).size)),
      ...startFigures(shop, start, filled.folder),
      ...keystrokeFigures(shop, result),
    ];
  } finally {
    rmSync(filled.folder, { recursive: true });
    rmSync(files, { recursive: true });
  }
}

async function manyShops(
  { products }: ShopSeeds,
  keystrokes: KeystrokesOnce,
  count: number,
): Promise<Figure[]> {
  const shops = `${thousands(count)} shops of ${productsPerShop}`;
  progress(`${shops}: filling a database`);
  const { folder, stores } = await fillStores(count, () => blownUpCatalog(products, productsPerShop));
  try {
    const [first] = stores;
    if (first === undefined) throw new Error('stores were filled');
    const filled = { folder, ...first };
    progress(`${shops}: building and saving all indexes`);
    const built = await withStarted(filled, async () => {});
    progress(`${shops}: starting again`);
    const keys = stores.map(({ keys: { storefront } }) => storefront);
    const { result, ...start } = await withStarted(filled, (served) => askTwice(served, keys, keystrokes));
    return [
      plain(`${shops}: first start, all indexes built, s`, built.readySeconds.toFixed(1)),
      ...startFigures(shops, start, folder),
      ...keystrokeFigures(shops, result),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Imported {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

async function importShop(filled: FilledFolder, path: string, size: number): Promise<Imported> {
  const { origin, child } = await serveFolder(filled.folder, 'off', settings);
  try {
    const client = await UploadClient.setUp(origin, String(child.started.setup_link));
    const beforeMs = cpuMsOf(child);
    const start = performance.now();
    await client.import(filled.storeId, await client.upload(filled.storeId, path), size);
    const seconds = (performance.now() - start) / 1_000;
    const cpuSeconds = (cpuMsOf(child) - beforeMs) / 1e3;
    await untilAtRest(child);
    return { seconds, cpuSeconds, peakBytes: child.peakBytes() };
  } finally {
    await child.stop();
  }
}

/** Threads that ended, such as those that merged, count. */
function cpuMsOf(child: Child): number {
  return child.cpuMs() ?? Number.NaN;
}

interface Start {
  readonly answerSeconds: number;
  readonly readySeconds: number;
  readonly residentBytes: number;
  /** Milliseconds of processor time a second without requests. */
  readonly idleMs: number;
}

/** Starts a service, lets it come to rest, and hands it to `then`. */
async function withStarted<Result>(
  { folder, keys }: FilledFolder,
  then: (served: ServedFolder) => Promise<Result>,
): Promise<Start & { readonly result: Result }> {
  const start = performance.now();
  const served = await serveFolder(folder, 'off', settings);
  const { origin, child } = served;
  try {
    await firstAnswer(origin, keys.storefront);
    const answerSeconds = (performance.now() - start) / 1_000;
    await readiness(origin);
    const readySeconds = (performance.now() - start) / 1_000;
    await untilAtRest(child, { maxShare: restMaxShare });
    const idleMs = await idleMsOf(child);
    const residentBytes = child.residentBytes();
    return { answerSeconds, readySeconds, residentBytes, idleMs, result: await then(served) };
  } finally {
    await child.stop();
  }
}

async function idleMsOf({ pid }: Child): Promise<number> {
  const before = processMicros(pid);
  await pause(idleSeconds * 1_000);
  return (processMicros(pid) - before) / 1_000 / idleSeconds;
}

function startFigures(shops: string, start: Start, folder: string): Figure[] {
  return [
    plain(`${shops}: disk, MB`, megabytes(folderBytes(folder))),
    plain(
      `${shops}: start to the first answer, and to readiness, s`,
      `${start.answerSeconds.toFixed(2)}; ${start.readySeconds.toFixed(2)}`,
    ),
    plain(`${shops}: memory at rest, MB`, megabytes(start.residentBytes)),
    plain(`${shops}: processor time of a second without requests, ms`, start.idleMs.toFixed(1)),
  ];
}

function keystrokeFigures(shops: string, { first, cached }: AskedTwice): Figure[] {
  const micros = first.processorMicros;
  return [
    {
      what: `${shops}: processor time of a keystroke asked once, µs`,
      measured: thousands(micros),
      against: `${thousands(cached.processorMicros)} the same again, cached`,
      ratio: (micros / cached.processorMicros).toFixed(1),
      goal: '',
    },
    plain(
      `${shops}: p50 and p99 of a keystroke asked once, ms`,
      `${(first.p50 / 1e3).toFixed(1)}; ${(first.p99 / 1e3).toFixed(1)}`,
    ),
  ];
}

function coresOf({ seconds, cpuSeconds }: Imported): string {
  return `${(cpuSeconds / seconds).toFixed(1)} of ${availableParallelism()} cores`;
}

function plain(what: string, measured: string, against = ''): Figure {
  return { what, measured, against, ratio: '', goal: '' };
}

function megabytes(bytes: number): string {
  return thousands(bytes / 1e6);
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
