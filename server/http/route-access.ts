/** Who may call a route. Every route says it; a route that does not is refused at start (default deny). */

/**
 * - `open`: anybody (probes, documents, the demo page).
 * - `storefront`: any key; called from browsers, so it carries CORS headers.
 * - `health`: any key, but no CORS: an integration check from a server.
 * - `secret`: secret keys only.
 */
export type RouteAccess = 'open' | 'storefront' | 'health' | 'secret';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
  }
}
