/** The catalog as it is stored: a list with filters. */
import type { CatalogQuery } from '../../../contract/products.ts';
import { usePages } from './call.ts';

/** What the list of products is limited to. */
export type ProductFilter = Partial<Pick<CatalogQuery, 'q' | 'stock' | 'missing' | 'type'>>;

export function useProducts(storeId: string, filter: ProductFilter) {
  return usePages(storeId, 'GET /products', {}, { query: { ...filter }, limit: 50, keepsPrevious: true });
}
