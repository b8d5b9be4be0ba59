/** The addresses of pages that the service names: in its output, in e-mails and in answers. Pure. `origin`: of the service. */
// Tests: test/scenarios/command-links.test.ts.

/** The dashboard's first page, below which all others are. */
export function dashboardLink(origin: string, path = ''): string {
  return `${origin}/dashboard${path}`;
}

/** The page of an import, or of a feed's run. */
export function importLink(
  origin: string,
  { storeId, id }: { readonly storeId: string; readonly id: string },
) {
  return dashboardLink(origin, `/stores/${storeId}/imports/${id}`);
}

/** A link that works once. Its token is behind `#`, so that no server, proxy or referrer ever sees it. */
export function onceLink(origin: string, page: 'setup' | 'invitation', token: string): string {
  return dashboardLink(origin, `/${page}#token=${token}`);
}
