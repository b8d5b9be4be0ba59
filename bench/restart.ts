/** How long does a service take from its start to its first answer, with saved indexes and without? */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { type FilledFolder, fillFolder } from './filled-folder.ts';
import { firstAnswer, serveFolder } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';

const sizes = [10_000, 50_000, 1_000_000];
const restarts = 3;
const restartMaxSeconds = 1.5;
const firstStartMaxSeconds = 2;
const savePollMs = 500;
const saveMaxMs = 300_000;

export const restart: Question = {
  name: 'restart',
  title: 'Start to first answer',
  reading:
    'From the start of the process to the first answer with a product, over HTTP, on SQLite; files are in the memory of ' +
    `the system. With saved indexes: the least of ${restarts}. Without: once, from the database. The part of a ` +
    'rebuild is meant for 1,000,000 products: to start the process alone takes 0.9 s.',
  async run() {
    const figures = [await firstStart()];
    const { products } = await loadSeeds('electronics');
    for (const count of sizes) {
      progress(`filling a database with ${thousands(count)} products`);
      const filled = await fillFolder(blownUpCatalog(products, count));
      try {
        figures.push(...(await restartFigures(`${thousands(count)} products`, filled)));
      } finally {
        rmSync(filled.folder, { recursive: true });
      }
    }
    return figures;
  },
};

async function restartFigures(size: string, filled: FilledFolder): Promise<Figure[]> {
  progress(`${size}: building the index`);
  const rebuild = await timeStart(filled, true);
  progress(`${size}: starting again`);
  const starts: Start[] = [];
  for (let round = 0; round < restarts; round += 1) starts.push(await timeStart(filled, false));
  const least = (pick: (start: Start) => number) => Math.min(...starts.map(pick));
  const beside = (what: string, pick: (start: Start) => number): Figure => ({
    what: `${size}: ${what}, s`,
    measured: least(pick).toFixed(2),
    against: `${pick(rebuild).toFixed(1)} without saved indexes`,
    ratio: (least(pick) / pick(rebuild)).toFixed(3),
    goal: '≤ 0.050',
  });
  return [
    toLimit(
      `${size}: restart to first answer, s`,
      least(({ seconds }) => seconds),
      restartMaxSeconds,
    ),
    beside('the same beside a rebuild', ({ seconds }) => seconds),
    beside('processor time until then', ({ cpuSeconds }) => cpuSeconds),
  ];
}

/** What it took until a product was found. */
interface Start {
  readonly seconds: number;
  /** Of all threads; NaN where the system does not tell. */
  readonly cpuSeconds: number;
}

/** `waitsForSave`: whether the service is stopped only when its index was saved. */
async function timeStart({ folder, storeId, keys }: FilledFolder, waitsForSave: boolean): Promise<Start> {
  const start = performance.now();
  const { origin, child } = await serveFolder(folder);
  try {
    await firstAnswer(origin, keys.storefront);
    const seconds = (performance.now() - start) / 1_000;
    const cpuSeconds = (child.cpuMs() ?? Number.NaN) / 1_000;
    if (waitsForSave) await savedIndex(join(folder, 'indexes', storeId, 'index.manifest'));
    return { seconds, cpuSeconds };
  } finally {
    await child.stop();
  }
}

async function savedIndex(manifest: string): Promise<void> {
  const end = performance.now() + saveMaxMs;
  while (!existsSync(manifest)) {
    if (performance.now() > end) throw new Error('the index was not saved');
    await pause(savePollMs);
  }
}

/** On an empty folder, with the demo store, until the service says that it listens. */
async function firstStart(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-bench-'));
  const start = performance.now();
  const { child } = await serveFolder(folder, 'on');
  const seconds = (performance.now() - start) / 1_000;
  await child.stop();
  rmSync(folder, { recursive: true });
  return toLimit('first start of an empty service with its demo store, s', seconds, firstStartMaxSeconds);
}

function toLimit(what: string, seconds: number, limit: number): Figure {
  return {
    what,
    measured: seconds.toFixed(2),
    against: `${limit} limit`,
    ratio: (seconds / limit).toFixed(2),
    goal: '≤ 1',
  };
}
