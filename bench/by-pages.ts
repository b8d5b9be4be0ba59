/** What do keystrokes cost that are answered from pages in PostgreSQL, with less memory than the index takes? */
import { blownUpCatalog } from './blown-up-catalog.ts';
import { type Figure, percentile, progress, type Question, thousands } from './figures.ts';
import { runPacedLoad } from './paced-load.ts';
import { indexBytes, type ServedFolder } from './service-under-test.ts';
import { type FilledDatabase, sharedIndex, withFilledDatabase, withNewNode } from './shared-index.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';

const productCount = 1_000_000;
/** Of what the whole index takes, about half and two thirds. */
const bounds = [320, 448];
const perSecond = 20;
const secondsOfEach = 40;
const sessionCount = 400;

export const byPages: Question = {
  name: 'by-pages',
  title: `${thousands(productCount)} products answered from pages in PostgreSQL`,
  reading:
    `${perSecond} keystrokes a second at a fixed pace, each asked once, of a node that just began: the first ` +
    `${secondsOfEach} s, while it fetches what is asked for, and the next. Against a node that holds the whole index, asked the same. Database, node and load ` +
    'share the machine, and the database has its files in memory.',
  async run() {
    const { products } = await loadSeeds('electronics');
    const paths = typedKeystrokes(products, sessionCount).map(
      ({ text }) => `/api/v1/autocomplete?q=${encodeURIComponent(text)}`,
    );
    return await withFilledDatabase(
      productCount,
      blownUpCatalog(products, productCount),
      async (database) => {
        progress('building the index, and sharing it');
        await withNewNode(database, {}, () => sharedIndex(database));
        const whole = await measure(database, paths, {});
        const figures: Figure[] = [];
        for (const bound of bounds) {
          const settings = { FORETYPE_SEARCH_BACKEND: 'postgres', FORETYPE_INDEX_MEMORY_MB: String(bound) };
          figures.push(...figuresOf(`${bound} MiB`, await measure(database, paths, settings), whole));
        }
        return figures;
      },
    );
  },
};

interface Taken {
  readonly seconds: number;
  /** Milliseconds. */
  readonly first: readonly number[];
  readonly later: readonly number[];
  readonly megabytes: number;
}

async function measure(
  database: FilledDatabase,
  paths: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Taken> {
  progress(JSON.stringify(settings));
  const { seconds, result } = await withNewNode(database, settings, async (node) => {
    let asked = 0;
    const nextPath = () => {
      const path = paths[asked] ?? '';
      asked += 1;
      return path;
    };
    const first = await askFor(node, database, nextPath);
    const later = await askFor(node, database, nextPath);
    return { first, later, megabytes: (await indexBytes(node.origin)) / 1e6 };
  });
  return { seconds, ...result };
}

function askFor(
  { origin }: ServedFolder,
  { keys }: FilledDatabase,
  nextPath: () => string,
): Promise<number[]> {
  const end = performance.now() + secondsOfEach * 1_000;
  const headers = { 'x-api-key': keys.storefront };
  return runPacedLoad({ origin, headers, nextPath, perSecond, isOver: () => performance.now() > end });
}

function figuresOf(bound: string, paged: Taken, whole: Taken): Figure[] {
  const line = (what: string, pick: (taken: Taken) => number): Figure => ({
    what: `${bound}: ${what}`,
    measured: pick(paged).toFixed(1),
    against: `${pick(whole).toFixed(1)} with all in memory`,
    ratio: (pick(paged) / pick(whole)).toFixed(2),
    goal: '',
  });
  return [
    line('start to the first answer, s', ({ seconds }) => seconds),
    line('index in memory at the end, MB', ({ megabytes }) => megabytes),
    line('p50 of the first keystrokes, ms', ({ first }) => percentile(first, 0.5)),
    line('p99 of the first keystrokes, ms', ({ first }) => percentile(first, 0.99)),
    line('p50 of later keystrokes, ms', ({ later }) => percentile(later, 0.5)),
    line('p99 of later keystrokes, ms', ({ later }) => percentile(later, 0.99)),
  ];
}
