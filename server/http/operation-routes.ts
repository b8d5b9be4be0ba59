/**
 * Registers the routes of operations: one below `/api/v1` for keys, one below `/dashboard/api` for members of a store. It parses no
 * body: bytes go to the thread that does the operation. Unknown parameters and wrong values are `validation_failed`, an unknown store
 * `not_found`, a body over the operation's limit (64 KiB unless declared) 413. An operation that names an unknown `shows` makes the
 * start fail.
 */
// Tests: ./operation-routes.live.test.ts.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { limits } from '../../contract/limits.ts';
import type { Operation, Operations } from '../../contract/operation.ts';
import { operations, type ServiceOperations } from '../../contract/operations.ts';
import type { CallerKind, OperationHandlers, OperationRequest } from '../operations/operation-call.ts';
import { runOperation } from '../operations/run-operation.ts';
import { merchandisingFormats } from '../resources/merchandising/parse-merchandising.ts';
import { searchFormats } from '../resources/searches/write-searches.ts';
import { synonymFormats } from '../resources/synonyms/parse-synonyms.ts';
import type { Actor } from '../storage/accounts/tables.ts';
import { keySubject } from '../stores/create-key.ts';
import { grantOf } from './admission/authenticate.ts';
import { originOf } from './admission/origin.ts';
import { dashboardApi, type RouteAccess } from './admission/route-access.ts';
import type { RouteBody } from './admission/route-limits.ts';
import { sendAnalyticsFile } from './answers/analytics-file.ts';
import { sendWithinMemory } from './answers/answer-memory.ts';
import { disconnectSignal } from './answers/disconnect-signal.ts';
import { bodyBytes } from './bodies/body.ts';
import { acceptLines, storeLines, takesLines } from './bodies/body-lines.ts';
import { actorOf, memberOf } from './dashboard/member.ts';
import { sendFailuresFile } from './failures-file.ts';
import { findInCatalog } from './handlers/find-in-catalog.ts';
import { healthHandlers } from './handlers/health-handlers.ts';
import { overviewHandlers } from './handlers/overview-handlers.ts';
import { playgroundHandlers } from './handlers/playground-handlers.ts';
import { previewRanking } from './handlers/preview-ranking.ts';
import { previewRules } from './handlers/preview-rules.ts';
import { previewSearch } from './handlers/preview-search.ts';
import { storeHandlers } from './handlers/store-handlers.ts';
import { createKeyHolder, readIdempotencyKey } from './idempotency-keys.ts';
import { readQueryBy } from './query.ts';
import type { Services } from './services.ts';

/** The store that a request is about, and who asks. */
interface Caller {
  readonly storeId: string;
  readonly caller: CallerKind;
  readonly actor: Actor | null;
  readonly isOperator: boolean;
  readonly callerName: string;
}

const declared: Operations = operations;

/** Registers the routes of every operation. */
export function operationRoutes(app: FastifyInstance, services: Services): void {
  const lineRoutes: RouteOptions[] = [];
  for (const [name, operation] of Object.entries(declared)) {
    const [method = '', path = ''] = operation.route.split(' ');
    const register = (url: string, access: RouteAccess, callerOf: (request: FastifyRequest) => Caller) => {
      const config = {
        access,
        ...(access === 'storefront' && operation.budget && { budget: operation.budget }),
        ...(operation.storeRate && { storeRate: operation.storeRate }),
        ...(operation.maxBytes !== undefined && { body: routeBody(operation.maxBytes, operation) }),
      };
      const routeOf = (isOfLines: boolean) => ({
        ...{ method, url, config },
        // Declared for the check of unknown parameters; the document is made of the operations themselves.
        ...(operation.query && { schema: { querystring: operation.query } }),
        handler: createHandler(services, { name, operation, isOfLines, callerOf }),
      });
      app.route(routeOf(false));
      if (operation.takesLines) lineRoutes.push({ ...routeOf(true), constraints: takesLines });
    };
    if (operation.key !== undefined) {
      register(`/api/v1${path}`, operation.key, (request) => {
        const { storeId, kind, keyName, hint } = grantOf(request);
        // Names are not unique: the audit log says which key it was.
        const actor = { name: keySubject({ name: keyName, hint }), email: null };
        return { storeId, caller: kind, actor, isOperator: false, callerName: keyName };
      });
    }
    if (operation.role !== undefined) {
      register(`${dashboardApi}stores/:store_id${path === '/' ? '' : path}`, operation.role, (request) => {
        const { storeId, isOperator } = memberOf(request);
        const actor = actorOf(request);
        return { storeId, caller: 'member', actor, isOperator, callerName: actor.name };
      });
    }
  }
  // In a scope of its own: nowhere else is a body a stream.
  app.register(async (scope) => {
    acceptLines(scope);
    const body = { maxBytes: limits.fileMaxBytes, isStreamed: true } as const;
    for (const route of lineRoutes) scope.route({ ...route, config: { ...route.config, body } });
  });
}

function routeBody(maxBytes: number, { takesLines: lines }: Operation): RouteBody {
  return { maxBytes, ...(lines && { takesLines: lines }) };
}

interface Served {
  readonly name: string;
  readonly operation: Operation;
  /** Whether the body is stored as lines before the call. */
  readonly isOfLines: boolean;
  readonly callerOf: (request: FastifyRequest) => Caller;
}

/** Functions that send the answer as a file if `format=csv` asks for one. Files that may be large are sent in parts. */
const files: Readonly<
  Record<
    string,
    (reply: FastifyReply, call: OperationRequest, readers: Services['readers']) => Promise<FastifyReply>
  >
> = {
  showSearches: sendAnalyticsFile('searches'),
  showNoResults: sendAnalyticsFile('no-results'),
  showClicks: sendAnalyticsFile('clicks'),
  showProductFigures: sendAnalyticsFile('products'),
  showValue: sendAnalyticsFile('value'),
  listImportFailures: (reply, { storeId, params }, readers) =>
    sendFailuresFile(reply, readers, { storeId, importId: params.import_id ?? '', feedId: null }),
  listFeedRunFailures: (reply, { storeId, params }, readers) =>
    sendFailuresFile(reply, readers, {
      storeId,
      importId: params.run_id ?? '',
      feedId: params.feed_id ?? '',
    }),
};

function createHandler(services: Services, served: Served) {
  const answer = served.isOfLines ? createLinesAnswer(services) : createAnswer(services, served);
  const holdKey = createKeyHolder();
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const call = toCall(services, served, request);
    const { storeId, idempotencyKey } = call;
    if (idempotencyKey === null) return await answer(call, request, reply);
    return await holdKey(storeId, idempotencyKey, () => answer(call, request, reply));
  };
}

/** The call that a request makes, with its parameters checked. */
function toCall(
  { config }: Services,
  { name, operation, callerOf }: Served,
  request: FastifyRequest,
): OperationRequest {
  return {
    name,
    isLong: operation.isLong === true,
    ...callerOf(request),
    origin: originOf(request, config),
    params: request.params as Readonly<Record<string, string>>,
    query: operation.query === undefined ? {} : readQueryBy(operation.query, request.query),
    idempotencyKey: operation.takesIdempotencyKey ? readIdempotencyKey(request) : null,
    bodySchema: operation.isBodyRaw ? null : (operation.body ?? null),
    body: bodyOf(operation, request),
  };
}

/** Stores the lines, and answers as soon as they are durable and what they ask for is queued. */
function createLinesAnswer({ pipeline }: Services) {
  return async (call: OperationRequest, request: FastifyRequest, reply: FastifyReply) => {
    const { storeId } = call;
    const hungUp = disconnectSignal(reply);
    const lines = await storeLines(pipeline, request, {
      storeId,
      isHashed: call.idempotencyKey !== null,
      hungUp,
    });
    try {
      return sendJson(reply.code(202), await pipeline.operate({ ...call, lines }, hungUp));
    } catch (error) {
      await pipeline.discardFile({ storeId, fileId: lines.fileId }).catch(() => {});
      throw error;
    }
  };
}

function createAnswer(services: Services, { name, operation }: Served) {
  const { readers, pipeline, index, keyRing } = services;
  const formats = { ...merchandisingFormats, ...searchFormats, ...synonymFormats };
  const here = { handlers: handlersHere(services), formats };
  const { shows } = operation;
  const shown = shows === undefined ? undefined : declared[shows];
  if (shows !== undefined && shown === undefined) throw new Error(`${name} shows ${shows}, which is unknown`);
  return async (asked: OperationRequest, request: FastifyRequest, reply: FastifyReply) => {
    const call = await searchFirst(services, asked);
    const sendFile = 'format' in call.query && call.query.format === 'csv' ? files[name] : undefined;
    if (sendFile !== undefined) return await sendFile(reply, call, readers);
    const hungUp = disconnectSignal(reply);
    const read = (of: OperationRequest, before?: Uint8Array) => {
      const make = async () => joinObjects(before, await readers.operate(of, hungUp));
      // A long one would keep lists of other stores from being made.
      return of.isLong
        ? make().then((json) => sendJson(reply, json))
        : sendWithinMemory(request, reply, make);
    };
    if (operation.thread === 'reader') return await read(call);
    const done =
      operation.thread === 'http'
        ? await runOperation(here, call, { cancelled: hungUp })
        : await pipeline.operate(call, hungUp);
    const isDryRun = 'dry_run' in call.query && call.query.dry_run === true;
    if (operation.follows && !isDryRun) await index.follow(call.storeId);
    if (operation.refreshesKeys) await keyRing.refresh();
    if (shows === undefined || shown === undefined) return sendJson(reply, done);
    const isLong = shown.isLong === true;
    return await read({ ...call, name: shows, isLong, bodySchema: null, body: new Uint8Array() }, done);
  };
}

/** Searches the indexes for an operation that needs it, before the operation's thread does the rest. */
async function searchFirst(services: Services, call: OperationRequest): Promise<OperationRequest> {
  return call.name === 'searchCatalog' ? await findInCatalog(services, call) : call;
}

function bodyOf({ body, isBodyOptional }: Operation, request: FastifyRequest): Uint8Array {
  const bytes = body === undefined ? new Uint8Array() : bodyBytes(request);
  return isBodyOptional && bytes.length === 0 ? new TextEncoder().encode('{}') : bytes;
}

/** Operations that this thread does itself. */
function handlersHere(services: Services): OperationHandlers<ServiceOperations, 'http'> {
  return {
    previewRanking: previewRanking(services),
    previewRules: previewRules(services),
    previewSearch: previewSearch(services),
    ...healthHandlers(services),
    ...overviewHandlers(services),
    ...playgroundHandlers(services),
    ...storeHandlers(services),
  };
}

function sendJson(reply: FastifyReply, json: Uint8Array): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json);
}

/** The fields of both objects, which are JSON. */
function joinObjects(before: Uint8Array | undefined, object: Uint8Array): Uint8Array {
  // `{}` has no fields.
  if (before === undefined || before.byteLength <= 2) return object;
  return Buffer.concat([before.subarray(0, -1), Buffer.from(','), object.subarray(1)]);
}
