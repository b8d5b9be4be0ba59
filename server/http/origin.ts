/** The origin under which callers see the service, for links that must be absolute. */
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** FORETYPE_PUBLIC_URL where it is set, else what the request says (a proxy's word counts only if it is trusted). */
export function originOf(request: FastifyRequest, config: Config): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}
