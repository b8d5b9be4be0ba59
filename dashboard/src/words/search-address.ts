/**
 * The address of the page of a query. Pure. A text that says nothing, such as `..`, has the address of the empty box: a browser would
 * read `..` in an address as the folder above.
 */
// Tests: ./search-address.test.ts.

import { saysSomething } from '../../../contract/normal-form.ts';

/** Returns what a router’s link takes to lead to the page of a query. */
export function searchAddress(storeId: string, q: string) {
  const query = q.trim();
  if (!saysSomething(query)) return { to: '/stores/$storeId/empty-box', params: { storeId } } as const;
  return { to: '/stores/$storeId/searches/$query', params: { storeId, query } } as const;
}
