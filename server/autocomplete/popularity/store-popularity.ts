/**
 * Makes the popularity of products ready for the thread that answers: scores of products are laid over the segments of the store's index here,
 * in the thread that builds, so that new ones cost a thread that answers nothing. Among them is what products are worth to a shopper
 * who types a text, by the clicks of those who meant it (Contract §7): where the text is an intent of enough clicks, by these; where
 * it is only a beginning, by those of the intents that begin so, added up. An intent ranks from a worth of 10 on, a product in it from
 * 2, at most 20 products; a beginning counts 32 intents. It reads no database; scores of products that the index lacks are left out.
 */
// Tests: ./store-popularity.test.ts.
import { limits } from '../../../contract/limits.ts';
import { hourMicros } from '../../clock.ts';
import type { BoostedProducts } from '../../merchandising/boosted-products.ts';
import type { Boosts, PlacedPopularity, ScoresByText } from '../../search/engine.ts';
import { PopularityPlacement } from '../../search/popularity-placement.ts';
import { fold } from '../../search/text/fold.ts';
import type { BoostNews } from '../following/followed-ranking.ts';
import type { PublishedIndex } from '../following/follower-settings.ts';
import type { IntentScore, Scored, SignalsNotice } from './signals-follower.ts';

/** The scores of one store by intent. */
export class IntentScores {
  readonly #products = new Map<string, Map<string, number>>();

  change(scores: readonly IntentScore[]): void {
    for (const { query, productId, score } of scores) {
      const ofQuery = this.#products.get(query) ?? new Map<string, number>();
      this.#products.set(query, ofQuery);
      ofQuery.set(productId, score);
    }
  }

  /** `queries`: the intents, with what their clicks are worth together. */
  byText(queries: readonly Scored[]): ScoresByText {
    return scoresByText(
      queries
        .filter(([, score]) => score >= limits.intentWorthMin)
        .map(([query, score]) => ({ query, score, products: this.#products.get(query) ?? new Map() })),
    );
  }
}

/** An intent of enough clicks. */
export interface WantedIntent {
  readonly query: string;
  readonly score: number;
  readonly products: ReadonlyMap<string, number>;
}

/** Returns the scores of all intents and of all their beginnings, by folded text. */
export function scoresByText(intents: readonly WantedIntent[]): ScoresByText {
  const whole = new Map<string, ReadonlyMap<string, number>>();
  const begun = new Map<string, ReadonlyMap<string, number>[]>();
  for (const { query, products } of intents.toSorted(byScore)) {
    const text = fold(query);
    const counting = best(products);
    if (counting.size === 0) continue;
    // Two that fold alike are one.
    whole.set(text, best(addUp([counting, whole.get(text) ?? new Map()])));
    for (const beginning of beginningsOf(text)) {
      const of = begun.get(beginning) ?? [];
      begun.set(beginning, of);
      if (of.length < limits.intentsPerBeginning) of.push(counting);
    }
  }
  const texts = new Map<string, ReadonlyMap<string, number>>();
  for (const [text, of] of begun) texts.set(text, of.length === 1 && of[0] ? of[0] : best(addUp(of)));
  for (const [text, products] of whole) texts.set(text, products);
  return texts;
}

function byScore(left: WantedIntent, right: WantedIntent): number {
  return right.score - left.score || (left.query < right.query ? -1 : 1);
}

/** Always in the same order, since sums of doubles depend on it. */
function addUp(of: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const products of of) {
    for (const [id, score] of products) sums.set(id, (sums.get(id) ?? 0) + score);
  }
  return sums;
}

/** Keeps the products that count, best first, no more than the longest answer has. */
function best(products: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const counting = Array.from(products).filter(([, score]) => score >= limits.intentProductWorthMin);
  counting.sort(([one, left], [other, right]) => right - left || (one < other ? -1 : 1));
  return new Map(counting.slice(0, limits.autocompleteLimitMax));
}

/** Everything that is typed on the way to a folded text, itself not. */
function beginningsOf(text: string): Set<string> {
  const beginnings = new Set<string>();
  let end = 0;
  for (const letter of text) {
    end += letter.length;
    if (end < text.length) beginnings.add(text.slice(0, end).trimEnd());
  }
  return beginnings;
}

/** A version of a store's index, with the scores of its products as of now. */
export interface ShownIndex extends PublishedIndex {
  readonly popularity: readonly PlacedPopularity[];
}

/** New scores of a store, those of its products over the index that was published last. Plain data, to cross a thread. */
export interface ShownSignals extends Omit<SignalsNotice, 'products' | 'intents'> {
  readonly popularity: readonly PlacedPopularity[];
}

/** The state kept for one store. */
interface KnownStore {
  readonly placement: PopularityPlacement;
  intents: IntentScores;
  queries: readonly Scored[];
  boosted: BoostedProducts | null;
}

/** Stores with a published index or reported scores. */
export class StorePopularity {
  readonly #stores = new Map<string, KnownStore>();
  /** The hour by which boosts of new products hold; null before the first. */
  #hour: number | null = null;

  /** The same index with its scores. */
  show(index: PublishedIndex): ShownIndex {
    const { placement } = this.#knownOf(index.storeId);
    placement.meet(index.snapshot.segments);
    return { ...index, popularity: placement.placed() };
  }

  /** The same scores over the store's index. */
  apply({ products, intents, ...notice }: SignalsNotice): ShownSignals {
    const known = this.#knownOf(notice.storeId);
    const { placement } = known;
    if (notice.isWhole) {
      placement.replace(products);
      known.intents = new IntentScores();
    } else placement.change(products);
    known.queries = notice.queries ?? known.queries;
    known.intents.change(intents);
    if (notice.isWhole || notice.queries !== null || intents.length > 0) {
      placement.setTexts(known.intents.byText(known.queries));
    }
    return { ...notice, popularity: placement.placed() };
  }

  /** New boosts of a store, or changes to those that it has. */
  boost({ storeId, products, changed }: BoostNews): void {
    const known = this.#knownOf(storeId);
    known.boosted = products;
    if (changed === null) known.placement.setBoosts(products.boosts);
    else known.placement.changeBoosts(changed);
  }

  /** Once an hour: the scores of stores in which products became new, or are new no more. */
  age(nowMicros: number): ShownSignals[] {
    const hour = Math.floor(nowMicros / hourMicros);
    if (hour === this.#hour) return [];
    this.#hour = hour;
    return Array.from(this.#stores).flatMap(([storeId, { placement, boosted }]) => {
      const changed = boosted?.moveTo(nowMicros) ?? [];
      if (changed.length === 0) return [];
      placement.changeBoosts(changed);
      return [{ storeId, isWhole: false, phrases: [], queries: null, popularity: placement.placed() }];
    });
  }

  /** The scores of a store as they would be with other boosts. */
  tried(storeId: string, boosts: Boosts): readonly PlacedPopularity[] {
    return this.#stores.get(storeId)?.placement.placedWith(boosts) ?? [];
  }

  /** The store's index leaves memory. */
  drop(storeId: string): void {
    this.#stores.delete(storeId);
  }

  #knownOf(storeId: string): KnownStore {
    const known = this.#stores.get(storeId);
    if (known !== undefined) return known;
    const store = {
      ...{ placement: new PopularityPlacement(), intents: new IntentScores() },
      ...{ queries: [], boosted: null },
    };
    this.#stores.set(storeId, store);
    return store;
  }
}
