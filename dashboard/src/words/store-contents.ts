/**
 * The contents of a store in words, for a person who is about to delete it or has just done so. Pure; tables without a
 * name here are counted together.
 */
// Tests: ./store-contents.test.ts.
import { countOf } from './numbers.ts';

/** Contents that people know, by their table, the most important first. */
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

/** Rows by table; the answer to a deletion has the store's id as well. */
export type StoreCounts = Readonly<Record<string, number | string>>;

/** A line for each kind of content that the store has, and one for all others. */
export function contentsOfStore(counts: StoreCounts): string[] {
  const lines = known.flatMap(([table, one, many]) => {
    const count = Number(counts[table] ?? 0);
    return count === 0 ? [] : [countOf(count, one, many)];
  });
  return [...lines, 'settings, rules, statistics, history and the audit log'];
}

/** Says that the store was deleted, and what was deleted with it. */
export function deletionNotice(name: string, counts: StoreCounts): string {
  return `${name} was deleted, with ${contentsOfStore(counts).join(', ')}.`;
}
