/**
 * Gives the security headers of the dashboard's pages. They never allow a script of another origin or an inline script without the
 * nonce; anything that a page adds must be named here, or browsers block it. It sends nothing and checks no nonce: a wrong one only
 * makes browsers block the page's styles. There are no limits; pages are never cached.
 */
// Tests: test/api/dashboard-assets.test.ts.

/**
 * Headers of the dashboard's pages: a page runs the dashboard's own files only, sends no referrer, and no page frames it.
 * Pictures come from merchants' shops, also over http, since a catalog may name such addresses.
 */
export function pageHeaders(nonce: string): Readonly<Record<string, string>> {
  return headersWith({ styles: `'self' 'nonce-${nonce}'`, frames: "'self'", ancestors: "'none'" });
}

/** The headers of the page within the preview's frame: only the dashboard frames it. */
export const previewHeaders = headersWith({ styles: "'self'", frames: "'none'", ancestors: "'self'" });

interface PageSources {
  readonly styles: string;
  /** The sources that the page may frame, and those that may frame the page. */
  readonly frames: string;
  readonly ancestors: string;
}

function headersWith({ styles, frames, ancestors }: PageSources): Readonly<Record<string, string>> {
  const policy = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': styles,
    'img-src': "'self' https: http: data:",
    'connect-src': "'self'",
    'font-src': "'self'",
    'frame-src': frames,
    'frame-ancestors': ancestors,
    'base-uri': "'none'",
    'form-action': "'self'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-frame-options': ancestors === "'none'" ? 'DENY' : 'SAMEORIGIN',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}
