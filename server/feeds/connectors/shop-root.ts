/** Finds the address below which the API of a shop is, in an address that a merchant copied from a browser. Pure. */
// Tests: ./shop-root.test.ts.

/** The address up to the first segment that matches `inner`, which is a part of the system; without query, ending in a slash. */
export function shopRoot(url: URL, inner: RegExp): URL {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  const end = segments.findIndex((segment) => inner.test(segment));
  const kept = end === -1 ? segments : segments.slice(0, end);
  return new URL(kept.length === 0 ? '/' : `/${kept.join('/')}/`, url.origin);
}
