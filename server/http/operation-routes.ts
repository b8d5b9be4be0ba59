/** The routes of operations: one below `/api/v1` for keys, one below `/dashboard/api` for members of a store. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation, Operations } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { CallerKind, OperationRequest } from '../operations/operation-call.ts';
import type { Actor } from '../storage/accounts.ts';
import { sendMade } from './answer-memory.ts';
import { grantOf } from './authenticate.ts';
import { bodyBytes } from './body.ts';
import { actorOf, memberOf } from './dashboard/member.ts';
import { hangUpOf } from './hang-up.ts';
import { sendFailuresFile } from './import-pages.ts';
import { originOf } from './origin.ts';
import { readQueryBy } from './query.ts';
import { dashboardApi, type RouteAccess } from './route-access.ts';
import type { Services } from './services.ts';

/** The store that a request is about, and who asks. */
interface Caller {
  readonly storeId: string;
  readonly caller: CallerKind;
  readonly actor: Actor | null;
}

/** Registers the routes of every operation. */
export function operationRoutes(app: FastifyInstance, services: Services): void {
  for (const [name, operation] of Object.entries<Operation>(operations satisfies Operations)) {
    const [method = '', path = ''] = operation.route.split(' ');
    const register = (url: string, access: RouteAccess, callerOf: (request: FastifyRequest) => Caller) =>
      app.route({
        method,
        url,
        config: { access, ...(access === 'storefront' && operation.budget && { budget: operation.budget }) },
        // Declared for the check of unknown parameters; the document is made of the operations themselves.
        schema: { hide: true, ...(operation.query && { querystring: operation.query }) },
        handler: createHandler(services, { name, operation, callerOf }),
      });
    if (operation.key !== undefined) {
      register(`/api/v1${path}`, operation.key, (request) => {
        const { storeId, kind } = grantOf(request);
        return { storeId, caller: kind, actor: null };
      });
    }
    if (operation.role !== undefined) {
      register(`${dashboardApi}stores/:store_id${path}`, operation.role, (request) => ({
        storeId: memberOf(request).storeId,
        caller: 'member',
        actor: actorOf(request),
      }));
    }
  }
}

interface Served {
  readonly name: string;
  readonly operation: Operation;
  readonly callerOf: (request: FastifyRequest) => Caller;
}

/** What sends the answer as a file where `format=csv` asks for one: in parts, so that it may be large. */
const files: Readonly<
  Record<
    string,
    (reply: FastifyReply, call: OperationRequest, readers: Services['readers']) => Promise<FastifyReply>
  >
> = {
  listFeedRunFailures: (reply, { storeId, params }, readers) =>
    sendFailuresFile(reply, readers, {
      storeId,
      importId: params.run_id ?? '',
      feedId: params.feed_id ?? '',
    }),
};

function createHandler(
  { readers, pipeline, config }: Pick<Services, 'readers' | 'pipeline' | 'config'>,
  { name, operation, callerOf }: Served,
) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const call: OperationRequest = {
      name,
      isLong: operation.isLong === true,
      ...callerOf(request),
      origin: originOf(request, config),
      params: request.params as Readonly<Record<string, string>>,
      query: operation.query === undefined ? {} : readQueryBy(operation.query, request.query),
      bodySchema: operation.body ?? null,
      body: bodyOf(operation, request),
    };
    const sendFile = 'format' in call.query && call.query.format === 'csv' ? files[name] : undefined;
    if (sendFile !== undefined) return await sendFile(reply, call, readers);
    const hungUp = hangUpOf(reply);
    // A long one would keep lists of other stores from being made.
    if (operation.thread === 'reader' && !call.isLong) {
      return await sendMade(request, reply, () => readers.operate(call, hungUp));
    }
    const thread = operation.thread === 'reader' ? readers : pipeline;
    const answer = await thread.operate(call, hungUp);
    return reply.type('application/json; charset=utf-8').send(answer);
  };
}

function bodyOf({ body, isBodyOptional }: Operation, request: FastifyRequest): Uint8Array {
  const bytes = body === undefined ? new Uint8Array() : bodyBytes(request);
  return isBodyOptional && bytes.length === 0 ? new TextEncoder().encode('{}') : bytes;
}
