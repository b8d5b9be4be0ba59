/**
 * Answers the question how long a new node takes until it answers, with an index that another node shared (at most 15 s) and without,
 * for 100,000 and a million products; seconds, the least of 3 starts. It needs PostgreSQL and starts one of its own. A missed limit is
 * shown; a node that does not answer rejects.
 */
// Tests: none; `npm run bench` runs it.
import { blownUpCatalog } from './blown-up-catalog.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { type FilledDatabase, query, sharedIndex, withFilledDatabase, withNewNode } from './shared-index.ts';
import { loadSeeds } from './shop-seeds.ts';

const sizes = [100_000, 1_000_000];
const starts = 3;
const sharedMaxSeconds = 15;

export const warmUp: Question = {
  name: 'warm-up',
  data: ['electronics'],
  title: 'A new node until it answers',
  reading:
    'The time runs from the start of a process with an empty data folder to the first answer with a product, over ' +
    'HTTP. PostgreSQL runs on the same machine and uses part of its processors. With the index that another node ' +
    `shared, the shortest of ${starts} counts. Without it, the time is measured once, from the products.`,
  async run() {
    const figures: Figure[] = [];
    const { products } = await loadSeeds('electronics');
    for (const count of sizes) {
      const measured = await withFilledDatabase(count, blownUpCatalog(products, count), (database) =>
        measure(`${thousands(count)} products`, database),
      );
      figures.push(...measured);
    }
    return figures;
  },
};

async function measure(size: string, database: FilledDatabase): Promise<Figure[]> {
  progress(`${size}: building the index, and sharing it`);
  const { seconds: withoutSeconds } = await withNewNode(database, {}, () => sharedIndex(database));
  progress(`${size}: starting further nodes`);
  const taken: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    taken.push((await withNewNode(database, {}, async () => {})).seconds);
  }
  const [shared] = await query(
    database,
    `select pg_total_relation_size('shared_segment_pages') as pages, pg_total_relation_size('products') as products`,
  );
  const [pages, products] = [Number(shared?.pages) / 1e6, Number(shared?.products) / 1e6];
  const least = Math.min(...taken);
  return [
    {
      what: `${size}: start of a new node to its first answer, s`,
      measured: least.toFixed(1),
      against: `${withoutSeconds.toFixed(1)} without a shared index`,
      ratio: (least / withoutSeconds).toFixed(3),
      goal: `≤ ${sharedMaxSeconds} s`,
    },
    {
      what: `${size}: shared segments in the database, MB`,
      measured: pages.toFixed(0),
      against: `${products.toFixed(0)} the products`,
      ratio: (pages / products).toFixed(2),
      goal: 'none',
    },
  ];
}
