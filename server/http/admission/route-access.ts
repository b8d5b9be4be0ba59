/**
 * Declares who may call a route. Every route says it; a route that does not is refused at start (default deny). Who the caller is, is
 * decided elsewhere (authenticate.ts, dashboard/member.ts). It decides nothing at run time but what a route declares; a declaration
 * that makes no sense is a fault in words, and the start fails. It counts nothing: rates and limits stand elsewhere (admission/).
 */
// Tests: ./route-access.test.ts.
import type { ParameterCheck } from '../query-parameters.ts';

/**
 * The kind of key that a call under `/api/` takes:
 *
 * - `storefront`: storefront and secret keys; called from browsers, so it carries CORS headers.
 * - `health`: the same keys, but no CORS: an integration check from a server.
 * - `secret`: secret keys only.
 * - `manage`: keys that manage keys, and no others.
 *
 * Keys that manage keys take no other call.
 */
export type KeyAccess = 'storefront' | 'health' | 'secret' | 'manage';

/**
 * The people who may make a call under `/dashboard/api/`:
 *
 * - `signed_in`: every person with an account.
 * - `viewer`, `editor`, `owner`: a person with this role or a higher one in the store of the path's `:store_id`.
 * - `operator`: a person who runs the service.
 */
export type DashboardAccess = 'signed_in' | 'viewer' | 'editor' | 'owner' | 'operator';

/**
 * `open`: anybody (probes, documents, the demo page, signing in). `signed`: anybody, until the handler has checked the signature over
 * the body.
 */
export type RouteAccess = 'open' | 'signed' | KeyAccess | DashboardAccess;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: RouteAccess;
    /** Absent: every parameter that `schema.querystring` does not declare is refused. */
    unknownParameters?: 'ignored';
    /** Made from both at start; absent for pages, which may have any. */
    checkParameters?: ParameterCheck | null;
  }
}

/** Whether this is for keys: not open, and not for people. */
export function isKeyAccess(access: RouteAccess): access is KeyAccess {
  return access === 'storefront' || access === 'health' || access === 'secret' || access === 'manage';
}

/** Whether this is for people with a role in a store. */
export function asksForRole(access: RouteAccess | undefined): boolean {
  return access === 'viewer' || access === 'editor' || access === 'owner';
}

/** The folder of every call that the dashboard makes. */
export const dashboardApi = '/dashboard/api/';

/** Whether this is a call of the API or of the dashboard, and no page, file or probe. */
export function isCall(url: string): boolean {
  return url.startsWith('/api/') || url.startsWith(dashboardApi);
}

/** Says what is wrong with the access that a route declares, or null. */
export function accessFault(url: string, access: RouteAccess | undefined): string | null {
  if (!isCall(url)) return null;
  const isOfDashboard = url.startsWith(dashboardApi);
  if (access === undefined) return 'does not say who may call it (config.access)';
  if (access === 'signed' && isOfDashboard) return 'takes signatures: people sign in';
  if (access !== 'open' && access !== 'signed' && isKeyAccess(access) === isOfDashboard) {
    return `takes "${access}": keys are for /api/, people for ${dashboardApi}`;
  }
  return asksForRole(access) && !url.includes('/:store_id') ? `takes "${access}" without a :store_id` : null;
}
