/** Whom a request speaks for, as far as searches are told apart by it. */
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../analytics/caller-names.ts';

export function callerOf({ ip, headers }: FastifyRequest, storeId: string): Caller {
  return { storeId, address: ip, agent: headers['user-agent'] ?? '' };
}
