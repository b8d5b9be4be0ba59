/**
 * A link of the API as a path of the router: without the prefix that the router adds, and inside the store where it
 * names none.
 */
export function dashboardPath(link: string, storeId: string): string {
  const path = link.replace(/^\/dashboard(?=\/|$)/, '');
  if (path.startsWith('/stores/')) return path;
  return `/stores/${storeId}${path.startsWith('/') ? path : `/${path}`}`;
}
