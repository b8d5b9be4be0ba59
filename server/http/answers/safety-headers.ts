/**
 * Headers that make every answer safer in a browser. They hold nothing about the caller. The lifetime is in seconds (a year); without
 * TLS of its own the service sends no such header. It reads no request and cannot fail.
 */
// Tests: server/http/keystroke/keystroke.live.test.ts.
import type { Config } from '../../settings/config.ts';

/** Chosen: a year, which browsers take for lasting. */
const strictTransportSeconds = 365 * 24 * 3_600;

/**
 * `Strict-Transport-Security` (RFC 6797) where the service speaks TLS itself. Behind a proxy it is the proxy's to send,
 * which knows whether all that it serves is reached by https.
 */
export function safetyHeadersOf({ tls }: Pick<Config, 'tls'>): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    ...(tls === null ? {} : { 'strict-transport-security': `max-age=${strictTransportSeconds}` }),
  };
}
