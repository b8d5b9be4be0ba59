/**
 * What the engine found, arranged as rules ask. The order of §4.7 holds for all that no rule names:
 *
 *   pinned, in stock > fewest words missing > in stock > heaviest boost > the usual order
 *
 * Hidden products are gone from the products; suggestions and categories, which count many, are as they were.
 */
import type { Redirect } from '../../contract/words/merchandising.ts';
import type { ProductHit, SearchResult } from '../search/engine.ts';
import type { RuleEffect } from './rule-set.ts';

/** Why a product stands where rules put it. */
export interface HitMark {
  /** 1-based; null for what is not pinned. */
  readonly pin: number | null;
  readonly boost: number | null;
}

/** An answer, whether rules had a say or not. */
export type ShownResult = SearchResult & Partial<Omit<ArrangedResult, keyof SearchResult>>;

/** An answer that rules arranged. */
interface ArrangedResult extends SearchResult {
  /** One for each product; null where no rule had a say. */
  readonly marks: readonly (HitMark | null)[];
  /** What would be among the products, best first. */
  readonly hidden: readonly ProductHit[];
  readonly ruleIds: readonly string[];
  /** The first of the categories, which `categories` do not hold. */
  readonly redirect: Redirect | null;
}

/**
 * How many products to ask of the engine, `most` at most: with boosts those that they may lift, else as many more as may
 * leave their places.
 */
export function reachOf({ pins, hides, hasBoosts }: RuleEffect, limit: number, most: number): number {
  return hasBoosts ? most : Math.min(limit + pins.length + hides.size, most);
}

/** `found` holds as many products as {@link reachOf} says; `pinned` are those pins that are in stock, by id. */
export function arrangeAnswer(
  found: SearchResult,
  effect: RuleEffect,
  pinned: ReadonlyMap<string, ProductHit>,
  limit: number,
): ShownResult {
  const { hides, pins, boostOf, redirect, ruleIds } = effect;
  const foundById = new Map(found.products.map((hit) => [hit.productId, hit]));
  const onTop = pins.flatMap((id) => {
    const hit = pinned.get(id);
    return hit === undefined ? [] : [foundById.get(id) ?? hit];
  });
  const rest = found.products
    .filter(({ productId }) => !hides.has(productId) && !pinned.has(productId))
    .map((hit) => ({ hit, boost: boostOf(hit.productId) }))
    // Stable: the usual order stays among products of one boost.
    .sort((left, right) => compareStanding(left.hit, right.hit) || right.boost - left.boost);
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
    hidden: found.products.slice(0, limit).filter(({ productId }) => hides.has(productId)),
    categories: found.categories.filter((title) => !isAlike(title)).slice(0, room),
    ruleIds,
    redirect,
  };
}

/** What outdoes a boost: nobody wants to see first what misses words, or cannot be bought. */
function compareStanding({ tiers: left }: ProductHit, { tiers: right }: ProductHit): number {
  return left.missingWords - right.missingWords || Number(right.inStock) - Number(left.inStock);
}
