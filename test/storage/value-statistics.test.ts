/**
 * Goal: carts, purchases and revenue by day are the plain sums of what was written, on both databases. Method: sales in groups of any
 * size, against sums of whole numbers; an erased product, hidden queries, and days that are past their time.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { limits } from '../../contract/limits.ts';
import { kindsOfSearches } from '../../server/analytics/prune-searches.ts';
import type { Revenue } from '../../server/catalog/revenue.ts';
import { formatDay } from '../../server/clock.ts';
import { createEventDays, type Sale } from '../../server/events/event-days.ts';
import { pruneKinds } from '../../server/jobs/prune-kinds.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { caseCount } from '../support/case-count.ts';
import { onBothEngines } from '../support/engines.ts';
import { someTime, storeRow, uuidOf } from '../support/storage-rows.ts';

const dayMicros = 24 * 3_600 * 1_000_000;
const span = { from: '2020-01-01', to: '2100-01-01' };
const places = 6;

const amounts = fc
  .record({ units: fc.bigInt({ min: 0n, max: 10n ** 15n }), digits: fc.nat({ max: places }) })
  .map(({ units, digits }) => textOf(units, digits));

const sales: fc.Arbitrary<Sale[]> = fc.array(
  fc.record({
    productId: fc.nat({ max: 3 }).map(uuidOf),
    what: fc.constantFrom('carts', 'purchases'),
    revenue: fc.option(
      fc
        .record({ currency: fc.constantFrom('EUR', 'JPY', 'USD'), amount: amounts })
        .map(({ currency, amount }): Revenue => ({ [currency]: amount })),
    ),
    search: fc.option(fc.record({ query: fc.option(fc.constantFrom('lamp', 'desk', 'chair')) })),
    occurredAt: fc.nat({ max: 3 }).map((ago) => someTime - ago * dayMicros),
  }),
  { maxLength: 12 },
);

/** Decimal text of so many units of the last digit. */
function textOf(units: bigint, digits: number): string {
  const text = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** An amount in millionths. */
function unitsOf(amount: string): bigint {
  const [whole = '', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
}

interface Sum {
  carts: number;
  purchases: number;
  readonly money: Map<string, bigint>;
}

/** The plain sum of sales. */
function sumOf(sold: readonly Sale[]): Sum {
  const sum: Sum = { carts: 0, purchases: 0, money: new Map() };
  for (const { what, revenue } of sold) {
    sum[what] += 1;
    for (const [currency, amount] of Object.entries(revenue ?? {})) {
      sum.money.set(currency, (sum.money.get(currency) ?? 0n) + unitsOf(amount));
    }
  }
  return sum;
}

function expectRevenue(revenues: readonly (Revenue | null)[], { money }: Sum): void {
  const found = new Map<string, bigint>();
  for (const [currency, amount] of revenues.flatMap((revenue) => Object.entries(revenue ?? {}))) {
    found.set(currency, (found.get(currency) ?? 0n) + unitsOf(amount));
  }
  assert.deepEqual(found, money);
}

async function write(storage: Storage, storeId: string, sold: readonly Sale[]): Promise<void> {
  const days = createEventDays();
  for (const sale of sold) days.addSale(sale);
  await storage.write(storeId, (writer) => days.write(writer));
}

onBothEngines('figures of value are the plain sums of sales', async ({ storage }) => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(sales, { maxLength: 4 }), async (groups) => {
      number += 1;
      const storeId = uuidOf(1_000 + number);
      await storage.directory.createStore(storeRow({ id: storeId }), []);
      for (const group of groups) await write(storage, storeId, group);
      const sold = groups.flat();
      const { analytics } = storage.reader(storeId);

      const byDay = Map.groupBy(sold, ({ occurredAt }) => formatDay(occurredAt));
      const days = await analytics.valueDays(span);
      assert.deepEqual(
        days.map(({ day }) => day),
        [...byDay.keys()].sort(),
      );
      for (const day of days) {
        const ofDay = byDay.get(day.day) ?? [];
        const [all, searched] = [sumOf(ofDay), sumOf(ofDay.filter(({ search }) => search !== null))];
        assert.deepEqual([day.carts, day.purchases], [all.carts, all.purchases]);
        assert.deepEqual([day.searchedCarts, day.searchedPurchases], [searched.carts, searched.purchases]);
        expectRevenue([day.revenue], all);
        expectRevenue([day.searchedRevenue], searched);
      }

      for (const [productId, ofProduct] of Map.groupBy(sold, (sale) => sale.productId)) {
        const all = sumOf(ofProduct);
        const [figures] = await analytics.productFigures(span, [productId]);
        assert.deepEqual(figures, { productId, clicks: 0, carts: all.carts, purchases: all.purchases });
        const rows = await analytics.productRevenue(span, [productId]);
        expectRevenue(
          rows.map(({ revenue }) => revenue),
          all,
        );
      }

      for (const [day, ofDay] of byDay) {
        const byQuery = Map.groupBy(ofDay, ({ search }) => search?.query ?? null);
        byQuery.delete(null);
        const rows = await analytics.queryDays(day, ['lamp', 'desk', 'chair', 'other']);
        assert.equal(rows.length, byQuery.size);
        for (const { query, carts, purchases, revenue } of rows) {
          const all = sumOf(byQuery.get(query) ?? []);
          assert.deepEqual([carts, purchases], [all.carts, all.purchases]);
          expectRevenue([revenue], all);
        }
      }
      assert.deepEqual(await analytics.queryRevenue(span, ['lamp', 'desk', 'chair']), [], 'all are hidden');
    }),
    { numRuns: caseCount(100) },
  );
});

onBothEngines('value of an erased product stays in the sums alone', async ({ storage }) => {
  const { id: storeId } = storeRow();
  await storage.directory.createStore(storeRow(), []);
  const sale = { what: 'purchases', revenue: { EUR: '1.50' }, search: { query: 'lamp' } } as const;
  const [lamp, bulb] = [uuidOf(1), uuidOf(2)];
  for (const productId of [lamp, bulb]) {
    await write(storage, storeId, [{ ...sale, productId, occurredAt: someTime }]);
  }
  const gone = { id: lamp, externalId: 'lamp', createdAt: someTime };
  await storage.write(storeId, (writer) => writer.erasures.erase([gone], { number: 2, at: someTime }));
  const { analytics } = storage.reader(storeId);
  assert.deepEqual(await analytics.productRevenue(span, [lamp, bulb]), [
    { key: bulb, revenue: { EUR: '1.50' } },
  ]);
  assert.deepEqual((await analytics.valueDays(span))[0]?.revenue, { EUR: '3.00' });
});

onBothEngines('value goes with its day, and hidden queries before', async ({ storage }) => {
  const { id: storeId } = storeRow();
  await storage.directory.createStore(storeRow(), []);
  const agos = [0, 1, 2, limits.searchStatisticsDays, limits.searchStatisticsDays + 1];
  const sale = { productId: uuidOf(1), what: 'purchases', revenue: { EUR: '1' } } as const;
  for (const ago of agos) {
    const occurredAt = someTime - ago * dayMicros;
    await write(storage, storeId, [{ ...sale, search: { query: 'lamp' }, occurredAt }]);
  }
  const kinds = kindsOfSearches({ nowMicros: someTime, rowsPerStep: 2 });
  let goesOn = true;
  while (goesOn) goesOn = await pruneKinds((work) => storage.write(storeId, work), kinds);
  const { analytics } = storage.reader(storeId);
  assert.equal((await analytics.valueDays(span)).length, agos.length - 1);
  const kept = await Promise.all(
    agos.map((ago) => analytics.queryDays(formatDay(someTime - ago * dayMicros), ['lamp'])),
  );
  assert.deepEqual(
    kept.map((rows) => rows.length),
    [1, 1, 0, 0, 0],
  );
});

onBothEngines('a full day counts further queries of sales nowhere', async ({ storage }) => {
  const { id: storeId } = storeRow();
  await storage.directory.createStore(storeRow(), []);
  const day = formatDay(someTime);
  const shown = Array.from({ length: limits.queriesPerStoreAndDay }, (_, index) => ({
    ...{ query: `q${index}`, searches: 1, noResults: 0, clicked: 0, visitors: 7, isShown: true },
    ...{ positions: null, carts: 0, purchases: 0, revenue: null },
  }));
  await storage.write(storeId, (writer) => writer.analytics.setQueryDays(day, shown));
  const sale = { productId: uuidOf(1), what: 'carts', revenue: null, occurredAt: someTime } as const;
  await write(storage, storeId, [
    { ...sale, search: { query: 'another' } },
    { ...sale, search: { query: 'q7' } },
  ]);
  const { analytics } = storage.reader(storeId);
  assert.equal(await analytics.countQueryDays(day), limits.queriesPerStoreAndDay);
  assert.deepEqual(
    (await analytics.queryDays(day, ['another', 'q7'])).map(({ query, carts }) => [query, carts]),
    [['q7', 1]],
  );
  assert.equal((await analytics.valueDays(span))[0]?.searchedCarts, 2);
});
