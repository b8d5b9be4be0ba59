/** The catalog as it is stored: a list with filters, and one product with where it came from. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ProductAnswer, ProductRow } from './answers.ts';
import { nextPageCursor, storePath } from './paths.ts';
import { request, withQuery } from './request.ts';

export const missingFields = ['image', 'category', 'brand', 'description'] as const;

export interface ProductFilter {
  readonly q?: string;
  readonly stock?: 'in' | 'out';
  readonly missing?: (typeof missingFields)[number];
  /** What the products are. */
  readonly type?: string;
}

/** A page of the list. */
export interface ProductPage {
  readonly products: readonly ProductRow[];
  /** Products in between that cannot be read. */
  readonly unreadable?: readonly { readonly external_id: string; readonly message: string }[];
  readonly next_cursor: string | null;
}

export function useProducts(storeId: string, filter: ProductFilter) {
  return useInfiniteQuery({
    queryKey: ['store', storeId, 'products', filter],
    queryFn: ({ pageParam, signal }) =>
      request<ProductPage>(
        'GET',
        withQuery(storePath(storeId, '/products'), { ...filter, cursor: pageParam, limit: 50 }),
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: nextPageCursor,
    placeholderData: keepPreviousData,
  });
}

/** One product; further pages bring older history. */
export function useProduct(storeId: string, externalId: string) {
  const path = storePath(storeId, `/products/${encodeURIComponent(externalId)}`);
  return useInfiniteQuery({
    queryKey: ['store', storeId, 'product', externalId],
    queryFn: ({ pageParam, signal }) =>
      request<ProductAnswer>('GET', withQuery(path, { cursor: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_history_cursor,
  });
}
