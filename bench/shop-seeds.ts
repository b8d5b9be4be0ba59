/**
 * Loads the real catalogs whose words, brands, categories and attributes large catalogs are made of (blown-up-catalog.ts). They are
 * not part of the project: where one is absent, the demo catalog stands in, and the report says so. It changes no file; a file that is
 * no CSV or JSON throws.
 */
// Tests: none; `npm run bench` runs it.
import { loadDemoCatalog } from '../demo/demo-catalog.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import { readRowsOfFile } from '../server/cli/eval-files.ts';
import { type DataName, dataPath } from './data-files.ts';

/** `electronics`: long titles, attributes, short addresses. `long-cards`: no attributes, long texts on the card. */
export type SeedName = Exclude<DataName, 'keystrokes'>;

/** Products of a catalog, and what it is called in the report. */
export interface ShopSeeds {
  readonly title: string;
  readonly products: readonly RawProduct[];
}

const titles: Readonly<Record<SeedName, string>> = { electronics: 'Icecat', 'long-cards': 'Best Buy' };

/** The real catalog where it is there, else the demo catalog. */
export async function loadSeeds(name: SeedName): Promise<ShopSeeds> {
  const path = dataPath(name);
  if (path === null) return { title: 'the demo catalog', products: await loadDemoCatalog() };
  return {
    title: titles[name],
    products: readRowsOfFile(path).map(({ value }) => withAttributes(value as RawProduct)),
  };
}

/** A CSV file holds attributes as JSON text. */
function withAttributes(product: RawProduct): RawProduct {
  const { attributes } = product;
  return typeof attributes === 'string' ? { ...product, attributes: JSON.parse(attributes) } : product;
}
