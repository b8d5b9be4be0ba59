/**
 * Answers the question how long a service takes from its start to its first answer, with saved indexes (at most 1.5 s) and without,
 * for 10,000 to a million products. Times are seconds. It starts only services of its own; an index that is not saved within 300 s
 * throws, a missed limit only shows.
 */
// Tests: none; `npm run bench` runs it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawProduct } from '../server/catalog/product.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { type FilledFolder, fillFolder } from './filled-folder.ts';
import { costOfFirst, type KeystrokeCost } from './first-keystrokes.ts';
import { createRandom } from './random.ts';
import { firstAnswer, readiness, serveFolder } from './service-under-test.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';

const sizes = [10_000, 50_000, 1_000_000];
const restarts = 3;
/** Number of sessions; they give more than 6,000 distinct keystrokes. */
const sessions = 400;
const restartMaxSeconds = 1.5;
const firstStartMaxSeconds = 2;
const savePollMs = 500;
const saveMaxMs = 300_000;

export const restart: Question = {
  name: 'restart',
  data: ['electronics', 'keystrokes'],
  title: 'Start to first answer',
  reading:
    'The time runs from the start of the process to the first answer with a product, over HTTP, on SQLite; the files ' +
    `are in the system's cache. With saved indexes the shortest of ${restarts} counts. Without them it is measured ` +
    'once, from the database. The goal for the rebuild is meant for 1,000,000 products: starting the process alone ' +
    'takes 0.9 s. First keystrokes are distinct ones over one connection, asked once the process says that it is ' +
    'ready. Their figure is the processor time of all its threads, the least of the same starts.',
  async run() {
    const figures = [await firstStart()];
    const { products } = await loadSeeds('electronics');
    const keystrokes = mixedKeystrokes(products);
    for (const count of sizes) {
      progress(`filling a database with ${thousands(count)} products`);
      const filled = await fillFolder(blownUpCatalog(products, count));
      try {
        figures.push(...(await restartFigures(`${thousands(count)} products`, filled, keystrokes)));
      } finally {
        rmSync(filled.folder, { recursive: true });
      }
    }
    return figures;
  },
};

/** Long and short ones in no order. */
function mixedKeystrokes(products: readonly RawProduct[]): string[] {
  const random = createRandom(3);
  return typedKeystrokes(products, sessions)
    .map(({ text }) => ({ text, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ text }) => text);
}

async function restartFigures(
  size: string,
  filled: FilledFolder,
  keystrokes: readonly string[],
): Promise<Figure[]> {
  progress(`${size}: building the index`);
  const rebuild = await timeStart(filled, true);
  progress(`${size}: starting again`);
  const starts: Start[] = [];
  for (let round = 0; round < restarts; round += 1) starts.push(await timeStart(filled, false, keystrokes));
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
    toLimit(
      `${size}: restart to readiness, s`,
      least(({ readySeconds }) => readySeconds),
      restartMaxSeconds,
    ),
    firstKeystrokes(size, starts),
  ];
}

function firstKeystrokes(size: string, starts: readonly Start[]): Figure {
  const least = (pick: (cost: KeystrokeCost) => number) =>
    Math.min(...starts.flatMap(({ keystrokes }) => (keystrokes === null ? [] : [pick(keystrokes)])));
  const [first, later] = [least((cost) => cost.first), least((cost) => cost.later)];
  return {
    what: `${size}: first 2,000 keystrokes beside later ones, µs of processor time`,
    measured: first.toFixed(0),
    against: `${later.toFixed(0)} later`,
    ratio: (first / later).toFixed(2),
    goal: 'none',
  };
}

/** The cost of a start until a product was found. */
interface Start {
  readonly seconds: number;
  /** Processor time of all threads; NaN if the system does not say. */
  readonly cpuSeconds: number;
  readonly readySeconds: number;
  /** Null where none were asked. */
  readonly keystrokes: KeystrokeCost | null;
}

/** `waitsForSave`: whether the service is stopped only when its index was saved. */
async function timeStart(
  { folder, storeId, keys }: FilledFolder,
  waitsForSave: boolean,
  keystrokes: readonly string[] = [],
): Promise<Start> {
  const start = performance.now();
  const served = await serveFolder(folder);
  const { origin, child } = served;
  try {
    await firstAnswer(origin, keys.storefront);
    const seconds = (performance.now() - start) / 1_000;
    const cpuSeconds = (child.cpuMs() ?? Number.NaN) / 1_000;
    await readiness(origin);
    const readySeconds = (performance.now() - start) / 1_000;
    if (waitsForSave) await savedIndex(join(folder, 'indexes', storeId, 'index.manifest'));
    const cost = keystrokes.length === 0 ? null : await costOfFirst(served, keys, keystrokes);
    return { seconds, cpuSeconds, readySeconds, keystrokes: cost };
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

/** Measures a start on an empty folder, with the demo store, until the service says that it listens. */
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
