/**
 * CORS of the routes that browsers call (Contract §2). Preflights are answered before everything else: they carry no key, so nothing
 * about them may need one. Paths that are not public get no CORS header at all. It never allows credentials. A preflight may be kept
 * for 86,400 s; a page of an origin that a key does not allow gets no answer that it can read.
 */
// Tests: ./cors.test.ts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyGrant } from '../../stores/key-ring.ts';

/** Paths whose preflights are answered, key or no key. */
const publicPaths =
  /^\/(?:api\/v1\/(?:autocomplete|events|collections\/[^/?]+\/products)|widget(?:\.js|\/[^/?]*\.js(?:on)?))(?:\?|$)/;

/** Whether browsers of other origins call the path. */
export function isPublicPath(url: string): boolean {
  return publicPaths.test(url);
}

/** Answers a preflight of a public path. Returns whether it did. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply): boolean {
  if (request.method !== 'OPTIONS' || !isPublicPath(request.url)) return false;
  reply
    .code(204)
    .headers({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, POST, OPTIONS',
      'access-control-allow-headers': 'X-Api-Key, Authorization, Content-Type',
      'access-control-max-age': '86400',
    })
    .send();
  return true;
}

/** The headers of every answer of a public route, errors included. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Retry-After, X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset',
} as const;

/** Sets {@link corsHeaders}. */
export function addCorsHeaders(reply: FastifyReply): void {
  reply.headers(corsHeaders);
}

/**
 * Whether a browser may use the key on a page of this origin (the header `Origin`). Requests without an origin are
 * not from a page.
 */
export function isOriginAllowed(origin: string | undefined, grant: KeyGrant): boolean {
  return origin === undefined || grant.allowedOrigins.size === 0 || grant.allowedOrigins.has(origin);
}

/**
 * The origin that an answer is for, where it is allowed: a key with a list of origins answers to the caller's only,
 * and caches must keep origins apart.
 */
export function answeredOrigin(origin: string | undefined, grant: KeyGrant): string {
  return origin === undefined || grant.allowedOrigins.size === 0 ? '*' : origin;
}
