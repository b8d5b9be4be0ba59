/**
 * Clicks, carts and purchases by day, of products, of the queries that they began with and of the whole store. They are written with
 * the events themselves, under the store's lock: an event that was acknowledged is counted. It decides no event: callers pass those
 * that count. Days are UTC; amounts are exact, and currencies are kept apart. A query for which the day has no room counts in the
 * totals only. A group without products writes nothing, and an error rolls the events back too.
 */
// Tests: test/api/value.test.ts, test/storage/value-statistics.test.ts.
import { limits } from '../../contract/limits.ts';
import { addRevenue, type Revenue } from '../catalog/revenue.ts';
import { formatDay } from '../clock.ts';
import type { RevenueOf, ValueDay } from '../storage/analytics/tables.ts';
import type { StoreWriter } from '../storage/storage.ts';

/** A product that was put into a cart or bought. */
export interface Sale {
  readonly productId: string;
  readonly what: 'carts' | 'purchases';
  /** What it brought; null for a cart, and for a purchase without a value. */
  readonly revenue: Revenue | null;
  /** The search that it began with; null if it did not begin in the search box. */
  readonly search: SaleSearch | null;
  /** Microseconds. */
  readonly occurredAt: number;
}

/** The search with which a cart or purchase began. */
export interface SaleSearch {
  /** The query as analytics count it; null if it is unknown or must stay private. */
  readonly query: string | null;
}

/** The figures of a group of events. */
export interface EventDays {
  addClick(productId: string, occurredAt: number): void;
  addSale(sale: Sale): void;
  /** Writes the days within the transaction of the events. */
  write(writer: StoreWriter): Promise<void>;
}

/** Counts of carts and purchases, and what the purchases brought. */
interface Sales {
  carts: number;
  purchases: number;
  revenue: Revenue | null;
}

interface Day {
  readonly all: Sales;
  readonly searched: Sales;
  readonly products: Map<string, Sales & { clicks: number }>;
  readonly queries: Map<string, Sales>;
}

/** Nothing yet. */
export function createEventDays(): EventDays {
  const days = new Map<string, Day>();

  function dayOf(occurredAt: number): Day {
    return getOrAdd(days, formatDay(occurredAt), () => ({
      ...{ all: noSales(), searched: noSales() },
      ...{ products: new Map(), queries: new Map() },
    }));
  }

  const productOf = ({ products }: Day, productId: string) =>
    getOrAdd(products, productId, () => ({ clicks: 0, ...noSales() }));

  return {
    addClick(productId, occurredAt) {
      productOf(dayOf(occurredAt), productId).clicks += 1;
    },
    addSale({ productId, what, revenue, search, occurredAt }) {
      const day = dayOf(occurredAt);
      const counted = [day.all, productOf(day, productId)];
      if (search !== null) counted.push(day.searched);
      const query = search?.query ?? null;
      if (query !== null) counted.push(getOrAdd(day.queries, query, noSales));
      for (const sales of counted) {
        sales[what] += 1;
        sales.revenue = addRevenue(sales.revenue, revenue);
      }
    },
    async write(writer) {
      for (const [day, { all, searched, products, queries }] of days) {
        await writeProducts(writer, day, products);
        if (all.carts + all.purchases > 0) await writeTotals(writer, day, { all, searched });
        if (queries.size > 0) await writeQueries(writer, day, queries);
      }
    },
  };
}

function noSales(): Sales {
  return { carts: 0, purchases: 0, revenue: null };
}

function getOrAdd<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const known = values.get(key) ?? make();
  values.set(key, known);
  return known;
}

async function writeProducts(writer: StoreWriter, day: string, products: Day['products']): Promise<void> {
  const counts = Array.from(products, ([productId, { clicks, carts, purchases }]) => ({
    ...{ productId, clicks, carts, purchases },
  }));
  await writer.analytics.addProductDays(day, counts);
  const paid = Array.from(products).flatMap(([key, { revenue }]) =>
    revenue === null ? [] : [{ key, revenue }],
  );
  if (paid.length === 0) return;
  const ids = paid.map(({ key }) => key);
  const known = byKey(await writer.analytics.productRevenue({ from: day, to: day }, ids));
  const sums = paid.map(({ key, revenue }) => ({
    key,
    revenue: addRevenue(known.get(key) ?? null, revenue) ?? revenue,
  }));
  await writer.analytics.setProductRevenue(day, sums);
}

function byKey(rows: readonly RevenueOf[]): Map<string, Revenue> {
  return new Map(rows.map(({ key, revenue }) => [key, revenue]));
}

async function writeTotals(
  writer: StoreWriter,
  day: string,
  { all, searched }: Pick<Day, 'all' | 'searched'>,
): Promise<void> {
  const [known] = await writer.analytics.valueDays({ from: day, to: day });
  const sum: ValueDay = {
    day,
    carts: all.carts + (known?.carts ?? 0),
    purchases: all.purchases + (known?.purchases ?? 0),
    revenue: addRevenue(known?.revenue ?? null, all.revenue),
    searchedCarts: searched.carts + (known?.searchedCarts ?? 0),
    searchedPurchases: searched.purchases + (known?.searchedPurchases ?? 0),
    searchedRevenue: addRevenue(known?.searchedRevenue ?? null, searched.revenue),
  };
  await writer.analytics.setValueDay(sum);
}

/** A query that was not searched on this day yet is hidden until enough callers search it, and goes like every hidden one. */
async function writeQueries(writer: StoreWriter, day: string, queries: Day['queries']): Promise<void> {
  const known = await writer.analytics.queryDays(day, [...queries.keys()]);
  const rows = known.map((row) => withSales(row, queries.get(row.query) ?? noSales()));
  for (const { query } of known) queries.delete(query);
  const most = limits.queriesPerStoreAndDay;
  const room = queries.size === 0 ? 0 : await writer.analytics.makeRoomForQueries(day, queries.size, most);
  const added = Array.from(queries).slice(0, Math.max(0, room));
  rows.push(...added.map(([query, sales]) => withSales({ query, ...neverSearched }, sales)));
  if (rows.length > 0) await writer.analytics.setQueryDays(day, rows);
}

const neverSearched = {
  ...{ searches: 0, noResults: 0, clicked: 0, visitors: 0, isShown: false, positions: null },
  ...noSales(),
};

function withSales<Row extends Sales>(row: Row, added: Sales): Row {
  return {
    ...row,
    carts: row.carts + added.carts,
    purchases: row.purchases + added.purchases,
    revenue: addRevenue(row.revenue, added.revenue),
  };
}
