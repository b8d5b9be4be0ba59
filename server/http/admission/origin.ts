/** Finds the origin under which callers see the service, for links that must be absolute. */
// Tests: test/api/admission.test.ts.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../settings/config.ts';

/** FORETYPE_PUBLIC_URL if it is set, else the origin of the request; headers of a proxy count only if it is trusted. */
export function originOf(request: FastifyRequest, config: Config): string {
  return config.publicUrl ?? `${request.protocol}://${request.host}`;
}
