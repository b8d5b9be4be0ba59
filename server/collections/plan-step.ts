/**
 * What one step changes: given products and where they are members now, which rows go and which come. Each product is
 * looked at once for all generations. Pure.
 */
import { roundDecimal } from '../catalog/decimal.ts';
import type {
  CollectedProduct,
  CollectionGeneration,
  MemberKeys,
  Membership,
} from '../storage/collections.ts';
import { compileRules } from './evaluate-rules.ts';
import { ProductFacts } from './product-facts.ts';

/** Prices are ordered by thousandths; what is finer counts as equal. */
const priceDecimals = 3;

const nowhere: readonly Membership[] = [];

/** Grows product by product, so that a step ends where its rows are many. */
export class StepPlan {
  /** Products whose rows go, all of them, by generation. */
  readonly removed = new Map<number, string[]>();
  /** Rows that are new or say something else. */
  readonly written: Membership[] = [];
  /** What products are ordered by now, where they stay. */
  readonly rekeyed: MemberKeys[] = [];
  /** Rows that come less rows that go, of each generation that was looked at. */
  readonly added: ReadonlyMap<number, number>;
  readonly #added: Map<number, number>;
  readonly #rules: readonly (readonly [generation: number, evaluate: ReturnType<typeof compileRules>])[];
  #rows = 0;

  constructor(generations: readonly CollectionGeneration[]) {
    this.#rules = generations.map(({ number, rules, currency }) => [number, compileRules(rules, currency)]);
    this.#added = new Map(generations.map(({ number }) => [number, 0]));
    this.added = this.#added;
  }

  /** Rows that go or are written. */
  get rows(): number {
    return this.#rows;
  }

  /** `known`: every membership of the product. What is over by `now` is not written any more. */
  add(product: CollectedProduct, known: readonly Membership[], now: number): void {
    const facts = new ProductFacts(product);
    const before = Map.groupBy(known, ({ generation }) => generation);
    let keys: SortKeys | null = null;
    const stale: Membership[] = [];
    for (const [generation, evaluate] of this.#rules) {
      const rows = before.get(generation) ?? nowhere;
      const stretches = evaluate(facts);
      if (stretches.length === 0 && rows.length === 0) continue;
      keys ??= sortKeysOf(facts);
      const place = { generation, productId: product.id, ...keys };
      const after = stretches
        .filter(({ until }) => until > now)
        .map(({ from, until }) => ({ ...place, fromAt: from, untilAt: until }));
      for (const row of this.#replace(place, rows, after)) {
        if (!hasKeys(row, keys)) stale.push(row);
      }
    }
    if (keys !== null && stale.length > 0) this.#rekey(product.id, stale, keys);
  }

  #rekey(productId: string, stale: readonly Membership[], { inStock, titleKey, priceKey }: SortKeys): void {
    const isPriceAlone = stale.every((row) => row.inStock === inStock && row.titleKey === titleKey);
    this.rekeyed.push({ productId, priceKey, ...(isPriceAlone ? {} : { inStock, titleKey }) });
    this.#rows += stale.length;
  }

  /** Gives the rows that stay. */
  #replace(
    { generation, productId }: Pick<Membership, 'generation' | 'productId'>,
    before: readonly Membership[],
    after: readonly Membership[],
  ): readonly Membership[] {
    const stays = before.every(({ fromAt }) => after.some((next) => next.fromAt === fromAt));
    if (!stays) {
      const removed = this.removed.get(generation);
      if (removed === undefined) this.removed.set(generation, [productId]);
      else removed.push(productId);
      this.#rows += before.length;
    }
    const kept = stays ? before : nowhere;
    for (const next of after) {
      if (kept.some(({ fromAt, untilAt }) => fromAt === next.fromAt && untilAt === next.untilAt)) continue;
      this.written.push(next);
      this.#rows += 1;
    }
    const change = after.length - before.length;
    if (change !== 0) this.#added.set(generation, (this.#added.get(generation) ?? 0) + change);
    return kept;
  }
}

type SortKeys = Pick<Membership, 'inStock' | 'titleKey' | 'priceKey' | 'createdAt'>;

function sortKeysOf({ title: titleKey, product: { inStock, price, createdAt } }: ProductFacts): SortKeys {
  const priceKey = Number(roundDecimal(price, priceDecimals).replace('.', ''));
  return { inStock, titleKey, priceKey, createdAt };
}

/** The time of creation is the product's for ever. */
function hasKeys(row: Membership, { inStock, titleKey, priceKey }: SortKeys): boolean {
  return row.inStock === inStock && row.titleKey === titleKey && row.priceKey === priceKey;
}
