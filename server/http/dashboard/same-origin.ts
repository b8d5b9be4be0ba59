/**
 * Decides whether a changing call comes from the dashboard's own pages. It checks no session and no token. Headers that are absent or
 * unreadable count as a call that no browser made, except that an unknown `Sec-Fetch-Site` counts as another origin.
 */
// Tests: ./member.live.test.ts.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../settings/config.ts';

/** Whether the call may change something at all. */
export function isChanging({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/**
 * Whether a page of another origin made the call, by headers that no page can forge: `Sec-Fetch-Site` where browsers send it
 * (over https and on localhost), else `Origin`. A call with neither does not come from a browser.
 */
export function isFromOtherOrigin(request: FastifyRequest, { publicUrl }: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined || origin === publicUrl) return false;
  // The scheme is not compared: a proxy that ends TLS may not forward it.
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}
