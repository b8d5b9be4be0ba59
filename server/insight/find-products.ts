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

/** The product with this very id first, then what the store's own search finds, best first. There is one page. */
export async function searchProducts(
  reader: StoreReader,
  query: { readonly text: string; readonly limit: number; readonly filter: ProductFilter },
  search: (limit: number) => Promise<readonly string[]>,
): Promise<ProductPage> {
  const { text, filter } = query;
  const limit = Math.min(query.limit, limits.productsFoundMax);
  // Where only some fit, more are found than shown.
  const isFiltered = filter.inStock !== undefined || filter.missing !== undefined;
  const ids = await search(isFiltered ? limits.placesLookedAt : limit);
  const named = await reader.product(text.trim());
  const found = new Map((await reader.productsByIds(ids)).map((product) => [product.id, product]));
  const ordered = ids.flatMap((id) => (id === named?.id ? [] : (found.get(id) ?? [])));
  const all = named === null ? ordered : [named, ...ordered];
  return { products: all.filter((product) => fits(product, filter)).slice(0, limit), next: null };
}

function fits(product: StoredProduct, { inStock, missing }: ProductFilter): boolean {
  if (inStock !== undefined && product.inStock !== inStock) return false;
  if (missing === undefined) return true;
  return product[missing === 'image' ? 'imageUrl' : missing] === null;
}
