/**
 * The catalogs on which answers and suggestions are measured: shops of several trades and languages that stand beside the project, the
 * demo shop, and any other file. All take the pipeline's way in, and enrichment without a provider. It changes no file. A file that
 * holds no valid product throws; prices count as EUR.
 */
// Tests: test/bench/suggestion-sheets.test.ts.
import { existsSync } from 'node:fs';
import { loadDemoCatalog } from '../demo/demo-catalog.ts';
import {
  catalogDocuments,
  type LoadedCatalog,
  loadCatalog,
  prepareCatalog,
} from '../server/cli/eval-files.ts';
import { generatePhrases } from '../server/cli/eval-phrases.ts';
import type { SearchDocument } from '../server/search/document/document.ts';
import { sharedData } from '../test/support/shared-data.ts';
import { progress } from './figures.ts';

/** A catalog that can be measured. */
export interface MeasuredCatalog {
  readonly name: string;
  /** BCP 47, its store's. */
  readonly locale: string;
  /** A file in the folder of real data, or any path; null is the demo shop. */
  readonly file: string | null;
}

/** The catalogs that are measured if none is named. */
export const measuredCatalogs: readonly MeasuredCatalog[] = [
  { name: 'bestbuy', locale: 'en', file: 'converted/bestbuy.json.gz' },
  { name: 'magento', locale: 'en', file: 'converted/magento.csv.gz' },
  { name: 'turkish', locale: 'tr', file: 'converted/turkish-dev.xml.gz' },
  { name: 'thai', locale: 'th', file: 'converted/thai-dev.json.gz' },
  { name: 'demo', locale: 'en', file: null },
];

/** The documents of a catalog as it stands, and as the service has them once it is enriched. */
export interface MeasuredDocuments {
  readonly plain: readonly SearchDocument[];
  readonly enriched: readonly SearchDocument[];
}

/**
 * The catalogs that are named, a file being the name of one in `locale`; without names all of {@link measuredCatalogs}.
 * Those whose data is not there are left out aloud.
 */
export function chooseCatalogs(names: readonly string[], locale: string): readonly MeasuredCatalog[] {
  const chosen = names.map(
    (name) => measuredCatalogs.find((catalog) => catalog.name === name) ?? { name, locale, file: name },
  );
  return (names.length === 0 ? measuredCatalogs : chosen).filter(({ name, file }) => {
    const isThere = file === null || sharedData(file) !== null || existsSync(file);
    if (!isThere)
      progress(`${name}: its file is not there; FORETYPE_TEST_DATA names the folder of real data`);
    return isThere;
  });
}

/** Reads and enriches a catalog. Throws where its file is absent or holds no product. */
export async function loadMeasured({ file, locale }: MeasuredCatalog): Promise<MeasuredDocuments> {
  const context = { currency: 'EUR', locale };
  const { products } = await load(file, context);
  const phrases = await generatePhrases(products, locale);
  return {
    plain: catalogDocuments(products, context),
    enriched: catalogDocuments(products, context, phrases),
  };
}

async function load(
  file: string | null,
  context: { readonly currency: string; readonly locale: string },
): Promise<LoadedCatalog> {
  if (file !== null) return loadCatalog(sharedData(file) ?? file, context);
  const rows = await loadDemoCatalog();
  return prepareCatalog(
    rows.map((value, index) => ({ row: index + 1, line: null, value })),
    context,
  );
}
