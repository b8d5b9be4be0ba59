/**
 * Clicks and purchases of products by day, written with the events themselves: an event that was acknowledged is counted. It decides
 * no event: callers pass those that count. Days are UTC; a group without products writes nothing, and an error rolls the events back
 * too.
 */
// Tests: test/api/analytics.test.ts.
import { formatDay } from '../clock.ts';
import type { StoreWriter } from '../storage/storage.ts';

/** The clicks and purchases of products in a group of events. */
export interface ProductDays {
  add(productId: string, what: 'clicks' | 'purchases', occurredAt: number): void;
  /** Writes the days within the transaction of the events. */
  write(writer: StoreWriter): Promise<void>;
}

interface Counts {
  clicks: number;
  purchases: number;
}

/** Nothing yet. */
export function createProductDays(): ProductDays {
  const days = new Map<string, Map<string, Counts>>();

  function countsOf(day: string, productId: string): Counts {
    const products = days.get(day) ?? new Map<string, Counts>();
    days.set(day, products);
    const counts = products.get(productId) ?? { clicks: 0, purchases: 0 };
    products.set(productId, counts);
    return counts;
  }

  return {
    add(productId, what, occurredAt) {
      countsOf(formatDay(occurredAt), productId)[what] += 1;
    },
    async write(writer) {
      for (const [day, products] of days) {
        await writer.analytics.addProductDays(
          day,
          Array.from(products, ([productId, counts]) => ({ productId, ...counts })),
        );
      }
    },
  };
}
