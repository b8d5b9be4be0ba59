/**
 * Reads the parameters of the dashboard's addresses. Pure; what is unknown in an address is dropped, never an error.
 */
// Tests: test/browser/dashboard.test.ts.
import { type EnrichmentList, enrichmentLists } from '../../contract/words/enrichment.ts';
import { missingFields } from '../../contract/words/product.ts';
import type { ProductFilter } from './api/products.ts';

/** The page to open after signing in: a path of the dashboard, never another site. */
export function parseNext(search: Record<string, unknown>): { next?: string } {
  const { next } = search;
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}

/** The filter of the product list; anything else in the address is dropped. */
export function parseProductFilter({ q, stock, missing, type }: Record<string, unknown>): ProductFilter {
  const field = missingFields.find((name) => name === missing);
  return {
    ...(typeof q === 'string' && q !== '' ? { q } : {}),
    ...(stock === 'in' || stock === 'out' ? { stock } : {}),
    ...(field === undefined ? {} : { missing: field }),
    ...(typeof type === 'string' && type !== '' ? { type } : {}),
  };
}

/** A list of products by state, or a search among single phrases; anything else is the groups. */
export function parseReview({ list, q, pattern }: Record<string, unknown>): {
  list?: EnrichmentList;
  q?: string;
  pattern?: string;
} {
  const known = enrichmentLists.find((name) => name === list);
  if (known !== undefined) return { list: known };
  return { ...(typeof q === 'string' && { q }), ...(typeof pattern === 'string' && { pattern }) };
}

/** The product that is asked about. */
export function parseProduct({ product }: Record<string, unknown>): { product?: string } {
  return typeof product === 'string' ? { product } : {};
}
