/** The dashboard's list of products: all of them by id, or those that a search finds. */
import { limits } from '../../contract/limits.ts';
import type { ProductFilter, ProductSummary, StoredProduct } from '../storage/records.ts';
import type { StoreReader } from '../storage/storage.ts';

/** A page of products, and where the next one begins. */
export interface ProductPage {
  readonly products: readonly ProductSummary[];
  /** The external id after which the next page begins; null at the end. */
  readonly next: string | null;
}

/** Products looked at by one statement: about 20 ms. Between two of them others have their turn. */
const productsPerStretch = 20_000;

/** In the order of the external id. A filter that few products meet looks at stretch after stretch. */
export async function listProducts(
  reader: StoreReader,
  page: { readonly after: string | null; readonly limit: number; readonly filter: ProductFilter },
  scan = productsPerStretch,
): Promise<ProductPage> {
  const { limit, filter } = page;
  const found: ProductSummary[] = [];
  let after = page.after;
  do {
    const wanted = limit + 1 - found.length;
    const stretch = await reader.findProducts({ after, limit: wanted, scan, filter });
    found.push(...stretch.products);
    after = stretch.scannedTo;
  } while (after !== null && found.length <= limit);
  const products = found.slice(0, limit);
  return { products, next: found.length > limit ? (products.at(-1)?.externalId ?? null) : null };
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
