/**
 * The cookie that holds a session's token: out of reach of scripts, and sent to the dashboard's own paths only. A cookie of another
 * form counts as none. It lasts 30 days at most (`limits.sessionMaxDays`); whether the session still counts is decided elsewhere. It
 * never holds anything but the token. Nothing throws.
 */
// Tests: ./present-session.live.test.ts.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import type { Config } from '../../settings/config.ts';
import { originOf } from '../admission/origin.ts';

const name = 'ft_session';

/** The token of a request, or null. */
export function readSessionCookie(request: FastifyRequest): string | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${name}=`));
  const token = found?.slice(name.length + 1) ?? '';
  return /^[\w-]{43}$/.test(token) ? token : null;
}

/** Gives the browser a token for as long as a session can last. The server decides how long it does last. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  token: string,
): void {
  reply.header('set-cookie', cookie(request, config, token, limits.sessionMaxDays * 24 * 3_600));
}

/** Takes the token from the browser. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  reply.header('set-cookie', cookie(request, config, '', 0));
}

/** Lax, not Strict: a person who follows a link to the dashboard should be signed in. */
function cookie(request: FastifyRequest, config: Config, value: string, maxAgeSeconds: number): string {
  const secure = originOf(request, config).startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=/dashboard; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
