/**
 * Reads the list of stored products with its filters, 50 a page. It changes nothing; a failure is a {@link
 * RequestFailure}.
 */
// Tests: test/browser/dashboard.test.ts.
import type { CatalogQuery } from '../../../contract/products.ts';
import { usePages } from './call.ts';

/** The filters of the list of products. */
export type ProductFilter = Partial<Pick<CatalogQuery, 'q' | 'stock' | 'missing' | 'type'>>;

/** Reads the products that pass the filter, 50 a page. The page before stays visible until the next one has come. */
export function useProducts(storeId: string, filter: ProductFilter) {
  return usePages(storeId, 'GET /products', {}, { query: { ...filter }, limit: 50, keepsPrevious: true });
}
