/**
 * Says for which variants a card of an answer stands, for people who ask why. It looks at every product of the index, so it is not for
 * keystrokes of shoppers. At most 20 of the other variants are named, in the order of their external ids. Pure; a product without a
 * group, or alone in it, is left out.
 */
// Tests: test/api/variants.test.ts.
import type { VariantsBody } from '../../../contract/autocomplete.ts';
import type { IndexReader, ProductHit } from '../../search/engine.ts';

/** The most variants that are named. Chosen: a size chart. */
const namedMost = 20;

/** The variants behind each product of an answer, by product UUID. */
export type VariantsOfHits = ReadonlyMap<string, VariantsBody>;

/** Finds the variants behind the products of an answer. */
export function explainVariants(reader: IndexReader, products: readonly ProductHit[]): VariantsOfHits {
  const groups = [...new Set(products.flatMap(({ group }) => group ?? []))];
  const members = reader.membersOf(groups);
  return new Map(
    products.flatMap(({ productId, externalId, group }): [string, VariantsBody][] => {
      const all = group === null ? [] : (members.get(group) ?? []);
      if (group === null || all.length < 2) return [];
      const covers = all.filter((id) => id !== externalId).slice(0, namedMost);
      return [[productId, { item_group_id: group, count: all.length, covers }]];
    }),
  );
}
