/**
 * Compares the counters of stores with their rows, for reports of commands. It corrects nothing. Only rows of `stores` and `products`
 * count, others are passed over. It reads no database and never throws: the reader of the rows does.
 */
// Tests: test/scenarios/doctor.test.ts.
import { type RowBatch, storeCounters, type WrongCounter } from '../storage/snapshots/snapshot.ts';

/** Counts products while the rows of a database come by. */
export interface StoreCounts {
  add(batch: RowBatch): void;
  /** Returns the wrong counters; to be called after the last batch. */
  wrong(): WrongCounter[];
}

type Counts = Record<WrongCounter['counter'], number>;

export function createStoreCounts(): StoreCounts {
  const stored = new Map<string, Counts>();
  const counted = new Map<string, Counts>();
  return {
    add({ table, columns, rows }) {
      if (table !== 'stores' && table !== 'products') return;
      for (const row of rows) {
        const read = (column: string) => row[columns.indexOf(column)] ?? null;
        if (table === 'stores') stored.set(String(read('id')), countersOf(read));
        else countProduct(counted, read);
      }
    },
    wrong: () =>
      [...stored].flatMap(([storeId, counters]) =>
        storeCounters
          .map((counter) => ({
            storeId,
            counter,
            stored: counters[counter],
            counted: counted.get(storeId)?.[counter] ?? 0,
          }))
          .filter((one) => one.stored !== one.counted),
      ),
  };
}

/** Describes a wrong counter for people, without a full stop. */
export function wordsOf({ storeId, counter, stored, counted }: WrongCounter): string {
  return `store ${storeId}: ${counter} is ${stored}, and its rows make ${counted}`;
}

type ReadColumn = (column: string) => RowBatch['rows'][number][number];

function countersOf(read: ReadColumn): Counts {
  return {
    product_count: Number(read('product_count')),
    in_stock_count: Number(read('in_stock_count')),
    enrichment_count: Number(read('enrichment_count')),
  };
}

function countProduct(counted: Map<string, Counts>, read: ReadColumn): void {
  const storeId = String(read('store_id'));
  const counts = counted.get(storeId) ?? { product_count: 0, in_stock_count: 0, enrichment_count: 0 };
  counted.set(storeId, counts);
  counts.product_count += 1;
  counts.in_stock_count += Number(Boolean(read('in_stock')));
  counts.enrichment_count += Number(Boolean(read('counts_as_enriched')));
}
