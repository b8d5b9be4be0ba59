/** Whether a changing call comes from the dashboard's own pages. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/** Whether the call may change something at all. */
export function isChanging({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/**
 * What browsers say of where a call comes from, which no page can forge: `Sec-Fetch-Site` where they send it (over
 * https and on localhost), else `Origin`. A call with neither is not a browser's.
 */
export function isFromOtherOrigin(request: FastifyRequest, { publicUrl }: Config): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined || origin === publicUrl) return false;
  // The scheme is left out: a proxy that ends TLS need not tell of it.
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}
