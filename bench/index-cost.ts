/**
 * Answers the question what each step costs from a product's row in the database to the merged index. Also a child of the bench, which prints the
 * measurement of one size as one line of JSON. Sizes are 50,000 and 200,000 products, times microseconds of processor time a product
 * (building: at most 20). It changes no row; a store that is not there throws.
 */
// Tests: none; `npm run bench` runs it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { changePages } from '../server/autocomplete/changes/change-pages.ts';
import { toDocument } from '../server/autocomplete/changes/to-document.ts';
import type { SearchDocument } from '../server/search/document/document.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import type { IndexedProduct } from '../server/storage/records.ts';
import { startCpuTime } from '../test/support/cpu-time.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { benchCurrency } from './catalog-documents.ts';
import { measureInChild } from './child.ts';
import { type Figure, progress, type Question, thousands } from './figures.ts';
import { type FilledFolder, fillFolder } from './filled-folder.ts';
import { createIndexLoad } from './index-load.ts';
import { loadSeeds } from './shop-seeds.ts';

const sizes = [50_000, 200_000];
const buildMaxMicros = 20;

/** Microseconds of processor time a product, of all threads of the process. */
interface IndexCost {
  readonly read: number;
  readonly document: number;
  readonly stage: number;
  readonly build: number;
  readonly merge: number;
}

const steps: readonly (readonly [keyof IndexCost, string])[] = [
  ['read', 'reading it from the database'],
  ['document', 'from its row to a document'],
  ['stage', 'staging: taking its words apart'],
  ['build', 'building its segment'],
  ['merge', 'merging segments at rest'],
];

export const indexCost: Question = {
  name: 'index-cost',
  data: ['electronics'],
  title: 'What indexing a product costs, step by step',
  reading:
    'Figures are microseconds of processor time a product, and include all threads of the process, also those in ' +
    'which V8 collects and compiles. The catalog is blown up from Icecat and read from SQLite, in pages of 1,000 and ' +
    'segments of 64,000, merged as far as at rest. Each step uses the functions of the service; the steps run one ' +
    'after the other in their own process.',
  async run() {
    const figures: Figure[] = [];
    for (const count of sizes) {
      const cost = (await measureInChild('./index-cost.ts', [String(count)])) as IndexCost;
      figures.push(...figuresOf(`${thousands(count)} products`, cost));
    }
    return figures;
  },
};

function figuresOf(size: string, cost: IndexCost): Figure[] {
  const total = steps.reduce((sum, [step]) => sum + cost[step], 0);
  const line = (what: string, micros: number, against: number, name: string, goal: string): Figure => ({
    what: `${size}: ${what}, µs`,
    measured: micros.toFixed(1),
    against: `${against.toFixed(1)} ${name}`,
    ratio: (micros / against).toFixed(2),
    goal,
  });
  return [
    ...steps.map(([step, what]) => line(what, cost[step], total, 'all', '')),
    line('staging and building', cost.stage + cost.build, buildMaxMicros, 'limit', '≤ 1'),
  ];
}

async function measure(count: number): Promise<IndexCost> {
  const { title, products } = await loadSeeds('electronics');
  progress(`${thousands(count)} products of ${title}: filling a database`);
  const filled = await fillFolder(blownUpCatalog(products, count));
  try {
    progress('indexing');
    return await indexStore(filled);
  } finally {
    rmSync(filled.folder, { recursive: true });
  }
}

async function indexStore({ folder, storeId }: FilledFolder): Promise<IndexCost> {
  const storage = await openStorage({ engine: 'sqlite', file: join(folder, 'foretype.sqlite') });
  try {
    const store = await storage.directory.findStore(storeId);
    if (store === null) throw new Error('the store was filled');
    const load = createIndexLoad(processorMs);
    const spent = { readMs: 0, documentMs: 0 };
    const pages = changePages(await storage.warmUpReader(store), null, store.changeNumber);
    for (let readMs = startCpuTime(); ; readMs = startCpuTime()) {
      const next = await pages.next();
      spent.readMs += readMs();
      if (next.done === true) break;
      let documents: SearchDocument[] = [];
      spent.documentMs += processorMs(() => {
        documents = documentsOf(next.value.page.products);
      });
      load.add(documents);
    }
    const { documentCount, stageMicros, buildMicros, mergeMicros } = load.finish();
    const micros = (ms: number) => (ms * 1_000) / documentCount;
    return {
      read: micros(spent.readMs),
      document: micros(spent.documentMs),
      stage: stageMicros,
      build: buildMicros,
      merge: mergeMicros,
    };
  } finally {
    await storage.close();
  }
}

function documentsOf(products: readonly IndexedProduct[]): SearchDocument[] {
  return products.map((product) => toDocument(product, benchCurrency, 'en'));
}

function processorMs(work: () => void): number {
  const spentMs = startCpuTime();
  work();
  return spentMs();
}

// At the end: what the functions use is there by then.
if (import.meta.main) process.stdout.write(`${JSON.stringify(await measure(Number(process.argv[2])))}\n`);
