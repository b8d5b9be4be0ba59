/**
 * Two months of a shop's searches, made up, for pages that show figures. Deterministic but for the day of today. It is for pictures
 * and tests only, and never for a real store. Counts are searches a day; products that are not there are counted all the same.
 */
import { emptyTally } from '../../server/analytics/search-tally.ts';
import { enoughVisitors } from '../../server/analytics/visitor-marks.ts';
import { formatDay } from '../../server/clock.ts';
import type { QueryDay } from '../../server/storage/analytics/tables.ts';
import type { Storage } from '../../server/storage/storage.ts';

const dayMicros = 24 * 3_600 * 1_000_000;

/** Searches on a usual day, the share that finds nothing, the share that is clicked, and how much it grows in a month. */
const queries: readonly (readonly [string, number, number, number, number])[] = [
  ['head torch', 34, 0, 0.46, 1.1],
  ['rain jacket', 29, 0, 0.41, 1.6],
  ['hiking boots', 27, 0, 0.5, 1],
  ['tent for two', 18, 0, 0.32, 0.8],
  ['down jacket', 16, 0, 0.44, 2.4],
  ['wellies', 9, 1, 0, 1.5],
  ['gift card', 7, 1, 0, 3],
  ['running shoes red', 8, 0, 0.29, 1],
  ['anorak', 5, 1, 0, 1],
  ['sleeping bag', 5, 0.4, 0, 1.2],
  ['camping stove', 4, 0, 0, 0.9],
  ['trekking poles', 3, 1, 0, 1],
  ['moss green', 3, 0, 0, 1],
];

/** What clicked searches led to: one in six a cart, one in fifteen an order of 38.90. */
function salesOf(clicks: number) {
  const purchases = Math.round(clicks / 15);
  const revenue = purchases === 0 ? null : { EUR: (purchases * 38.9).toFixed(2) };
  return { carts: Math.round(clicks / 6), purchases, revenue };
}

/** A row for each query of a day so many days ago. */
function queriesOf(ago: number): QueryDay[] {
  return queries.map(([query, usual, missed, clicked, growth]) => {
    const weekday = 0.8 + 0.35 * Math.sin((ago % 7) * 0.9 + query.length);
    const trend = growth ** ((30 - ago) / 30);
    const searches = Math.max(1, Math.round(usual * weekday * trend));
    return {
      query,
      searches,
      noResults: Math.round(searches * missed),
      clicked: Math.round(searches * clicked),
      visitors: enoughVisitors,
      isShown: true,
      ...salesOf(clicked * searches),
      positions: Array.from({ length: 10 }, (_, place) =>
        Math.round(searches * clicked * 0.5 * 0.55 ** place),
      ),
    };
  });
}

/** `productIds`: products that were clicked, the most often clicked first. */
export async function inventSearches(
  storage: Storage,
  storeId: string,
  { nowMicros, productIds }: { readonly nowMicros: number; readonly productIds: readonly string[] },
): Promise<void> {
  await storage.write(storeId, async (writer) => {
    for (let ago = 59; ago >= 0; ago -= 1) {
      const day = formatDay(nowMicros - ago * dayMicros);
      const rows = queriesOf(ago);
      const sum = (pick: (row: QueryDay) => number) => rows.reduce((all, row) => all + pick(row), 0);
      // A query that fewer than three searched is in the totals alone.
      const rare = 40 + (ago % 9);
      const clicked = sum((row) => row.clicked) + Math.round(rare * 0.3);
      const { positions, letters } = emptyTally();
      for (const place of positions.products.keys()) {
        positions.products[place] = Math.round(clicked * 0.26 * 0.62 ** place);
        positions.suggestions[place] = place < 5 ? Math.round(clicked * 0.1 * 0.5 ** place) : 0;
        positions.categories[place] = place < 3 ? Math.round(clicked * 0.05 * 0.5 ** place) : 0;
      }
      for (const count of letters.keys()) {
        letters[count] = Math.round(clicked * 0.15 * Math.exp(-(((count - 5.2) / 3.4) ** 2)));
      }
      const totals = {
        searches: sum((row) => row.searches) + rare,
        noResults: sum((row) => row.noResults) + Math.round(rare * 0.1),
      };
      await writer.analytics.setSearchDay({ day, ...totals, clicked, positions, letters });
      await writer.analytics.setQueryDays(day, rows);
      const all = salesOf(clicked * 1.4);
      const searched = salesOf(clicked);
      await writer.analytics.setValueDay({
        ...{ day, ...all },
        searchedCarts: searched.carts,
        searchedPurchases: searched.purchases,
        searchedRevenue: searched.revenue,
      });
      await writer.analytics.addProductDays(
        day,
        productIds.map((productId, place) => {
          const clicks = Math.round((60 / (place + 2)) * (1.2 - ago / 120));
          const purchases = Math.round(clicks / (9 + place));
          return { productId, clicks, carts: Math.round(clicks / (4 + place)), purchases };
        }),
      );
    }
  });
}
