/**
 * Counts what variants cost: the steps of real keystrokes on a catalog in which each product comes in five colours, grouped and each on
 * its own. Steps do not depend on the machine. It has no goal for time; data that is missing throws.
 */
// Tests: none; `npm run bench -- engine` runs it.
import type { RawProduct } from '../server/catalog/product.ts';
import { type IndexReader, noSignals } from '../server/search/engine.ts';
import { openIndex } from '../server/search/index-reader.ts';
import { unlimitedBudget } from '../server/search/step-budget.ts';
import { blownUpCatalog } from './blown-up-catalog.ts';
import { documentPages } from './catalog-documents.ts';
import { type Figure, progress, thousands } from './figures.ts';
import { bytesOf, createIndexLoad, productsPerPage } from './index-load.ts';
import { loadSeeds } from './shop-seeds.ts';
import { typedKeystrokes } from './typed-keystrokes.ts';

const colours = ['black', 'white', 'red', 'blue', 'green'];
const thingCount = 10_000;
const sessionCount = 60;

/** The mean steps of a keystroke with groups beside those without, and the bytes that groups take. */
export async function variantFigures(): Promise<Figure[]> {
  const { products } = await loadSeeds('electronics');
  progress(`${thousands(thingCount)} products in ${colours.length} colours: counting steps`);
  const texts = typedKeystrokes(products, sessionCount).map(({ text }) => text);
  const [plain, grouped] = [indexOf(products, false), indexOf(products, true)];
  const figure = (what: string, withGroups: number, without: number, goal: string): Figure => ({
    what: `${thousands(thingCount)} products in ${colours.length} colours: ${what}`,
    measured: thousands(Math.round(withGroups)),
    against: `${thousands(Math.round(without))} without groups`,
    ratio: (withGroups / without).toFixed(2),
    goal,
  });
  return [
    ...([5, 20] as const).map((limit) =>
      figure(
        `steps of a keystroke, first ${limit}`,
        stepsOf(grouped.reader, texts, limit),
        stepsOf(plain.reader, texts, limit),
        '≤ 1.10',
      ),
    ),
    figure('bytes a product', grouped.bytes, plain.bytes, ''),
  ];
}

function* inColours(products: Iterable<RawProduct>): Generator<RawProduct> {
  for (const product of products) {
    for (const colour of colours) {
      const id = `${product.external_id} ${colour}`;
      yield {
        ...product,
        external_id: id,
        title: `${product.title} ${colour}`,
        item_group_id: product.external_id,
      };
    }
  }
}

function indexOf(
  products: readonly RawProduct[],
  isGrouped: boolean,
): { reader: IndexReader; bytes: number } {
  const load = createIndexLoad();
  for (const page of documentPages(inColours(blownUpCatalog(products, thingCount)), productsPerPage)) {
    load.add(isGrouped ? page : page.map((document) => ({ ...document, group: null })));
  }
  const { snapshot, documentCount } = load.finish();
  return { reader: openIndex(snapshot), bytes: bytesOf(snapshot) / documentCount };
}

function stepsOf(reader: IndexReader, texts: readonly string[], limit: number): number {
  let steps = 0;
  for (const text of texts) {
    const budget = unlimitedBudget();
    reader.search(text, limit, noSignals, { budget, isBlocked: null });
    steps += budget.spent;
  }
  return steps / texts.length;
}
