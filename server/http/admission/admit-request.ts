/**
 * The one admission in front of every route: how many requests its caller's network may send, who the caller is and whether that is
 * enough, how many requests the key or session may send, and which parameters the call takes. All of it is decided before the body is
 * read, so that nothing is held for refused callers. A refusal is thrown as an AppError with its code. It never reads a body or a
 * store's rows, and never logs a key. Rates are those of `contract/limits.ts` (for example 100 management calls a second and key);
 * beyond one the answer is 429 with Retry-After.
 */
// Tests: test/api/admission.test.ts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasForbiddenCharacters } from '../../catalog/text.ts';
import { AppError, validationFailed } from '../../errors.ts';
import { createGate, type FindSignedIn } from '../dashboard/member.ts';
import type { Services } from '../services.ts';
import { authenticate, grantOf } from './authenticate.ts';
import { addCorsHeaders, isPublicPath } from './cors.ts';
import type { RequestLimiter } from './request-limiter.ts';
import { dashboardApi, isKeyAccess, type KeyAccess, type RouteAccess } from './route-access.ts';
import { budgetOf } from './route-limits.ts';

/** Throws or rejects with the refusal. Synchronous for a key that was seen before, so that a keystroke waits for nothing. */
export type AdmitRequest = (request: FastifyRequest, reply: FastifyReply) => void | Promise<void>;

interface AdmissionParts {
  readonly limiter: RequestLimiter;
  readonly findSignedIn: FindSignedIn;
}

/** The admission of one HTTP thread. */
export function createAdmission(services: Services, { limiter, findSignedIn }: AdmissionParts): AdmitRequest {
  const gate = createGate(services, findSignedIn, limiter);

  async function admitPerson(
    request: FastifyRequest,
    reply: FastifyReply,
    access: RouteAccess,
  ): Promise<void> {
    await gate(request, reply, access);
    limiter.admitStore(request, reply);
    checkParameters(request);
  }

  function admitKey(request: FastifyRequest, reply: FastifyReply, access: KeyAccess): void | Promise<void> {
    const finish = () => {
      limiter.admitKey(request, reply, access);
      checkParameters(request);
    };
    const admitCaller = () => {
      // Health takes both kinds of key: strangers have the public one, and a store's own calls count by its secret key alone.
      const isPublic = access === 'health' && grantOf(request).kind === 'storefront';
      const pending = isPublic ? limiter.admitNetwork(request, reply, 'autocomplete') : undefined;
      return pending === undefined ? finish() : pending.then(finish);
    };
    const pending = authenticate({ keyRing: services.keyRing, limiter }, request, reply, access);
    return pending === undefined ? admitCaller() : pending.then(admitCaller);
  }

  return (request, reply) => {
    // Decided first: nothing else of such a request needs to be read.
    if (request.is404) throw pathNotFound(request);
    const { config, url } = request.routeOptions;
    const access = config.access ?? 'open';
    if (isPublicPath(request.url)) addCorsHeaders(reply);
    const goOn = () => {
      if (url?.startsWith(dashboardApi) === true) return admitPerson(request, reply, access);
      if (isKeyAccess(access)) return admitKey(request, reply, access);
      if (access === 'signed') checkParameters(request);
    };
    const pending = limiter.admitNetwork(request, reply, budgetOf(config));
    return pending === undefined ? goOn() : pending.then(goOn);
  };
}

/** Throws for parameters that the route does not take, and for parts of the path that nothing stored can hold: databases differ there. */
function checkParameters({ routeOptions, params, query }: FastifyRequest): void {
  routeOptions.config.checkParameters?.(query);
  for (const [path, text] of Object.entries(params as Readonly<Record<string, string>>)) {
    if (!hasForbiddenCharacters(text)) continue;
    const message = `The ${path} in the path holds control characters or broken Unicode; remove them.`;
    throw validationFailed([{ path, code: 'text_invalid', message }]);
  }
}

/** The refusal of a path that nothing is registered for. */
export function pathNotFound(request: FastifyRequest): AppError {
  return new AppError('not_found', `There is nothing at ${request.method} ${pathOf(request)}.`);
}

/** The path without the query, which may hold a key. */
export function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}
