/** What a store holds in words, for somebody who is about to delete it. */
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

/** A line for each thing of which there is some, and one for all the rest. */
export function contentsOfStore(counts: Readonly<Record<string, number>>): string[] {
  const lines = known.flatMap(([table, one, many]) => {
    const count = counts[table] ?? 0;
    return count === 0 ? [] : [countOf(count, one, many)];
  });
  return [...lines, 'settings, rules, statistics, history and the audit log'];
}
