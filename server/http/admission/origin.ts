/** Finds the origin under which callers see the service, for links that must be absolute. */
// Tests: test/api/admission.test.ts.
import type { FastifyRequest } from 'fastify';
import { quote } from '../../catalog/problem.ts';
import { AppError } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';

/** A host and port as a URL holds them: a name, an IPv4 address, or an IPv6 address in brackets (RFC 9110 §7.2). */
const hostPattern = /^(?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * FORETYPE_PUBLIC_URL if it is set, else the origin of the request; headers of a proxy count only if it is trusted. Throws
 * `malformed_request` for a host that no address can have.
 */
export function originOf(request: FastifyRequest, config: Config): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const { host, protocol } = request;
  if (!hostPattern.test(host)) {
    throw new AppError('malformed_request', `The header Host takes a name and a port, got ${quote(host)}.`);
  }
  return `${protocol === 'https' ? 'https' : 'http'}://${host}`;
}
