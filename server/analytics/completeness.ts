/**
 * Counts what the products of each source lack: of each feed, of each file, and of calls of the API. A product counts for the run that
 * wrote it last. At most 1,000,000 products are looked at, 10,000 a statement, and at most 100,000 imports; no sum is kept. Times are
 * microseconds since 1970, UTC. It writes nothing. Products that change meanwhile may be left out. Runs that are no longer kept are
 * one source, `other`; a store without products has none.
 */
// Tests: ./completeness.test.ts, test/api/completeness.test.ts.
import { limits } from '../../contract/limits.ts';
import { type CountedField, countedFields } from '../../contract/words/product.ts';
import type { StoreReader } from '../storage/storage.ts';

type ChangesRead = Awaited<ReturnType<StoreReader['products']['gapsByRun']>>;
type RunRead = Awaited<ReturnType<StoreReader['imports']['sources']>>[number];

/** Products that one run wrote last, and how many of them have a value in each field. */
export type RunCounts = ChangesRead['runs'][number];
/** A run as far as its source goes. */
export type KnownRun = Pick<RunRead, 'id' | 'source' | 'filename' | 'createdAt' | 'feedId' | 'names'>;

/** The products of one source. */
export interface SourceGaps {
  readonly source: RunRead['source'] | 'other';
  /** The name of the feed or file; null for the others. */
  readonly name: string | null;
  readonly feedId: string | null;
  readonly newestImport: Pick<KnownRun, 'id' | 'createdAt'> | null;
  readonly products: number;
  /** Products without a value in the field. */
  readonly without: Readonly<Record<CountedField, number>>;
}

/** What the products of a store lack. */
export interface Completeness {
  readonly products: number;
  /** Whether all products were looked at. */
  readonly isWhole: boolean;
  readonly sources: readonly SourceGaps[];
}

/** The bounds of a count. */
export interface CountBounds {
  /** Products that one statement looks at. */
  readonly scan: number;
  readonly products: number;
  /** Imports that one statement reads. */
  readonly imports: number;
}

/** Chosen: a statement takes some 15 ms on SQLite, where nothing else happens meanwhile. */
const usualBounds: CountBounds = {
  ...{ scan: 10_000, imports: 2_000, products: limits.completenessProductsMax },
};

/** Counts what the products of a store lack, by source. */
export async function readCompleteness(
  reader: Pick<StoreReader, 'products' | 'imports' | 'feeds'>,
  { scan, products: most, imports: limit }: CountBounds = usualBounds,
): Promise<Completeness> {
  const counts: RunCounts[] = [];
  let before: ChangesRead['last'] = null;
  for (let looked = 0; looked < most; looked += scan) {
    const stretch: ChangesRead = await reader.products.gapsByRun({ before, scan });
    counts.push(...stretch.runs);
    before = stretch.last;
    if (before === null) break;
  }
  const wanted = new Set(counts.flatMap(({ runName }) => runName ?? []));
  const runs: RunRead[] = [];
  for (let isMore = wanted.size > 0; isMore; ) {
    const page = await reader.imports.sources({ before: runs.at(-1)?.id ?? null, limit });
    runs.push(...page);
    for (const name of page.flatMap(({ names }) => names)) wanted.delete(name);
    isMore = wanted.size > 0 && page.length === limit;
  }
  const feeds = await reader.feeds.list();
  const sources = sumBySource(counts, runs, new Map(feeds.map(({ id, name }) => [id, name])));
  const products = counts.reduce((sum, one) => sum + one.products, 0);
  return { products, isWhole: before === null, sources };
}

/**
 * Adds up the counts of runs by source, those of most products first. `feedNames` are the present names by id. The smallest sources
 * beyond the limit, and runs that are not known, are the last one, `other`.
 */
export function sumBySource(
  counts: readonly RunCounts[],
  runs: readonly KnownRun[],
  feedNames: ReadonlyMap<string, string>,
): SourceGaps[] {
  const runOf = new Map(runs.flatMap((run) => run.names.map((name) => [name, run] as const)));
  const sums = new Map<string, SourceGaps>();
  for (const one of counts) {
    const run = one.runName === null ? null : (runOf.get(one.runName) ?? 'unknown');
    const source = sourceOf(run, one, feedNames);
    const key = JSON.stringify([source.source, source.feedId ?? source.name]);
    sums.set(key, together(sums.get(key), source));
  }
  const isOther = ({ source }: SourceGaps) => source === 'other';
  const others = [...sums.values()].filter(isOther);
  const known = [...sums.values()].filter((one) => !isOther(one)).sort(byProducts);
  others.push(...known.splice(limits.completenessSourcesMax).map(asOther));
  return [...known, ...(others.length === 0 ? [] : [others.reduce((sum, one) => together(sum, one))])];
}

/** The products of one run as those of its source. Null: single calls. */
function sourceOf(
  run: KnownRun | 'unknown' | null,
  counts: RunCounts,
  feedNames: ReadonlyMap<string, string>,
): SourceGaps {
  const { products } = counts;
  const [image, category, stock, type] = countedFields.map((field) => products - counts[field]);
  const without = { image: image ?? 0, category: category ?? 0, stock: stock ?? 0, type: type ?? 0 };
  const nameless = { name: null, feedId: null, newestImport: null, products, without };
  if (run === null) return { source: 'api', ...nameless };
  if (run === 'unknown') return { source: 'other', ...nameless };
  const { source, filename, feedId, id, createdAt } = run;
  const newestImport = { id, createdAt };
  if (source === 'api') return { source, ...nameless, newestImport };
  const name = (feedId === null ? undefined : feedNames.get(feedId)) ?? filename;
  return { source, name, feedId, newestImport, products, without };
}

function asOther({ products, without }: SourceGaps): SourceGaps {
  return { source: 'other', name: null, feedId: null, newestImport: null, products, without };
}

/** Adds a part to the products of its source; the newest of both imports stays. */
function together(sum: SourceGaps | undefined, part: SourceGaps): SourceGaps {
  if (sum === undefined) return part;
  const newest = [sum.newestImport, part.newestImport].filter((run) => run !== null);
  const [first] = newest.sort((left, right) => (left.id < right.id ? 1 : -1));
  const { without } = sum;
  return {
    ...sum,
    newestImport: first ?? null,
    products: sum.products + part.products,
    without: {
      image: without.image + part.without.image,
      category: without.category + part.without.category,
      stock: without.stock + part.without.stock,
      type: without.type + part.without.type,
    },
  };
}

/** Compares sources by their products, those of equally many by name, so that the order is the same in each answer. */
function byProducts(left: SourceGaps, right: SourceGaps): number {
  const [one, other] = [left, right].map(({ name, source }) => JSON.stringify([name, source]));
  return right.products - left.products || ((one ?? '') < (other ?? '') ? -1 : 1);
}
