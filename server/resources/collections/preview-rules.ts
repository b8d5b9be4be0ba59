/**
 * Previews rules without storing anything: takes a bounded look at the catalog, for as many rules at once as are asked for. In a
 * larger catalog, counts are estimated from the part that was looked at. At most 20,000 products are looked at
 * (`limits.collectionProductsLookedAt`); products that cannot be read are left out, and a catalog without products has empty previews.
 */
// Tests: ./preview-rules.test.ts.

import { limits } from '../../../contract/limits.ts';
import type { CollectionRules } from '../../../contract/words/collections.ts';
import { compileRules } from '../../merchandising/conditions/evaluate-rules.ts';
import { ProductFacts } from '../../merchandising/conditions/product-facts.ts';
import type { CardProduct, CollectedProduct, CollectionReader } from '../../storage/collections/tables.ts';
import type { ChangePage, ChangePosition, Store } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { inTurns } from './products-in-turns.ts';

/** A preview of what rules find. */
export interface RulesPreview {
  readonly productCount: number;
  readonly isEstimate: boolean;
  /** Some of them, those in stock first. */
  readonly sample: readonly CardProduct[];
}

/** The store whose catalog is looked at, and the time. */
export interface PreviewQuestion {
  readonly store: Pick<Store, 'currency' | 'locale' | 'productCount'>;
  readonly now: number;
  /** Products of each sample. */
  readonly sample: number;
}

/** Returns one preview for each of the rules. */
export async function previewRules(
  reader: Pick<StoreReader, 'collections'>,
  rules: readonly CollectionRules[],
  { store, now, sample }: PreviewQuestion,
): Promise<RulesPreview[]> {
  const finds = rules.map((one) => ({
    evaluate: compileRules(one, store.currency),
    count: 0,
    inStock: [] as string[],
    others: [] as string[],
  }));
  let looked = 0;
  for await (const product of productsLookedAt(reader, rules.length)) {
    looked += 1;
    const facts = new ProductFacts(product);
    for (const find of finds) {
      if (!find.evaluate(facts).some(({ from, until }) => from <= now && now < until)) continue;
      find.count += 1;
      const shown = product.inStock ? find.inStock : find.others;
      if (shown.length < sample) shown.push(product.id);
    }
  }
  const samples = finds.map(({ inStock, others }) => [...inStock, ...others].slice(0, sample));
  const cards = new Map(
    (await reader.collections.cardProducts([...new Set(samples.flat())])).map((card) => [card.id, card]),
  );
  return finds.map(({ count }, index) => ({
    ...estimateCount(count, looked, store),
    sample: (samples[index] ?? []).flatMap((id) => cards.get(id) ?? []),
  }));
}

/** Estimates how many products of the catalog fit, if `count` were found among those that were looked at. */
export function estimateCount(
  count: number,
  looked: number,
  { productCount }: Pick<Store, 'productCount'>,
): Pick<RulesPreview, 'productCount' | 'isEstimate'> {
  const isEstimate = looked >= limits.collectionProductsLookedAt && productCount > looked;
  return { productCount: Math.round(isEstimate ? (count * productCount) / looked : count), isEstimate };
}

/** Products that one read brings. */
const productsPerRead = 1_000;

/** The part of a catalog that previews look at, each product of which is held against `rulesPerProduct` sets of rules. */
export async function* productsLookedAt(
  reader: { readonly collections: Pick<CollectionReader, 'changedProducts'> },
  rulesPerProduct: number,
): AsyncGenerator<CollectedProduct> {
  let after: ChangePosition | null = null;
  for (let left: number = limits.collectionProductsLookedAt; left > 0; ) {
    const limit = Math.min(left, productsPerRead);
    const page: ChangePage<CollectedProduct> = await reader.collections.changedProducts({ after, limit });
    yield* inTurns(page.products, rulesPerProduct);
    if (!page.isMore) return;
    after = page.last;
    left -= page.products.length + page.damaged.length;
  }
}
