/**
 * Reads the key of a request and decides what it opens (§5; Contract §2): one place, for every route. It compares hashes only and logs
 * no key. A missing key is 401 `missing_api_key`, an unknown or ended one 401 `invalid_api_key`, a key of the wrong kind 403. From one network
 * at most 5 unknown keys a second are looked up (100 at once).
 */
// Tests: test/api/authentication.test.ts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { KeyKind } from '../../storage/records.ts';
import type { KeyGrant, KeyRing } from '../../stores/key-ring.ts';
import { eventsPath } from '../keystroke/events-path.ts';
import { autocompletePath } from '../keystroke/keystroke-query.ts';
import { addCorsHeaders, answeredOrigin, isOriginAllowed } from './cors.ts';
import type { KeyAccess } from './route-access.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that needs a key, before its handler runs. */
    grant: KeyGrant | null;
  }
}

/** Counts unknown keys and sessions. */
export interface UnknownCounter {
  /**
   * Looks for a key or session in the database, and counts it where `find` gives null. Throws `rate_limited` where the
   * client's network has sent too many unknown ones.
   */
  countUnknown<Found>(
    request: FastifyRequest,
    reply: FastifyReply,
    find: () => Promise<Found | null>,
  ): Promise<Found | null>;
}

/** The grant of an authenticated request. Throws a plain error where a route forgot to ask for a key. */
export function grantOf(request: FastifyRequest): KeyGrant {
  if (request.grant === null) throw new Error(`the route ${request.url} has no grant`);
  return request.grant;
}

/**
 * Finds the request's grant and checks that it reaches this route. Synchronous for a key seen before, so that a
 * keystroke waits for nothing. Throws `missing_api_key`, `invalid_api_key`, `insufficient_scope`, `origin_not_allowed`, or
 * `rate_limited` where the caller's network came with too many unknown keys.
 */
export function authenticate(
  { keyRing, limiter }: { readonly keyRing: KeyRing; readonly limiter: UnknownCounter },
  request: FastifyRequest,
  reply: FastifyReply,
  access: KeyAccess,
): void | Promise<void> {
  const key = readKey(request);
  if (key === null) {
    throw new AppError(
      'missing_api_key',
      'An API key is needed: send it in the header X-Api-Key, or as Authorization: Bearer.',
    );
  }
  const known = keyRing.recall(key.text);
  if (known !== undefined) return admit(known, key, request, reply, access);
  return limiter
    .countUnknown(request, reply, () => keyRing.find(key.text))
    .then((found) => admit(found, key, request, reply, access));
}

/** A key as a request shows it. */
export interface PresentedKey {
  readonly text: string;
  readonly inQuery: boolean;
}

/** The key of the header `X-Api-Key`, which wins over every other; null where the header is absent or blank. */
export function keyOfHeader(header: unknown): PresentedKey | null {
  const text = typeof header === 'string' ? header.trim() : '';
  return text === '' ? null : { text, inQuery: false };
}

/** The key in an address, which counts where no header holds one; null where there is none. */
export function keyOfQuery(key: unknown): PresentedKey | null {
  return typeof key === 'string' && key !== '' ? { text: key, inQuery: true } : null;
}

/** `X-Api-Key` wins over `Authorization: Bearer`; `?key=` counts where browsers call, for storefront keys. */
function readKey(request: FastifyRequest): PresentedKey | null {
  const own = keyOfHeader(request.headers['x-api-key']);
  if (own !== null) return own;
  const bearer = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '');
  if (bearer?.[1] !== undefined) return { text: bearer[1], inQuery: false };
  if (!takesKeyInAddress(request.routeOptions.url)) return null;
  return keyOfQuery((request.query as Record<string, unknown>).key);
}

/** Autocomplete, for callers that cannot send headers, and events, since a beacon cannot. */
function takesKeyInAddress(url: string | undefined): boolean {
  return url === autocompletePath || url === eventsPath;
}

/** Whether a kind of key reaches a route. Keys that manage keys reach nothing else, and no other key reaches that. */
function opens(kind: KeyKind, access: KeyAccess): boolean {
  if (kind === 'manage' || access === 'manage') return kind === access;
  return access !== 'secret' || kind === 'secret';
}

const onlyManagers =
  'Keys are managed with a key of the scope manage (ft_mk_…). An owner of the store makes one in the dashboard, or the operator with foretype key create.';

const tooNarrow: Readonly<Record<KeyKind, string>> = {
  storefront:
    'A storefront key (ft_pk_…) reaches autocomplete, events, health and the products of collections only. Use a secret key (ft_sk_…), from a server.',
  manage:
    'A key of the scope manage (ft_mk_…) manages keys, and nothing else. Use a secret key (ft_sk_…), from a server, or a storefront key (ft_pk_…).',
  secret: 'A secret key (ft_sk_…) does not manage keys.',
};

/** Why a known key does not reach a route, or null where it does. `origin` counts on routes for storefronts. */
export function findRefusal(
  grant: KeyGrant,
  key: PresentedKey,
  access: KeyAccess,
  origin: string | undefined,
): AppError | null {
  if (key.inQuery && grant.kind !== 'storefront') {
    const message =
      'Only a storefront key (ft_pk_…) may stand in the address; send a secret key in a header.';
    return new AppError('insufficient_scope', message);
  }
  if (!opens(grant.kind, access)) {
    return new AppError('insufficient_scope', access === 'manage' ? onlyManagers : tooNarrow[grant.kind]);
  }
  if (access === 'storefront' && !isOriginAllowed(origin, grant)) {
    return new AppError('origin_not_allowed', `The key is not for pages of ${String(origin)}.`);
  }
  return null;
}

function admit(
  grant: KeyGrant | null,
  key: PresentedKey,
  request: FastifyRequest,
  reply: FastifyReply,
  access: KeyAccess,
): void {
  if (grant === null) {
    throw new AppError(
      'invalid_api_key',
      'The API key is not valid: it is mistyped, unknown or revoked, or it has ended.',
    );
  }
  const { origin } = request.headers;
  if (access === 'storefront') addCorsHeaders(reply);
  const refusal = findRefusal(grant, key, access, origin);
  if (refusal !== null) throw refusal;
  if (access === 'storefront') reply.header('access-control-allow-origin', answeredOrigin(origin, grant));
  request.grant = grant;
}
