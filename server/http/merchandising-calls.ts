/** What both doors to merchandising do alike, for keys and for people. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../storage/accounts.ts';
import { sendMade } from './answer-memory.ts';
import { bodyBytes } from './body.ts';
import { hangUpOf } from './hang-up.ts';
import type { Services } from './services.ts';

/** Whose rules, and who asks: null for a key. */
export interface MerchandisingCaller {
  readonly storeId: string;
  readonly actor: Actor | null;
}

type Call = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The rules as they are now, behind what was done. */
type Send = (request: FastifyRequest, reply: FastifyReply, message: string | null) => Promise<FastifyReply>;

/** The calls, as one handler each. */
export interface MerchandisingCalls {
  readonly show: Call;
  /** Answers when keystrokes of this process are answered by the rules. */
  readonly replace: Call;
  /** The same, but rules that can be read stay. Answers with what is there then. */
  readonly replaceDamaged: Call;
  /** Changes one rule; answers as `replace` does. */
  readonly change: Call;
}

export function createMerchandisingCalls(
  { readers, pipeline, index }: Pick<Services, 'readers' | 'pipeline' | 'index'>,
  callerOf: (request: FastifyRequest) => MerchandisingCaller,
): MerchandisingCalls {
  const send: Send = (request, reply, message) =>
    sendMade(request, reply, () => readers.page(callerOf(request).storeId, 'merchandising', { message }));
  const replace = async (request: FastifyRequest, reply: FastifyReply, keepsReadable: boolean) => {
    const caller = callerOf(request);
    const body = bodyBytes(request);
    await pipeline.replaceMerchandising({ ...caller, body, keepsReadable }, hangUpOf(reply));
    await index.follow(caller.storeId);
    return await send(request, reply, keepsReadable ? null : 'The rules have been replaced.');
  };
  return {
    show: (request, reply) => send(request, reply, null),
    replace: (request, reply) => replace(request, reply, false),
    replaceDamaged: (request, reply) => replace(request, reply, true),
    async change(request, reply) {
      const caller = callerOf(request);
      await pipeline.changeRule({ ...caller, body: bodyBytes(request) }, hangUpOf(reply));
      await index.follow(caller.storeId);
      return await send(request, reply, 'The rule has been changed.');
    },
  };
}
