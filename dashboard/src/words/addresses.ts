/**
 * Splits addresses of the dashboard, such as those that the API names, into the parts that the router takes. Pure; a
 * text without a query has an empty one.
 */
// Tests: ./addresses.test.ts.

export interface Address {
  /** The path below /dashboard. */
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** A path with its query; a leading /dashboard, which the router adds itself, is dropped. */
export function parseAddress(text: string): Address {
  const [path = '', query = ''] = text.split('#', 1)[0]?.split('?', 2) ?? [];
  const to = path.replace(/^\/dashboard(?=\/|$)/, '');
  return {
    to: to.startsWith('/') ? to : `/${to}`,
    search: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** An address with its scheme: people write it as they say it. */
export function withScheme(text: string): string {
  const url = text.trim();
  return url === '' || /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`;
}
