/**
 * Counts clicks and purchases of products, of events that are written already: an event that is sent again was known,
 * and never comes here. What a crash loses is a few seconds of figures; the events themselves are durable.
 */
import type { EventType } from '../../contract/words/events.ts';
import { formatDay } from '../clock.ts';
import type { Storage } from '../storage/storage.ts';

/** An event that was written. */
export interface CountedEvent {
  readonly type: EventType;
  readonly productId: string | null;
  readonly occurredAt: number;
}

/** Counts until it is written down. */
export interface ProductCounter {
  count(storeId: string, events: readonly CountedEvent[]): void;
  /** Writes down what was counted of every store. Rejects with the first error; what was not written is kept. */
  flush(
    storage: Storage,
    inTurn: <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>,
  ): Promise<void>;
}

interface Counts {
  clicks: number;
  purchases: number;
}

interface StoreDay {
  readonly storeId: string;
  readonly day: string;
  readonly products: Map<string, Counts>;
}

/** Nothing counted yet. */
export function createProductCounter(): ProductCounter {
  const days = new Map<string, StoreDay>();

  function dayOf(storeId: string, day: string): StoreDay {
    const key = `${day}${storeId}`;
    const known = days.get(key);
    if (known !== undefined) return known;
    const begun: StoreDay = { storeId, day, products: new Map() };
    days.set(key, begun);
    return begun;
  }

  return {
    count(storeId, events) {
      for (const { type, productId, occurredAt } of events) {
        if (productId === null) continue;
        const { products } = dayOf(storeId, formatDay(occurredAt));
        const counts = products.get(productId) ?? { clicks: 0, purchases: 0 };
        products.set(productId, counts);
        if (type === 'purchase') counts.purchases += 1;
        else counts.clicks += 1;
      }
    },
    async flush(storage, inTurn) {
      for (const [key, day] of [...days]) {
        // What is counted meanwhile begins anew.
        days.delete(key);
        await inTurn(day.storeId, () => writeDay(storage, day)).catch((error: unknown) => {
          putBack(dayOf(day.storeId, day.day).products, day.products);
          throw error;
        });
      }
    },
  };
}

function putBack(products: Map<string, Counts>, counted: ReadonlyMap<string, Counts>): void {
  for (const [productId, { clicks, purchases }] of counted) {
    const known = products.get(productId) ?? { clicks: 0, purchases: 0 };
    products.set(productId, { clicks: known.clicks + clicks, purchases: known.purchases + purchases });
  }
}

async function writeDay(storage: Storage, { storeId, day, products }: StoreDay): Promise<void> {
  await storage.write(storeId, async (writer) => {
    const known = await writer.productFigures({ from: day, to: day }, [...products.keys()]);
    const before = new Map(known.map((figures) => [figures.productId, figures]));
    const rows = Array.from(products, ([productId, { clicks, purchases }]) => {
      const figures = before.get(productId);
      return {
        productId,
        clicks: clicks + (figures?.clicks ?? 0),
        purchases: purchases + (figures?.purchases ?? 0),
      };
    });
    await writer.setProductDays(day, rows);
  });
}
