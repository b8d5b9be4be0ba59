/** The dashboard's list of products: all of them by id, or those that a search finds. */
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import type { ProductFilter, ProductSummary, StoredProduct } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';

/** A page of products, and where the next one begins. */
export interface ProductPage {
  readonly products: readonly ProductSummary[];
  /** The external id after which the next page begins, which may be one that is not shown; null at the end. */
  readonly next: string | null;
}

/** How far a page looks. */
export interface Reach {
  /** Products that one statement looks at. Between two of them others have their turn. */
  readonly stretch: number;
  /** Statements that look for products, at most. */
  readonly stretches: number;
}

/** Chosen: a stretch takes some 15 ms on SQLite, where nothing else happens meanwhile. */
const usualReach: Reach = { stretch: 10_000, stretches: 10 };

/**
 * In the order of the external id. A filter that few products meet looks at stretch after stretch, and the page may end
 * before it is full: the next one goes on behind what was looked at.
 */
export async function listProducts(
  reader: StoreReader,
  page: { readonly after: string | null; readonly limit: number; readonly filter: ProductFilter },
  { stretch: scan, stretches } = usualReach,
): Promise<ProductPage> {
  const { limit, filter } = page;
  const found: ProductSummary[] = [];
  let after = page.after;
  for (let looks = 0; looks < stretches; looks += 1) {
    if (looks > 0) await turnOfOthers();
    const wanted = limit + 1 - found.length;
    const stretch = await reader.findProducts({ after, limit: wanted, scan, filter });
    found.push(...stretch.products);
    if (found.length > limit) {
      const products = found.slice(0, limit);
      return { products, next: products.at(-1)?.externalId ?? null };
    }
    after = stretch.scannedTo;
    if (after === null) break;
  }
  return { products: found, next: after };
}

/** How many products a search is asked for: where only some fit, more than are shown. */
export function placesToAsk({ limit, filter }: Pick<ProductSearch, 'limit' | 'filter'>): number {
  const isFiltered = filter.inStock !== undefined || filter.missing !== undefined;
  return isFiltered ? limits.placesLookedAt : Math.min(limit, limits.productsFoundMax);
}

/** A search in the dashboard. */
export interface ProductSearch {
  readonly text: string;
  readonly limit: number;
  readonly filter: ProductFilter;
  /** What the store's own search found, best first. */
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
  const [named] = await reader.storedProducts([text.trim()]);
  const products: ProductSummary[] = named !== undefined && fits(named, filter) ? [named] : [];
  const others = ids.filter((id) => id !== named?.id);
  for (let at = 0; at < others.length && products.length < most; at += productsPerRead) {
    if (at > 0) await turnOfOthers();
    const some = others.slice(at, at + productsPerRead);
    const found = new Map((await reader.productsByIds(some)).map((product) => [product.id, product]));
    const ordered = some.flatMap((id) => found.get(id) ?? []);
    products.push(...ordered.filter((product) => fits(product, filter)));
  }
  return { products: products.slice(0, most), next: null };
}

function fits(product: StoredProduct, { inStock, missing }: ProductFilter): boolean {
  if (inStock !== undefined && product.inStock !== inStock) return false;
  if (missing === undefined) return true;
  return product[missing === 'image' ? 'imageUrl' : missing] === null;
}
