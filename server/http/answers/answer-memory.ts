/**
 * Bounds the memory that answers hold until their callers have taken them (held-memory.ts). An answer that finds no room is replaced
 * by 503. Small answers to callers who read are not counted, and neither are answers that are in memory anyway. Limits: 128 MiB of
 * answers, 64 MiB of those to strangers, 4 lists made at once and 2,048 that wait; Retry-After is 1 s. It never cuts an answer.
 */
// Tests: ./answer-memory.live.test.ts.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../../contract/limits.ts';
import { type AppError, callerGone, unavailable } from '../../errors.ts';
import { createCounters } from '../../threads/fairness/counters.ts';
import { createFairQueue } from '../../threads/fairness/fair-queue.ts';
import { giveBackShares, type Pool, takeShares } from '../../threads/fairness/fair-shares.ts';
import { isFromMemory } from '../admission/route-limits.ts';
import { answerPools, createHeldMemory, type HeldMemory, holderOf, sharesOf } from '../bodies/held-memory.ts';

declare module 'fastify' {
  interface FastifyInstance {
    makeAnswer: MakeAnswer;
  }
}

/** Runs `make` once its turn comes and there is room for its answer. Rejects with `unavailable` if there is none. */
type MakeAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<Uint8Array>,
) => Promise<Uint8Array>;

const tooManyWait = 'Too many lists wait to be read. Try again in a moment.';

/** Lists that wait or are being made. Strangers are counted apart: with a storefront key they must not keep out the store itself. */
const waitingPools = {
  known: { name: 'known', most: limits.pagesWaiting },
  strangers: { name: 'strangers', most: limits.pagesWaiting },
} as const satisfies Record<string, Pool>;

/** Bounds the answers of an application by the `memory` that they may hold. */
export function boundAnswers(app: FastifyInstance, memory = createHeldMemory(answerPools)): void {
  app.decorate('makeAnswer', createMaker(memory));
  app.addHook('onSend', (request, reply, payload, done) => {
    const refusal = hold(memory, request, reply, payload);
    if (refusal === null) done(null, inPieces(payload, reply));
    else done(refusal);
  });
}

/**
 * Sends JSON that is made elsewhere, such as in the reader thread. Room for it is held before it is made, so that nothing is
 * made for callers who do not read.
 */
export async function sendWithinMemory(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<Uint8Array>,
): Promise<FastifyReply> {
  const json = await request.server.makeAnswer(request, reply, make);
  return reply.type('application/json; charset=utf-8').send(json);
}

/** Stores, and the strangers of each, take turns, one answer of each at a time; the others wait, and hold nothing. */
function createMaker(memory: HeldMemory): MakeAnswer {
  const turns = createFairQueue(limits.pagesMadeAtOnce);
  const waiting = createCounters();
  return async (request, reply, make) => {
    const holder = holderOf(request);
    const isKnown = 'account' in holder;
    const pool = isKnown ? waitingPools.known : waitingPools.strangers;
    const shares = sharesOf(holder);
    const name = isKnown ? holder.account : `strangers ${holder.storeId ?? holder.address}`;
    const makeHeld = async () => {
      if (reply.raw.destroyed) throw callerGone();
      const held = memory.hold(holder);
      try {
        if (!held.take(isKnown ? limits.pageMaxBytes : limits.cardPageMaxBytes)) throw refuse(reply);
        return await make();
      } finally {
        // It is counted by what it weighs when it is sent.
        held.release();
      }
    };
    if (!takeShares(waiting, pool, shares, 1)) throw unavailable(tooManyWait, 1);
    try {
      return await turns.run(name, makeHeld);
    } finally {
      giveBackShares(waiting, pool, shares, 1);
    }
  };
}

/** Holds an answer's bytes until it is taken or its connection ends. Returns the refusal if that is too much. */
function hold(
  memory: HeldMemory,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): AppError | null {
  const { raw } = reply;
  const bytes = weightOf(payload);
  // An error is small, and a refusal must not be refused.
  if (reply.statusCode >= 400 || isFromMemory(request.routeOptions.config)) return null;
  if (bytes <= limits.answerPieceBytes && raw.socket?.writableLength === 0) return null;
  if (raw.destroyed) return null;
  const held = memory.hold(holderOf(request));
  raw.once('close', () => held.release());
  return held.take(bytes) ? null : refuse(reply);
}

/** The refusal of an answer that finds no room. Requests that were sent ahead need not be answered. */
function refuse(reply: FastifyReply): AppError {
  reply.header('connection', 'close');
  return unavailable('Too much of what was asked for waits to be taken. Read the answers, and try again.', 1);
}

/** Returns the bytes that an answer holds: all of it, or, if it is made while it is sent, the part made at a time. */
function weightOf(payload: unknown): number {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (payload instanceof Uint8Array) return payload.byteLength;
  return payload instanceof Readable ? limits.answerStreamHeldBytes : 0;
}

/** A long answer in pieces, each handed over once those before were taken. */
function inPieces(payload: unknown, reply: FastifyReply): unknown {
  if (typeof payload !== 'string' && !(payload instanceof Uint8Array)) return payload;
  if (payload.length <= longBytes) return payload;
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  reply.header('content-length', String(bytes.byteLength));
  return Readable.from(piecesOf(bytes));
}

/** Bytes up to which an answer is sent in one piece, since the system buffers that much. */
const longBytes = 4 * limits.answerPieceBytes;

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += limits.answerPieceBytes) {
    yield bytes.subarray(at, at + limits.answerPieceBytes);
  }
}
