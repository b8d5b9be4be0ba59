import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import { countedFields } from '../../contract/words/product.ts';
import { caseCount } from '../../test/support/case-count.ts';
import { type KnownRun, type RunCounts, type SourceGaps, sumBySource } from './completeness.ts';

const feedNames = new Map([
  ['f1', 'Warehouse'],
  ['f2', 'Outlet'],
]);

/** A run of one of four kinds; its number is the order in which runs began. */
function runOf(number: number, kind: number): KnownRun {
  const id = `run-${String(number).padStart(4, '0')}`;
  const common = { id, names: [id, `short-${number}`], createdAt: number };
  if (kind < 3) {
    // The third feed is deleted: its runs name none.
    const feedId = kind === 2 ? null : `f${kind + 1}`;
    return { ...common, source: 'feed', filename: `An earlier name ${kind}`, feedId };
  }
  if (kind < 5) return { ...common, source: 'csv', filename: `file-${kind}.csv`, feedId: null };
  return { ...common, source: 'api', filename: 'api.json', feedId: null };
}

/** A product: the run that wrote it, whether its row has the short name of it, and what it has. */
const product = fc.record({
  run: fc.option(fc.nat(11), { freq: 8 }),
  isShort: fc.boolean(),
  has: fc.record({ image: fc.boolean(), category: fc.boolean(), stock: fc.boolean(), type: fc.boolean() }),
});
type Product = typeof product extends fc.Arbitrary<infer Value> ? Value : never;

/** The source of a product by hand. Runs from the tenth on are forgotten. */
function labelOf({ run }: Product, kinds: readonly number[]): string {
  if (run === null) return 'api';
  const kind = kinds[run];
  if (kind === undefined) return 'other';
  return (
    ['feed Warehouse', 'feed Outlet', 'feed An earlier name 2', 'csv file-3.csv', 'csv file-4.csv', 'api'][
      kind
    ] ?? ''
  );
}

/** The counts as a store gives them: in pieces, each of one name of a run. */
function countsOf(products: readonly Product[], piece: number): RunCounts[] {
  const counts = new Map<string, RunCounts>();
  for (const [index, { run, isShort, has }] of products.entries()) {
    const runName = run === null ? null : (runOf(run, 0).names[isShort ? 1 : 0] ?? null);
    const key = `${Math.floor(index / piece)} ${runName}`;
    const empty = { runName, products: 0, image: 0, category: 0, stock: 0, type: 0 };
    const sum = { ...(counts.get(key) ?? empty) };
    sum.products += 1;
    for (const field of countedFields) sum[field] += has[field] ? 1 : 0;
    counts.set(key, sum);
  }
  return [...counts.values()];
}

const labelled = ({ source, name }: SourceGaps) => (name === null ? source : `${source} ${name}`);

test('counts by source are those of products counted one by one', () => {
  const kinds = fc.array(fc.nat(5), { minLength: 10, maxLength: 10 });
  const property = fc.property(fc.array(product), kinds, fc.integer({ min: 1, max: 9 }), (all, of, piece) => {
    const runs = of.map((kind, number) => runOf(number, kind));
    const sums = sumBySource(countsOf(all, piece), runs, feedNames);
    const labels = [...new Set(all.map((one) => labelOf(one, of)))];
    assert.deepEqual(sums.map(labelled).sort(), labels.sort());
    for (const sum of sums) {
      const own = all.filter((one) => labelOf(one, of) === labelled(sum));
      assert.equal(sum.products, own.length);
      for (const field of countedFields) {
        assert.equal(sum.without[field], own.filter(({ has }) => !has[field]).length, field);
      }
      const numbers = own.flatMap(({ run }) => (run === null || run > 9 ? [] : run));
      const newest = numbers.length === 0 ? null : Math.max(...numbers);
      assert.equal(sum.newestImport?.createdAt ?? null, newest);
    }
    const known = sums.filter(({ source }) => source !== 'other');
    const order = ({ products, name, source }: SourceGaps) =>
      `${String(1_000 - products).padStart(4, '0')} ${JSON.stringify([name, source])}`;
    assert.deepEqual(known.map(order), known.map(order).sort());
  });
  fc.assert(property, { numRuns: caseCount(200) });
});

test('the smallest sources beyond the limit become one', () => {
  const names = Array.from({ length: limits.completenessSourcesMax + 3 }, (_, index) => `run-${index}`);
  const runs = names.map(
    (id, index) => ({ ...runOf(index, 3), id, names: [id], filename: `${id}.csv` }) satisfies KnownRun,
  );
  const counts = [...names, 'gone'].map((runName, index) => ({
    ...{ runName, products: index + 1, image: 0, category: 0, stock: 0, type: 0 },
  }));
  const sums = sumBySource(counts, runs, new Map());
  assert.equal(sums.length, limits.completenessSourcesMax + 1);
  assert.deepEqual([sums[0]?.name, sums[0]?.products], ['run-52.csv', 53]);
  // The three smallest files, and the products of a run that is gone.
  assert.deepEqual([sums.at(-1)?.source, sums.at(-1)?.products], ['other', 1 + 2 + 3 + 54]);
  assert.equal(sums.at(-1)?.newestImport, null);
});

test('a store without products has no sources', () => {
  assert.deepEqual(sumBySource([], [runOf(1, 3)], feedNames), []);
});
