/**
 * What products are worth to who types a text, by what those clicked who meant it (Contract §7): where the text is an intent of
 * enough clicks, by these; where it is a beginning only, by those of the intents that begin so, added up. Pure: of the same
 * scores every node makes the same.
 */
import { limits } from '../../contract/limits.ts';
import type { ScoresByText } from '../search/engine.ts';
import { fold } from '../search/text/fold.ts';

/** Something with a score. */
export type Scored = readonly [name: string, score: number];

/** What one product is worth with one intent. */
export interface IntentScore {
  /** As typed queries are named. */
  readonly query: string;
  readonly productId: string;
  readonly score: number;
}

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

/** By folded text: intents, and all their beginnings. */
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

/** Those that count, the best of them in their order: no more than the longest answer has. */
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
