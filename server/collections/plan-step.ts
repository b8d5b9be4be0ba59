/**
 * What one step changes: given a page of products and where they are members now, which rows go and which come. Pure.
 */
import { roundDecimal } from '../catalog/decimal.ts';
import type { CollectedProduct, CollectionGeneration, Membership } from '../storage/collections.ts';
import { compileRules } from './evaluate-rules.ts';
import { ProductFacts } from './product-facts.ts';

/** The changes of one generation. */
export interface MembershipChanges {
  readonly generation: number;
  /** Products whose rows go, all of them. */
  readonly removed: readonly string[];
  /** Rows that are new or say something else. */
  readonly written: readonly Membership[];
  /** Rows that come less rows that go. */
  readonly added: number;
}

/** Prices are ordered by thousandths; what is finer counts as equal. */
const priceDecimals = 3;

/** `known`: every membership of these products. What is over by `now` is not written any more. */
export function planStep(
  generations: readonly CollectionGeneration[],
  products: readonly CollectedProduct[],
  known: readonly Membership[],
  now: number,
): MembershipChanges[] {
  const knownBy = Map.groupBy(known, ({ generation, productId }) => keyOf(generation, productId));
  const looked = products.map((product) => ({ facts: new ProductFacts(product), keys: sortKeysOf(product) }));
  return generations.map(({ number, rules, currency }) => {
    const evaluate = compileRules(rules, currency);
    const removed: string[] = [];
    const written: Membership[] = [];
    let added = 0;
    for (const { facts, keys } of looked) {
      const { id: productId } = facts.product;
      const before = knownBy.get(keyOf(number, productId)) ?? [];
      const after = evaluate(facts)
        .filter(({ until }) => until > now)
        .map(({ from, until }) => ({
          generation: number,
          productId,
          fromAt: from,
          untilAt: until,
          ...keys(facts),
        }));
      const stays = before.every(({ fromAt }) => after.some((next) => next.fromAt === fromAt));
      if (!stays) removed.push(productId);
      const kept = stays ? before : [];
      written.push(...after.filter((next) => !kept.some((row) => isSame(row, next))));
      added += after.length - before.length;
    }
    return { generation: number, removed, written, added };
  });
}

type SortKeys = Pick<Membership, 'inStock' | 'titleKey' | 'priceKey' | 'createdAt'>;

/** Made once for all generations that hold the product, and not at all where none does. */
function sortKeysOf({ inStock, price, createdAt }: CollectedProduct): (facts: ProductFacts) => SortKeys {
  let keys: SortKeys | null = null;
  return ({ title: titleKey }) => {
    const priceKey = Number(roundDecimal(price, priceDecimals).replace('.', ''));
    keys ??= { inStock, titleKey, priceKey, createdAt };
    return keys;
  };
}

function keyOf(generation: number, productId: string): string {
  return `${generation} ${productId}`;
}

function isSame(left: Membership, right: Membership): boolean {
  return (
    left.fromAt === right.fromAt &&
    left.untilAt === right.untilAt &&
    left.inStock === right.inStock &&
    left.titleKey === right.titleKey &&
    left.priceKey === right.priceKey &&
    left.createdAt === right.createdAt
  );
}
