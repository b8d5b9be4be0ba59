/**
 * The address of the page of a query. Pure. A text without letters and digits finds what the empty box finds, and has its address: a
 * browser would read `..` in an address as the folder above.
 */
// Tests: ./search-address.test.ts.

/** Returns what a router’s link takes to lead to the page of a query. */
export function searchAddress(storeId: string, q: string) {
  const query = q.trim();
  if (!/[\p{L}\p{N}]/u.test(query)) return { to: '/stores/$storeId/empty-box', params: { storeId } } as const;
  return { to: '/stores/$storeId/searches/$query', params: { storeId, query } } as const;
}
