/**
 * Names the caller of a request, as far as searches distinguish callers: by store, address and browser. Nothing of it is stored. It
 * never decides rights or rates. A request without a browser's name has an empty one: nothing is refused here. Its length is bounded
 * by the server, not here.
 */
// Tests: test/api/admission.test.ts.
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../analytics/caller-names.ts';

/**
 * Returns who sent a request to a store: the network address and the browser, which is empty if the request names
 * none.
 */
export function callerOf({ ip, headers }: FastifyRequest, storeId: string): Caller {
  return { storeId, address: ip, agent: headers['user-agent'] ?? '' };
}
