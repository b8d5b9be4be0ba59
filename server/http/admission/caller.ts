/**
 * Names the caller of a request, as far as searches distinguish callers: by store, address and browser. Nothing of it
 * is stored.
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
