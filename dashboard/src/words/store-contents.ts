/** What a store holds in words, for somebody who is about to delete it, or has done so. */
import { countOf } from './numbers.ts';

/** What people know of, by the table that holds it, the most telling first. */
const known = [
  ['products', 'product'],
  ['phrase_sets', 'product with generated phrases', 'products with generated phrases'],
  ['collections', 'collection'],
  ['feeds', 'feed'],
  ['webhooks', 'webhook'],
  ['imports', 'import'],
  ['api_keys', 'key'],
  ['memberships', 'member'],
] as const;

/** Rows by table; an answer to a deletion has the store's id beside them. */
export type StoreCounts = Readonly<Record<string, number | string>>;

/** A line for each thing of which there is some, and one for all the rest. */
export function contentsOfStore(counts: StoreCounts): string[] {
  const lines = known.flatMap(([table, one, many]) => {
    const count = Number(counts[table] ?? 0);
    return count === 0 ? [] : [countOf(count, one, many)];
  });
  return [...lines, 'settings, rules, statistics, history and the audit log'];
}

/** Says that the store is gone, and what went with it. */
export function deletionNotice(name: string, counts: StoreCounts): string {
  return `${name} was deleted, with ${contentsOfStore(counts).join(', ')}.`;
}
