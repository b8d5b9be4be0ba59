/**
 * Finds the pages of the dashboard's list of products: all of them by id, or those that a search finds. A page reads at most ten
 * stretches of 10,000 products; other work has turns in between. Damaged rows are named beside the others. A search finds at most 50
 * products and looks at no more than 1,000 places; a page that ends early says where the next one begins. It changes nothing. A caller
 * who has gone away, or a database that does not answer, rejects.
 */
// Tests: ./find-products.live.test.ts.
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import type { MissingField } from '../../contract/words/product.ts';
import type { DamagedRow } from '../storage/damage/damage.ts';
import type { ProductFilter, ProductSummary, StoredProduct } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';

/** A page of products, and where the next one begins. */
export interface ProductPage {
  readonly products: readonly ProductSummary[];
  /** Rows in between that cannot be read. */
  readonly damaged: readonly DamagedRow[];
  /** The external id after which the next page begins, which may be one that is not shown; null at the end. */
  readonly next: string | null;
}

/** The bounds on how far a page looks. */
export interface ScanLimits {
  /** Products that one statement looks at. Between two of them others have their turn. */
  readonly stretch: number;
  /** Statements that look for products, at most. */
  readonly stretches: number;
}

/** Chosen: a stretch takes some 15 ms on SQLite, where nothing else happens meanwhile. */
const usualReach: ScanLimits = { stretch: 10_000, stretches: 10 };

/**
 * Lists products in the order of the external id. If few products meet a filter, it looks at stretch after stretch, and
 * the page may end before it is full: the next page goes on behind what was looked at.
 */
export async function listProducts(
  reader: StoreReader,
  page: { readonly after: string | null; readonly limit: number; readonly filter: ProductFilter },
  { stretch: scan, stretches } = usualReach,
): Promise<ProductPage> {
  const { limit, filter } = page;
  const found: (ProductSummary | DamagedRow)[] = [];
  let after = page.after;
  for (let looks = 0; looks < stretches; looks += 1) {
    if (looks > 0) await turnOfOthers();
    const wanted = limit + 1 - found.length;
    const stretch = await reader.products.stretch({ after, limit: wanted, scan, filter });
    found.push(...stretch.rows);
    if (found.length > limit) {
      const rows = found.slice(0, limit);
      return toPage(rows, rows.slice(-1).map(idOf)[0] ?? null);
    }
    after = stretch.scannedTo;
    if (after === null) break;
  }
  return toPage(found, after);
}

function toPage(rows: readonly (ProductSummary | DamagedRow)[], next: string | null): ProductPage {
  const products = rows.flatMap((row) => (isDamaged(row) ? [] : [row]));
  return { products, damaged: rows.filter(isDamaged), next };
}

function isDamaged(row: object): row is DamagedRow {
  return 'table' in row;
}

function idOf(row: ProductSummary | DamagedRow): string {
  return isDamaged(row) ? row.id : row.externalId;
}

/** Returns the number of products that a search is asked for. With a filter it is more than are shown, since only some fit. */
export function searchedCount({ limit, filter }: Pick<ProductSearch, 'limit' | 'filter'>): number {
  const isFiltered = Object.keys(filter).length > 0;
  return isFiltered ? limits.placesLookedAt : Math.min(limit, limits.productsFoundMax);
}

/** A search in the dashboard. */
export interface ProductSearch {
  readonly text: string;
  readonly limit: number;
  readonly filter: ProductFilter;
  /** External ids of what the store's own search found, best first. */
  readonly ids: readonly string[];
}

/** Whole products that are read together. */
const productsPerRead = 20;

/** The product with this very id first, then what the search found. There is one page. */
export async function searchProducts(
  reader: StoreReader,
  { text, filter, ids, limit }: ProductSearch,
): Promise<ProductPage> {
  const most = Math.min(limit, limits.productsFoundMax);
  const wanted = [...new Set([text.trim(), ...ids])];
  const products: ProductSummary[] = [];
  const damaged: DamagedRow[] = [];
  for (let at = 0; at < wanted.length && products.length < most; at += productsPerRead) {
    if (at > 0) await turnOfOthers();
    for (const row of await readAmong(reader, wanted.slice(at, at + productsPerRead))) {
      if (isDamaged(row)) damaged.push(row);
      else if (fits(row, filter)) products.push(row);
    }
  }
  return { products: products.slice(0, most), damaged, next: null };
}

/** Reads products in the order of the ids, however many pages that takes. */
async function readAmong(
  reader: StoreReader,
  among: readonly string[],
): Promise<(StoredProduct | DamagedRow)[]> {
  const found = new Map<string, StoredProduct | DamagedRow>();
  let after: string | null = null;
  do {
    const page: ProductsRead = await reader.products.page({ after, limit: among.length, among });
    for (const row of page.rows) found.set(idOf(row), row);
    after = page.next;
  } while (after !== null);
  return among.flatMap((id) => found.get(id) ?? []);
}

type ProductsRead = Awaited<ReturnType<StoreReader['products']['page']>>;

function fits(product: StoredProduct, { inStock, missing, type }: ProductFilter): boolean {
  if (type !== undefined && product.type?.name !== type) return false;
  if (inStock !== undefined && product.inStock !== inStock) return false;
  if (missing === undefined) return true;
  return product[propertyOf[missing]] === null;
}

const propertyOf = {
  ...{ image: 'imageUrl', stock: 'stockQuantity', category: 'category', type: 'type' },
  ...{ brand: 'brand', description: 'description' },
} as const satisfies Record<MissingField, keyof StoredProduct>;
