/**
 * Arranges the engine's result by the rules. Products that no rule names keep the order of §4.7:
 *
 * pinned, in stock > fewest words missing > in stock > heaviest boost > the usual order
 *
 * Of the variants of a group only the first in this order stays. Hidden products are removed from the products; suggestions and categories, which count many products, do not change.
 *
 * Pure; it asks no index. Rules were checked; an answer has at most `limit` products (20), a redirect takes the place of one category,
 * and pinned products that are out of stock are left out.
 */
// Tests: server/autocomplete/answering/merchandising.test.ts, server/autocomplete/answering/explain-place.test.ts.
import type { Redirect } from '../../contract/words/merchandising.ts';
import type { ProductHit, SearchResult } from '../search/engine.ts';
import type { RuleEffect } from './rule-set.ts';

/** The rules' effect on a product. */
export interface HitMark {
  /** The pinned position, from 1; null if it is not pinned. */
  readonly pin: number | null;
  readonly boost: number | null;
}

/** An answer, with or without rules. */
export type ShownResult = SearchResult & Partial<Omit<ArrangedResult, keyof SearchResult>>;

/** An answer arranged by rules. */
interface ArrangedResult extends SearchResult {
  /** One per product; null if no rule applied to it. */
  readonly marks: readonly (HitMark | null)[];
  /** Products that would be in the answer, best first. */
  readonly hidden: readonly ProductHit[];
  readonly ruleIds: readonly string[];
  /** The first category of the answer, which is not in `categories`. */
  readonly redirect: Redirect | null;
}

/**
 * How many products to request from the engine, at most `most`: with boosts all that they can lift, otherwise `limit` plus those
 * that may leave their places.
 */
export function candidateCount({ pins, hides, hasBoosts }: RuleEffect, limit: number, most: number): number {
  return hasBoosts ? most : Math.min(limit + pins.length + hides.size, most);
}

/**
 * The products that the engine must return beside the best of their group, since the rules may take that one away or prefer another
 * variant; null for none.
 */
export function standsAlone({
  hides,
  hasBoosts,
  boostOf,
}: RuleEffect): ((productId: string) => boolean) | null {
  if (hides.size === 0 && !hasBoosts) return null;
  return (productId) => hides.has(productId) || boostOf(productId) > 0;
}

/** Arranges an answer. `found` has as many products as {@link candidateCount} says; `pinned` are the pinned products in stock, by id. */
export function arrangeAnswer(
  found: SearchResult,
  effect: RuleEffect,
  pinned: ReadonlyMap<string, ProductHit>,
  limit: number,
): ShownResult {
  const { hides, pins, boostOf, redirect, ruleIds } = effect;
  const foundById = new Map(found.products.map((hit) => [hit.productId, hit]));
  const isNew = createGroupFilter();
  const onTop = pins
    .flatMap((id) => {
      const hit = pinned.get(id);
      return hit === undefined ? [] : [foundById.get(id) ?? hit];
    })
    .filter(isNew);
  const rest = found.products
    .filter(({ productId }) => !hides.has(productId) && !pinned.has(productId))
    .map((hit) => ({ hit, boost: boostOf(hit.productId) }))
    // Stable: the usual order stays among products of one boost.
    .sort((left, right) => compareStanding(left.hit, right.hit) || right.boost - left.boost)
    .filter(({ hit }) => isNew(hit));
  const products = [...onTop, ...rest.map(({ hit }) => hit)].slice(0, limit);
  const toMark = (hit: ProductHit, place: number): HitMark | null => {
    if (place < onTop.length) return { pin: place + 1, boost: null };
    const boost = boostOf(hit.productId);
    return boost === 0 ? null : { pin: null, boost };
  };
  const isAlike = (title: string) => title === redirect?.title;
  const room = redirect === null ? limit : limit - 1;
  return {
    ...found,
    products,
    marks: products.map(toMark),
    hidden: found.products
      .filter(createGroupFilter())
      .slice(0, limit)
      .filter(({ productId }) => hides.has(productId)),
    categories: found.categories.filter((title) => !isAlike(title)).slice(0, room),
    ruleIds,
    redirect,
  };
}

/** Whether no earlier product was of the same group. */
function createGroupFilter(): (hit: ProductHit) => boolean {
  const known = new Set<string>();
  return ({ group }) => {
    if (group === null) return true;
    const isFirst = !known.has(group);
    known.add(group);
    return isFirst;
  };
}

/** Outranks boosts: a product that misses words or cannot be bought never comes first. */
function compareStanding({ tiers: left }: ProductHit, { tiers: right }: ProductHit): number {
  return left.missingWords - right.missingWords || Number(right.inStock) - Number(left.inStock);
}
