/**
 * Loads the real catalogs whose words, brands, categories and attributes large catalogs are made of (blown-up-catalog.ts). They are
 * not part of the project: where one is absent, the demo catalog stands in, and the report says so. It changes no file; a file that is
 * no CSV or JSON throws.
 */
import { loadDemoCatalog } from '../demo/demo-catalog.ts';
import type { RawProduct } from '../server/catalog/product.ts';
import { readRowsOfFile } from '../server/cli/eval-files.ts';
import { sharedData } from '../test/support/shared-data.ts';

/** `electronics`: long titles, attributes, short addresses. `long-cards`: no attributes, long texts on the card. */
export type SeedName = 'electronics' | 'long-cards';

/** Products of a catalog, and what it is called in the report. */
export interface ShopSeeds {
  readonly title: string;
  readonly products: readonly RawProduct[];
}

const catalogs: Readonly<Record<SeedName, { readonly title: string; readonly file: string }>> = {
  electronics: { title: 'Icecat', file: 'converted/icecat.csv.gz' },
  'long-cards': { title: 'Best Buy', file: 'converted/bestbuy.json.gz' },
};

/** The real catalog where it is there, else the demo catalog. */
export async function loadSeeds(name: SeedName): Promise<ShopSeeds> {
  const { title, file } = catalogs[name];
  const path = sharedData(file);
  if (path === null) return { title: 'the demo catalog', products: await loadDemoCatalog() };
  return { title, products: readRowsOfFile(path).map(({ value }) => withAttributes(value as RawProduct)) };
}

/** A CSV file holds attributes as JSON text. */
function withAttributes(product: RawProduct): RawProduct {
  const { attributes } = product;
  return typeof attributes === 'string' ? { ...product, attributes: JSON.parse(attributes) } : product;
}
