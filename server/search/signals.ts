/** Signals as they change: new maps, since readers remember what they found by the old ones. */
import type { Signals } from './engine.ts';
import { inheritPopularity } from './products/popularity-overlay.ts';
import { ScoreLayers } from './score-layers.ts';

/** Nobody did anything yet. */
export const noSignals: Signals = { products: new Map(), phrases: new Map() };

/** New scores, by product UUID and by folded phrase. */
export interface SignalScores {
  readonly products: readonly (readonly [productId: string, score: number])[];
  readonly phrases: readonly (readonly [phrase: string, score: number])[];
}

/** The signals with new scores in the place of those before. What was found for the others is not looked for again. */
export function changeSignals(before: Signals, { products, phrases }: SignalScores): Signals {
  return {
    products: products.length === 0 ? before.products : changeProducts(before.products, products),
    phrases: phrases.length === 0 ? before.phrases : new Map([...before.phrases, ...phrases]),
  };
}

function changeProducts(before: Signals['products'], changes: SignalScores['products']): Signals['products'] {
  const after = ScoreLayers.change(before, changes);
  inheritPopularity(after, before, changes);
  return after;
}
