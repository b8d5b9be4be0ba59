/**
 * Decides who is calling and what they may do, in front of every route under /dashboard/api. The session and the role are read with
 * each call, so that a removed member, or an ended session, is stopped at once. A store that the caller is no member of answers 404,
 * like one that does not exist. It never trusts a role of an earlier call and never logs a token. A missing session is 401
 * `signed_out`, a role too low 403, a changing call without its token 403 `csrf_failed`. Unknown tokens are remembered for 3 s.
 */
// Tests: ./member.live.test.ts.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { limits } from '../../../contract/limits.ts';
import { type Role, roles } from '../../../contract/words/roles.ts';
import { hashToken, stateOfSession } from '../../accounts/sessions.ts';
import { AppError, notFound } from '../../errors.ts';
import { isUuid, randomToken } from '../../ids.ts';
import type { PersonActor, Session, User } from '../../storage/accounts/tables.ts';
import { boundedByCount } from '../../structures/bounded-by-count.ts';
import type { UnknownCounter } from '../admission/authenticate.ts';
import type { RequestLimiter } from '../admission/request-limiter.ts';
import type { DashboardAccess, RouteAccess } from '../admission/route-access.ts';
import type { Services } from '../services.ts';
import { isChanging, isFromOtherOrigin } from './same-origin.ts';
import { readSessionCookie, setSessionCookie } from './session-cookie.ts';

/** A person who is signed in. */
export interface SignedIn {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
  readonly session: Session;
}

/** A person in a store. An operator is owner of every store. */
export interface Member extends SignedIn {
  readonly storeId: string;
  readonly role: Role;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every dashboard route that is not open, before its handler runs. */
    signedIn: SignedIn | null;
    /** Set where the route asks for a role. */
    member: Member | null;
  }
}

/** The caller of a route that asks for a role. Throws a plain error on any other route. */
export function memberOf(request: FastifyRequest): Member {
  if (request.member === null) throw new Error(`the route ${request.routeOptions.url} asks for no role`);
  return request.member;
}

/** The caller of a route that is not open. Throws a plain error on an open one. */
export function signedInOf(request: FastifyRequest): SignedIn {
  if (request.signedIn === null) throw new Error(`the route ${request.routeOptions.url} is open`);
  return request.signedIn;
}

/** The caller of a route that is not open, as the audit log names them. */
export function actorOf(request: FastifyRequest): PersonActor {
  const { name, email } = signedInOf(request);
  return { name, email };
}

/**
 * Rejects with `csrf_failed`, `signed_out`, `insufficient_role`, or `not_found` for a store that the caller is no member
 * of, which looks the same as one that does not exist.
 */
export type Gate = (request: FastifyRequest, reply: FastifyReply, access: RouteAccess) => Promise<void>;

/** The services that the gate needs. */
type GateServices = Pick<Services, 'config' | 'clock' | 'storage' | 'pipeline'>;

/** The gate in front of the dashboard's calls. A call counts before its role is read, so that refused ones count too. */
export function createGate(
  services: GateServices,
  findSignedIn: FindSignedIn,
  limiter: Pick<RequestLimiter, 'admitSession'>,
): Gate {
  return async (request, reply, access) => {
    reply.header('cache-control', 'no-store');
    if (isChanging(request) && isFromOtherOrigin(request, services.config)) {
      throw new AppError('csrf_failed', 'The call comes from a page of another site.');
    }
    if (access === 'open') return;
    const signedIn = await findSignedIn(request, reply);
    if (signedIn === null) throw new AppError('signed_out', 'You are signed out. Sign in to go on.');
    request.signedIn = signedIn;
    limiter.admitSession(request, reply);
    if (isChanging(request)) checkCsrfToken(request, signedIn.session);
    await admit(services, request, signedIn, access as DashboardAccess);
  };
}

/**
 * The person whose session the cookie names, or null. A token that is due is replaced on the way. Rejects with
 * `rate_limited` where the caller's network came with too many unknown tokens.
 */
export type FindSignedIn = (request: FastifyRequest, reply: FastifyReply) => Promise<SignedIn | null>;

/** Chosen: more than people who are signed in, and than calls of a few seconds. */
const tokensRemembered = 10_000;

/** The services that find sessions. */
interface FinderServices extends Pick<GateServices, 'config' | 'clock'> {
  readonly storage: Pick<GateServices['storage'], 'accounts'>;
  readonly pipeline: Pick<GateServices['pipeline'], 'changeAccounts'>;
}

/** Looks sessions up for one HTTP thread. */
export function createSessionFinder(services: FinderServices, limiter: UnknownCounter): FindSignedIn {
  const { accounts } = services.storage;
  const unknown = new LRUCache<string, true>({
    ...boundedByCount(tokensRemembered),
    ttl: limits.unknownCredentialSeconds * 1_000,
    perf: { now: () => services.clock.monotonicMs() },
  });
  /** Token hashes that are known to exist. Whether a session still counts is read for each call. */
  const known = new LRUCache<string, true>(boundedByCount(tokensRemembered));
  return async (request, reply) => {
    const token = readSessionCookie(request);
    if (token === null) return null;
    const tokenHash = hashToken(token);
    if (unknown.has(tokenHash)) return null;
    const find = async () => {
      const row = await accounts.session(tokenHash);
      const state = row && stateOfSession(row.session, tokenHash, services.clock.nowMicros());
      return row === null || state === 'over' ? null : { ...row, state };
    };
    const found = known.has(tokenHash) ? await find() : await limiter.countUnknown(request, reply, find);
    if (found === null) {
      // No session begins with a token that somebody has sent before, and none that is over begins again.
      unknown.set(tokenHash, true);
      known.delete(tokenHash);
      return null;
    }
    known.set(tokenHash, true);
    const { session, user, state } = found;
    if (state === 'aged') await passUnavailable(rotate(services, request, reply, session));
    if (state === 'unseen') await passUnavailable(services.pipeline.changeAccounts('noteSeen', { session }));
    return toSignedIn(user, session);
  };
}

/** A person as the routes see them. */
export function toSignedIn(user: User, session: Session): SignedIn {
  const { id, email, name, isOperator } = user;
  return { userId: id, email, name, isOperator, session };
}

async function rotate(
  { pipeline, config }: FinderServices,
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session,
): Promise<void> {
  const token = randomToken();
  const isFirst = await pipeline.changeAccounts('rotateSession', { session, tokenHash: hashToken(token) });
  if (isFirst) setSessionCookie(request, reply, config, token);
}

/** Ignores a refusal with `unavailable`: for writes beside an answer, which must not fail because a disk is full. */
export async function passUnavailable(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
  });
}

function checkCsrfToken(request: FastifyRequest, { csrfToken }: Session): void {
  const sent = Buffer.from(String(request.headers['x-csrf-token'] ?? ''));
  const right = Buffer.from(csrfToken);
  if (sent.length === right.length && timingSafeEqual(sent, right)) return;
  throw new AppError('csrf_failed', 'The header X-CSRF-Token takes the csrf_token of the session.');
}

async function admit(
  { storage }: GateServices,
  request: FastifyRequest,
  signedIn: SignedIn,
  access: DashboardAccess,
): Promise<void> {
  if (access === 'signed_in') return;
  if (access === 'operator') {
    if (signedIn.isOperator) return;
    throw new AppError('insufficient_role', 'Only an operator of the service can do this.');
  }
  const { store_id: storeId = '' } = request.params as { store_id?: string };
  const role = await roleIn(storage, storeId, signedIn);
  if (role === null) throw notFound('store');
  if (roles.indexOf(role) < roles.indexOf(access)) {
    throw new AppError('insufficient_role', `This takes the role ${access} in the store; yours is ${role}.`);
  }
  request.member = { ...signedIn, storeId, role };
}

async function roleIn(
  { directory, accounts }: GateServices['storage'],
  storeId: string,
  { userId, isOperator }: SignedIn,
): Promise<Role | null> {
  if (!isUuid(storeId)) return null;
  if (isOperator) return (await directory.findStore(storeId)) === null ? null : 'owner';
  return (await accounts.membership(storeId, userId))?.role ?? null;
}
