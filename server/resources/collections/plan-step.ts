/**
 * Plans the changes of one step: given products and their present collections, which places end and which begin. Each product is
 * looked at once for all generations. Pure. Inputs are trusted, times are microseconds. A member that is gone makes the plan of keys
 * null: the step is then taken again. It never writes: its caller does.
 */
// Tests: ./plan-step.test.ts.
import { roundDecimal } from '../../catalog/decimal.ts';
import { compileRules } from '../../merchandising/conditions/evaluate-rules.ts';
import { ProductFacts } from '../../merchandising/conditions/product-facts.ts';
import type {
  CollectedProduct,
  CollectionGeneration,
  KeyedProduct,
  MemberKeys,
  Membership,
  MembershipName,
} from '../../storage/collections/tables.ts';

/** Prices are ordered by thousandths; what is finer counts as equal. */
const priceDecimals = 3;

const nowhere: readonly Membership[] = [];

/** A product that is or was a member, as it was read. */
interface PlannedProduct extends Pick<KeyedProduct, 'changeNumber'> {
  readonly keys: MemberKeys;
  /** Whether it is a member of any generation, among those that were looked at or others. */
  readonly isMember: boolean;
}

/** The keys of products that are to be written. */
export interface KeysPlan {
  readonly replaced: readonly MemberKeys[];
  /** Keys of products that changed since: newer ones may be there. */
  readonly kept: readonly MemberKeys[];
  readonly dropped: readonly string[];
}

/** Grows product by product, so that a step ends where its places are many. */
export class StepPlan {
  /** Places that end, or go on from another moment. */
  readonly removed: MembershipName[] = [];
  /** Places that begin, or end at another moment. */
  readonly written: (Membership & MemberKeys)[] = [];
  /** Products by UUID. */
  readonly products = new Map<string, PlannedProduct>();
  /** Places that begin less places that end, of each generation that was looked at. */
  readonly added: ReadonlyMap<number, number>;
  readonly #added: Map<number, number>;
  readonly #rules: readonly (readonly [generation: number, evaluate: ReturnType<typeof compileRules>])[];

  constructor(generations: readonly CollectionGeneration[]) {
    this.#rules = generations.map(({ number, rules, currency }) => [number, compileRules(rules, currency)]);
    this.#added = new Map(generations.map(({ number }) => [number, 0]));
    this.added = this.#added;
  }

  /** Places that end or are written. */
  get rows(): number {
    return this.removed.length + this.written.length;
  }

  /** `known`: every place of the product. Places that are over by `now` are not written any more. */
  add(product: CollectedProduct, known: readonly Membership[], now: number): void {
    const facts = new ProductFacts(product);
    const before = Map.groupBy(known, ({ generation }) => generation);
    let keys = known.length === 0 ? null : memberKeysOf(facts);
    let placeCount = known.length;
    for (const [generation, evaluate] of this.#rules) {
      const rows = before.get(generation) ?? nowhere;
      const stretches = evaluate(facts).filter(({ until }) => until > now);
      if (stretches.length === 0 && rows.length === 0) continue;
      keys ??= memberKeysOf(facts);
      const place = { generation, ...keys };
      const after = stretches.map(({ from, until }) => ({ ...place, fromAt: from, untilAt: until }));
      this.#replace(rows, after);
      const change = after.length - rows.length;
      placeCount += change;
      if (change !== 0) this.#added.set(generation, (this.#added.get(generation) ?? 0) + change);
    }
    if (keys === null) return;
    const { id, changeNumber } = product;
    this.products.set(id, { changeNumber, keys, isMember: placeCount > 0 });
  }

  /** `present`: how the planned products stand now. Null where one is gone that is to be a member: it would be one for ever. */
  planKeys(present: readonly KeyedProduct[]): KeysPlan | null {
    const [replaced, kept, dropped]: [MemberKeys[], MemberKeys[], string[]] = [[], [], []];
    const presentById = new Map(present.map((product) => [product.id, product]));
    for (const [id, { changeNumber, keys, isMember }] of this.products) {
      const now = presentById.get(id);
      if (!isMember) dropped.push(id);
      else if (now === undefined) return null;
      else if (now.changeNumber !== changeNumber) kept.push(keys);
      else if (now.keys === null || !areEqual(now.keys, keys)) replaced.push(keys);
    }
    return { replaced, kept, dropped };
  }

  #replace(before: readonly Membership[], after: readonly (Membership & MemberKeys)[]): void {
    for (const row of before) {
      if (!after.some(({ fromAt }) => fromAt === row.fromAt)) this.removed.push(row);
    }
    for (const next of after) {
      const isThere = before.some(
        ({ fromAt, untilAt }) => fromAt === next.fromAt && untilAt === next.untilAt,
      );
      if (!isThere) this.written.push(next);
    }
  }
}

function memberKeysOf({ title, product: { id, inStock, price, createdAt } }: ProductFacts): MemberKeys {
  const priceKey = Number(roundDecimal(price, priceDecimals).replace('.', ''));
  return { productId: id, inStock, titleKey: title, priceKey, createdAt };
}

/** The time of creation is the product's for ever. */
function areEqual(one: MemberKeys, other: MemberKeys): boolean {
  const { inStock, titleKey, priceKey } = other;
  return one.inStock === inStock && one.titleKey === titleKey && one.priceKey === priceKey;
}
