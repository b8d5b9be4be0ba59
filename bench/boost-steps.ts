/**
 * Counts what boosts cost: the steps of real keystrokes in a shop of which a tenth of the products was clicked, without boosts and with
 * a tenth or half of all products raised or lowered. Steps do not depend on the machine. Data that is missing throws.
 */
// Tests: none; `npm run bench -- engine` runs it.
import { type Boosts, noSignals, type Signals } from '../server/search/engine.ts';
import { openIndex } from '../server/search/index-reader.ts';
import { unlimitedBudget } from '../server/search/step-budget.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { documentPages } from './catalog-documents.ts';
import { type Figure, progress, thousands } from './figures.ts';
import { createIndexLoad, productsPerPage } from './index-load.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';

const productCount = 20_000;
const sessionCount = 60;
const limit = 20;

/** The mean steps of a keystroke with boosts beside those without. */
export async function boostFigures(): Promise<Figure[]> {
  const { products } = await loadSeeds('electronics');
  progress(`${thousands(productCount)} products with boosts: counting steps`);
  const texts = typedKeystrokes(products, sessionCount).map(({ text }) => text);
  const load = createIndexLoad();
  const ids: string[] = [];
  for (const page of documentPages(blownUpCatalog(products, productCount), productsPerPage)) {
    load.add(page);
    for (const { productId } of page) ids.push(productId);
  }
  const reader = openIndex(load.finish().snapshot);
  const clicked = new Map(
    ids.filter((_, place) => place % 10 === 3).map((id, place) => [id, 1 + (place % 97)]),
  );
  const signalsOf = (boosts: Boosts): Signals => ({ ...noSignals, products: new Map(clicked), boosts });
  const stepsWith = (signals: Signals) => {
    let steps = 0;
    for (const text of texts) {
      const budget = unlimitedBudget();
      reader.search(text, limit, signals, { budget, isBlocked: null });
      steps += budget.spent;
    }
    return steps / texts.length;
  };
  const usual = stepsWith(signalsOf({ factors: [], products: new Map() }));
  const kinds = [
    ['a tenth raised', 10, 2],
    ['half raised', 2, 2],
    ['a tenth lowered', 10, 0.5],
    ['half lowered', 2, 0.5],
  ] as const;
  return kinds.map(([what, every, factor]) => {
    const boosted = new Map(ids.filter((_, place) => place % every === 0).map((id) => [id, 1]));
    const steps = stepsWith(signalsOf({ factors: [factor], products: boosted }));
    return {
      what: `${thousands(productCount)} products, ${what}: steps of a keystroke, first ${limit}`,
      measured: thousands(Math.round(steps)),
      against: `${thousands(Math.round(usual))} without boosts`,
      ratio: (steps / usual).toFixed(2),
      goal: '',
    };
  });
}
