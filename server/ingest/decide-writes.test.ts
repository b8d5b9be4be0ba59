import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type PlanName, plans } from '../../contract/limits.ts';
import { makeProduct } from '../../test/support/make-product.ts';
import { someTime, storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { sourceHash } from '../catalog/source-hash.ts';
import type { ExistingProduct, Store } from '../storage/records.ts';
import { type DecisionContext, type Decisions, decideWrites } from './decide-writes.ts';
import { type PreparedProduct, prepareRows } from './prepare-rows.ts';

function prepare(...values: Record<string, unknown>[]): readonly PreparedProduct[] {
  const rows = values.map((value, index) => ({ row: index + 1, line: null, value }));
  const { products, failures } = prepareRows(rows, storeRow());
  assert.deepEqual(failures, []);
  return products;
}

/** Returns what is stored after the products were written, all of it counted as enriched or none. */
function storedAs(products: readonly PreparedProduct[], countsAsEnriched: boolean): ExistingProduct[] {
  return products.map(({ contentHash, sourceHash, product: { inStock } }, index) => ({
    id: uuidOf(index),
    inStock,
    contentHash,
    sourceHash,
    countsAsEnriched,
    isLocked: false,
  }));
}

interface Before {
  readonly store?: Partial<Store>;
  /** Products that are stored already, as they were when they were written. */
  readonly stored?: readonly PreparedProduct[];
  readonly countsAsEnriched?: boolean;
  readonly enrich?: boolean;
}

function decide(products: readonly PreparedProduct[], before: Before = {}): Decisions {
  const { stored = [], countsAsEnriched = false, enrich = true } = before;
  const records = storedAs(stored, countsAsEnriched);
  let lastId = 100;
  const context: DecisionContext = {
    store: storeRow({ productCount: stored.length, ...before.store }),
    existing: new Map(
      stored.flatMap(({ product }, index) => {
        const record = records[index];
        return record === undefined ? [] : [[product.externalId, record] as const];
      }),
    ),
    enrich,
    nowMicros: someTime,
    newId() {
      lastId += 1;
      return uuidOf(lastId);
    },
    runId: null,
  };
  return decideWrites(products, context);
}

function counts({ createdRows, updatedRows, unchangedRows, skippedRows, jobs }: Decisions) {
  return { createdRows, updatedRows, unchangedRows, skippedRows, queued: jobs.length };
}

test('§1.3 new products are written, counted and queued', () => {
  const products = prepare(makeProduct('a'), makeProduct('b', { in_stock: false }));
  const decisions = decide(products);
  assert.deepEqual(
    decisions.writes.map(({ id, product, countsAsEnriched, createdAt, updatedAt }) => [
      id,
      product.externalId,
      countsAsEnriched,
      createdAt,
      updatedAt,
    ]),
    [
      [uuidOf(101), 'a', true, someTime, someTime],
      [uuidOf(102), 'b', true, someTime, someTime],
    ],
  );
  assert.deepEqual(
    decisions.jobs,
    products.map(({ sourceHash }, index) => ({
      productId: uuidOf(101 + index),
      sourceHash,
      createdAt: someTime,
    })),
  );
  const { createdRows, inStockCount, enrichmentCount } = decisions;
  assert.deepEqual(
    { createdRows, inStockCount, enrichmentCount },
    {
      createdRows: 2,
      inStockCount: 1,
      enrichmentCount: 2,
    },
  );
});

test('§1.5 an unchanged product is neither written nor queued', () => {
  const products = prepare(makeProduct('a'));
  const decisions = decide(products, { stored: products });
  assert.deepEqual(counts(decisions), {
    createdRows: 0,
    updatedRows: 0,
    unchangedRows: 1,
    skippedRows: 0,
    queued: 0,
  });
  assert.deepEqual(decisions.writes, []);
});

test('Contract §4 a changed price is written and never queued', () => {
  const decisions = decide(prepare(makeProduct('a', { price: 5 })), {
    stored: prepare(makeProduct('a')),
    countsAsEnriched: true,
    store: { enrichmentCount: 1 },
  });
  assert.deepEqual(counts(decisions), {
    createdRows: 0,
    updatedRows: 1,
    unchangedRows: 0,
    skippedRows: 0,
    queued: 0,
  });
  assert.equal(decisions.writes[0]?.id, uuidOf(0));
  assert.equal(decisions.writes[0]?.countsAsEnriched, true);
  assert.equal(decisions.enrichmentCount, 0);
});

test('§3.1 enrichment: a changed title is queued and counted once', () => {
  const changed = prepare(makeProduct('a', { title: 'New' }));
  const again = decide(changed, {
    stored: prepare(makeProduct('a')),
    countsAsEnriched: true,
    store: { enrichmentCount: 1 },
  });
  assert.deepEqual([again.jobs.length, again.enrichmentCount], [1, 0]);
  assert.equal(again.jobs[0]?.productId, uuidOf(0));
  const first = decide(changed, { stored: prepare(makeProduct('a')) });
  assert.deepEqual([first.jobs.length, first.enrichmentCount], [1, 1]);
});

test('a group that was an attribute before queues nothing', () => {
  for (const label of ['item_group_id', 'parent']) {
    const now = prepare(makeProduct('a', { [label]: 'g' }));
    const [one] = now;
    assert.ok(one !== undefined);
    const former = { ...one.product, attributes: [...one.product.attributes, [label, 'g'] as const] };
    const stored = [{ ...one, contentHash: 'other', sourceHash: sourceHash(former, 'en') }];
    const { jobs, writes } = decide(now, { stored });
    assert.deepEqual([jobs.length, writes[0]?.sourceHash], [0, one.sourceHash]);
    assert.equal(decide(prepare(makeProduct('a', { [label]: 'h' })), { stored }).jobs.length, 1);
  }
});

test('a product with locked phrases is written but not queued', () => {
  const [before] = prepare(makeProduct('a', { title: 'Old' }));
  assert.ok(before !== undefined);
  const [stored] = storedAs([before], false);
  assert.ok(stored !== undefined);
  const decisions = decideWrites(prepare(makeProduct('a', { title: 'New' })), {
    store: storeRow(),
    existing: new Map([[before.product.externalId, { ...stored, isLocked: true }]]),
    enrich: true,
    nowMicros: someTime,
    newId: () => uuidOf(99),
    runId: null,
  });
  assert.deepEqual([decisions.writes.length, decisions.jobs.length, decisions.enrichmentCount], [1, 0, 0]);
});

test('without an enrichment provider no product is queued', () => {
  const decisions = decide(prepare(makeProduct('a')), { enrich: false });
  assert.deepEqual([decisions.jobs, decisions.enrichmentCount], [[], 0]);
  assert.equal(decisions.writes[0]?.countsAsEnriched, false);
});

test('a stock change moves the count of in-stock products', () => {
  const [inStock, outOfStock] = [true, false].map((in_stock) => prepare(makeProduct('a', { in_stock })));
  assert.ok(inStock !== undefined && outOfStock !== undefined);
  assert.equal(decide(outOfStock, { stored: inStock }).inStockCount, -1);
  assert.equal(decide(inStock, { stored: outOfStock }).inStockCount, 1);
  const renamed = prepare(makeProduct('a', { title: 'New' }));
  assert.equal(decide(renamed, { stored: inStock }).inStockCount, 0);
});

test('§8 products: a free store takes its hundredth product, not the next', () => {
  const products = prepare(makeProduct('a'), makeProduct('b'), makeProduct('c'));
  const decisions = decide(products, { store: { plan: 'free', productCount: 98 } });
  assert.deepEqual(
    decisions.writes.map(({ product }) => product.externalId),
    ['a', 'b'],
  );
  assert.deepEqual([decisions.createdRows, decisions.skippedRows], [2, 1]);
});

test('§4.2 updates: existing products of a full store are written', () => {
  const decisions = decide(prepare(makeProduct('new'), makeProduct('a', { price: 1 })), {
    stored: prepare(makeProduct('a')),
    store: { plan: 'free', productCount: 100 },
  });
  assert.deepEqual([decisions.createdRows, decisions.updatedRows, decisions.skippedRows], [0, 1, 1]);
});

test('§4.2 plan-limit: every row of a skipped product is counted', () => {
  const products = prepare(makeProduct('a'), makeProduct('a', { price: 2 }), makeProduct('b'));
  const decisions = decide(products, { store: { plan: 'free', productCount: 100 } });
  assert.equal(decisions.skippedRows, 3);
});

test('a skipped product is not queued for enrichment', () => {
  const decisions = decide(prepare(makeProduct('a')), { store: { plan: 'free', productCount: 100 } });
  assert.deepEqual(decisions.jobs, []);
});

test('§8 enriched: a free store queues its fifth product, not the sixth', () => {
  const products = prepare(makeProduct('a'), makeProduct('b'));
  const decisions = decide(products, { store: { plan: 'free', productCount: 4, enrichmentCount: 4 } });
  assert.deepEqual([decisions.createdRows, decisions.jobs.length, decisions.enrichmentCount], [2, 1, 1]);
  assert.deepEqual(
    decisions.writes.map(({ countsAsEnriched }) => countsAsEnriched),
    [true, false],
  );
});

test('Contract §2 at the enrichment limit a changed product is not queued', () => {
  const decisions = decide(prepare(makeProduct('a', { title: 'New' })), {
    stored: prepare(makeProduct('a')),
    countsAsEnriched: true,
    store: { plan: 'free', enrichmentCount: 5 },
  });
  assert.deepEqual([decisions.updatedRows, decisions.jobs.length], [1, 0]);
  assert.equal(decisions.writes[0]?.countsAsEnriched, true);
});

test('Contract §2 a plan without limits takes and queues everything', () => {
  const decisions = decide(prepare(makeProduct('a')), {
    store: { plan: 'unlimited', productCount: 10_000_000, enrichmentCount: 10_000_000 },
  });
  assert.deepEqual([decisions.createdRows, decisions.jobs.length], [1, 1]);
});

/** Few ids, titles and prices, so that random batches repeat and change products. */
const rowArbitrary = fc
  .record({ id: fc.integer({ min: 0, max: 12 }), title: fc.constantFrom('A', 'B'), price: fc.nat(2) })
  .map(({ id, title, price }) => makeProduct(`p${id}`, { title, price, in_stock: price !== 1 }));

const batchArbitrary = fc.record({
  plan: fc.constantFrom<PlanName>('free', 'unlimited'),
  stored: fc.array(rowArbitrary, { maxLength: 8 }),
  rows: fc.array(rowArbitrary, { maxLength: 30 }),
  productCount: fc.integer({ min: 90, max: 100 }),
  enrichmentCount: fc.integer({ min: 0, max: 5 }),
  countsAsEnriched: fc.boolean(),
});

test('Contract §5 any batch accounts for every row within the plan', () => {
  fc.assert(
    fc.property(batchArbitrary, ({ stored, rows, countsAsEnriched, ...fields }) => {
      const products = prepare(...rows);
      const decisions = decide(products, { stored: prepare(...stored), countsAsEnriched, store: fields });
      const { createdRows, updatedRows, unchangedRows, skippedRows, jobs, writes } = decisions;
      const limit = plans[fields.plan];
      const decided = createdRows + updatedRows + unchangedRows;
      const written = new Set(writes.map(({ product }) => product.externalId));
      const taken = products.filter(
        ({ product, contentHash }) =>
          written.has(product.externalId) ||
          prepare(...stored).some((known) => known.contentHash === contentHash),
      );
      const superseded = taken.reduce((sum, { rowCount }) => sum + rowCount - 1, 0);
      assert.equal(decided + skippedRows + superseded, rows.length);
      assert.equal(writes.length, createdRows + updatedRows);
      assert.ok(fields.productCount + createdRows <= (limit.products ?? Number.POSITIVE_INFINITY));
      const enriched = fields.enrichmentCount + decisions.enrichmentCount;
      assert.ok(enriched <= (limit.enriched ?? Number.POSITIVE_INFINITY));
      assert.ok(jobs.every(({ productId }) => writes.some((write) => write.id === productId)));
      assert.ok(jobs.length === 0 || fields.enrichmentCount < (limit.enriched ?? Number.POSITIVE_INFINITY));
    }),
    { numRuns: 150 },
  );
});

test('deciding the same batch again finds nothing to do', () => {
  fc.assert(
    fc.property(fc.array(rowArbitrary, { maxLength: 30 }), (rows) => {
      const products = prepare(...rows);
      const decisions = decide(products, { stored: products });
      assert.deepEqual([decisions.writes, decisions.unchangedRows], [[], products.length]);
    }),
    { numRuns: 50 },
  );
});
