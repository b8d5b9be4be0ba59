/**
 * The products that a store's boosts raise or lower, as the engine takes them. They are looked up in the database once when boosts are
 * new, and updated from then on with every product that changes. Whether a product is new depends on the time, so the time moves by
 * calls. It writes nothing; products that cannot be read are left out. At most 20 boosts, a bit each; times are microseconds.
 */
// Tests: ./boosted-products.test.ts.
import { type StoreBoost, strengthFactors } from '../../contract/words/ranking.ts';
import { callerGone } from '../errors.ts';
import type { Boosts } from '../search/engine.ts';
import type { CollectedProduct, CollectionReader } from '../storage/collections/tables.ts';
import type { ChangePosition } from '../storage/records.ts';
import { type CompiledRules, compileRules } from './conditions/evaluate-rules.ts';
import { always, type Interval } from './conditions/intervals.ts';
import { ProductFacts } from './conditions/product-facts.ts';

/** The fields of a product that conditions of boosts read. */
export type BoostableProduct = Pick<
  CollectedProduct,
  'id' | 'brand' | 'category' | 'attributes' | 'createdAt'
>;

/** Fields that no condition of a boost asks about. */
const unasked = {
  ...{ externalId: '', changeNumber: 0, title: '', price: '0', currency: null },
  ...{ inStock: true, stockQuantity: null, suggestionPhrases: [], searchPhrases: [] },
};

/** A rule that a product meets for a time. */
interface TimedRule extends Interval {
  readonly bit: number;
}

/** Products of one read. */
const productsPerRead = 1_000;

/** The boosted products of one store. */
export class BoostedProducts {
  readonly #rules: readonly CompiledRules[];
  /** The boosts now. Its map changes with each call; what changed is returned. */
  readonly boosts: Boosts & { readonly products: ReadonlyMap<string, number> };
  readonly #products = new Map<string, number>();
  /** Products whose rules change as time passes, with all that they meet then or later. */
  readonly #timed = new Map<string, { readonly fixed: number; readonly rules: readonly TimedRule[] }>();
  #nowMicros: number;

  constructor(boosts: readonly StoreBoost[], nowMicros: number) {
    // Prices are not asked about, so no currency matters.
    this.#rules = boosts.map(({ when }) => compileRules({ match: 'all', conditions: [when] }, ''));
    this.boosts = {
      factors: boosts.map(({ strength }) => strengthFactors[strength]),
      products: this.#products,
    };
    this.#nowMicros = nowMicros;
  }

  /** Reads the whole catalog. Rejects with `unavailable` once it is cancelled. */
  async read(reader: Pick<CollectionReader, 'changedProducts'>, cancelled?: AbortSignal): Promise<void> {
    if (this.#rules.length === 0) return;
    for (let after: ChangePosition | null = null, isMore = true; isMore; ) {
      if (cancelled?.aborted) throw callerGone();
      const page = await reader.changedProducts({ after, limit: productsPerRead });
      for (const product of page.products) this.take(product);
      after = page.last;
      isMore = page.isMore;
    }
  }

  /** Notes the current state of a product. Returns whether its boosts changed. */
  take(product: BoostableProduct): boolean {
    const { id, brand, category, attributes, createdAt } = product;
    const facts = new ProductFacts({ ...unasked, id, brand, category, attributes, createdAt });
    let fixed = 0;
    const rules: TimedRule[] = [];
    for (const [index, rule] of this.#rules.entries()) {
      const bit = 2 ** index;
      for (const { from, until } of rule(facts)) {
        if (from === always.from && until === always.until) fixed += bit;
        else if (until > this.#nowMicros) rules.push({ bit, from, until });
      }
    }
    if (rules.length === 0) this.#timed.delete(id);
    else this.#timed.set(id, { fixed, rules });
    return this.#set(id, fixed + this.#currentOf(rules));
  }

  /** Notes an erased product. Returns whether it was boosted. */
  forget(productId: string): boolean {
    this.#timed.delete(productId);
    return this.#products.delete(productId);
  }

  /** Moves the time. Returns the products whose boosts changed by that. */
  moveTo(nowMicros: number): string[] {
    this.#nowMicros = nowMicros;
    const changed: string[] = [];
    for (const [id, { fixed, rules }] of this.#timed) {
      if (this.#set(id, fixed + this.#currentOf(rules))) changed.push(id);
      if (rules.every(({ until }) => until <= nowMicros)) this.#timed.delete(id);
    }
    return changed;
  }

  /** How many products meet each boost now. */
  counts(): number[] {
    const counts = this.#rules.map(() => 0);
    for (const rules of this.#products.values()) {
      for (let index = 0; index < counts.length; index += 1) {
        if (((rules >>> index) & 1) === 1) counts[index] = (counts[index] ?? 0) + 1;
      }
    }
    return counts;
  }

  #currentOf(rules: readonly TimedRule[]): number {
    const now = this.#nowMicros;
    return rules.reduce((sum, { bit, from, until }) => (from <= now && now < until ? sum + bit : sum), 0);
  }

  #set(id: string, rules: number): boolean {
    if ((this.#products.get(id) ?? 0) === rules) return false;
    if (rules === 0) this.#products.delete(id);
    else this.#products.set(id, rules);
    return true;
  }
}
