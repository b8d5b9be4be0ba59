/**
 * Builds the HTTP application: what happens to every request, in order, before its route runs. Preflight, request id, admission
 * (admit-request.ts); then the body and the route; then measurement. A route that does not say who may call it, or declares limits
 * that make no sense, makes the start fail. Usual keystrokes are answered before all that, by the same rules (keystroke.ts). It holds
 * no rule of a route itself, and never listens. At the end, connections that do not close are ended after 4.5 s
 * (`limits.shutdownAnswersMs`).
 */
// Tests: test/api/errors.test.ts.
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { packageVersion } from '../package-version.ts';
import { connectionsMax, descriptorLimit } from '../settings/connection-limit.ts';
import { type AdmitRequest, createAdmission, pathNotFound, pathOf } from './admission/admit-request.ts';
import { createConnectionAdmission } from './admission/connection-admission.ts';
import { answerPreflight } from './admission/cors.ts';
import { createRequestLimiter } from './admission/request-limiter.ts';
import { inTurns } from './admission/request-turns.ts';
import { accessFault, isCall } from './admission/route-access.ts';
import { bodyLongestMsOf, bodyMaxBytesOf, limitsFault } from './admission/route-limits.ts';
import { boundAnswers } from './answers/answer-memory.ts';
import { safetyHeadersOf } from './answers/safety-headers.ts';
import { acceptBodies } from './bodies/body.ts';
import { type ArrivalWatch, createArrivalWatch } from './bodies/body-arrival.ts';
import { answerClientError } from './client-errors.ts';
import { dashboardAssetRoutes } from './dashboard/assets.ts';
import { dashboardRoutes } from './dashboard/dashboard-routes.ts';
import { createSessionFinder } from './dashboard/member.ts';
import { documentApi } from './documentation.ts';
import { createErrorHandler, sendError } from './errors.ts';
import { createFastPath, type FastPath, type SharedParts } from './keystroke/keystroke.ts';
import { operationRoutes } from './operation-routes.ts';
import { createParameterCheck } from './query-parameters.ts';
import { createEventRecorder } from './record-events.ts';
import { createRequestNotes } from './request-notes.ts';
import { autocompleteRoutes } from './routes/autocomplete.ts';
import { demoRoutes } from './routes/demo.ts';
import { docsRoutes } from './routes/docs.ts';
import { eventRoutes } from './routes/events.ts';
import { orderRoutes } from './routes/orders.ts';
import { probeRoutes } from './routes/probes.ts';
import { widgetRoutes } from './routes/widget.ts';
import { createHttpServer } from './server.ts';
import type { Services } from './services.ts';

interface HookParts extends Pick<SharedParts, 'notes'> {
  readonly admit: AdmitRequest;
  readonly arrivals: ArrivalWatch;
}

/** A worker has no routes for callers. */
const noFastPath: FastPath = { take: () => false, headers: [] };

/** Percent-encoding makes at most 12 characters of one code point; beyond the limit the id is unknown anyway. */
const maxParamLength = limits.externalIdMaxLength * 12 + 1;

/** The whole application, not yet listening. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const handleError = createErrorHandler(services);
  const parts: SharedParts = {
    limiter: createRequestLimiter(services),
    notes: createRequestNotes(services),
    nextRequestId: createRequestIds(),
  };
  const fastPath = services.config.role === 'worker' ? noFastPath : createFastPath(services, parts);
  const app = Fastify({
    ...appOptions(services, parts, fastPath),
    // Requests that are wrong before there is a route: an address that is badly encoded or too long. No hook has run yet.
    frameworkErrors(error, request, reply) {
      reply.header('x-request-id', request.id);
      handleError(error, request, reply);
    },
  });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) => sendError(pathNotFound(request), request, reply));
  // Row rules are the pipeline's and query rules are checked by hand; the schemas are for the document.
  app.setValidatorCompiler(() => () => true);
  // Measured: a compiled serializer is slower than JSON.stringify, and answers are ours already.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.decorateRequest('grant', null);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('member', null);
  acceptBodies(app);
  boundAnswers(app);
  const methods = collectMethods(app);
  const findSignedIn = createSessionFinder(services, parts.limiter);
  const admit = createAdmission(services, { limiter: parts.limiter, findSignedIn });
  addRequestHooks(app, services, { ...parts, admit, arrivals: createArrivalWatch(services.clock) });
  documentApi(app, packageVersion());
  docsRoutes(app, services);
  probeRoutes(app, services);
  if (services.config.role !== 'worker') {
    autocompleteRoutes(app, services);
    const record = createEventRecorder(services);
    await eventRoutes(app, services, record);
    await orderRoutes(app, services, record);
    operationRoutes(app, services);
    widgetRoutes(app, services);
    demoRoutes(app, services);
    dashboardRoutes(app, services, findSignedIn);
    await dashboardAssetRoutes(app);
  }
  refuseOtherMethods(app, methods);
  return app;
}

/**
 * Answers what is under way. For `drainMs` new requests are answered too, each with `Connection: close`, so that no
 * caller loses one that it had sent already; a client that is still sending near the end of the grace has had its chance.
 */
export async function closeApp(app: FastifyInstance, drainMs: number): Promise<void> {
  // By a timer, not by counting pauses: on a busy thread each takes many times as long.
  const drained = AbortSignal.timeout(drainMs);
  while (!drained.aborted && (await connectionCount(app)) > 0) await pause(drainPollMs);
  const deadline = setTimeout(() => app.server.closeAllConnections(), limits.shutdownAnswersMs);
  await app.close();
  clearTimeout(deadline);
}

const drainPollMs = 25;

function connectionCount({ server }: FastifyInstance): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

function appOptions({ config, clock, metrics }: Services, parts: SharedParts, fastPath: FastPath) {
  const admission = createConnectionAdmission({
    most: connectionsMax(config, descriptorLimit()),
    trustProxy: config.trustProxy,
    count: (change) => metrics.countConnection(change),
  });
  return {
    logger: false,
    // For the address that `listen` gives.
    ...(config.tls === null ? {} : { https: config.tls }),
    serverFactory: (route: RequestListener) =>
      createHttpServer(config, clock, admission, { fastPath, listener: inTurns(route) }),
    routerOptions: { maxParamLength },
    forceCloseConnections: 'idle' as const,
    return503OnClosing: false,
    trustProxy: config.trustProxy.length === 0 ? false : [...config.trustProxy],
    genReqId: parts.nextRequestId,
    clientErrorHandler: answerClientError,
  };
}

/** `req_<process>_<count>`: unique without a random draw a request. */
function createRequestIds(): () => string {
  const prefix = `req_${newId().slice(-12)}_`;
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count.toString(36)}`;
  };
}

function addRequestHooks(app: FastifyInstance, services: Services, parts: HookParts): void {
  const { notes, admit, arrivals } = parts;
  const safetyHeaders = safetyHeadersOf(services.config);
  app.addHook('onRequest', (request, reply, done) => {
    arrivals.begin(request.raw, reply.raw, bodyLongestMsOf(request.routeOptions.config));
    reply.header('x-request-id', request.id).headers(safetyHeaders);
    if (answerPreflight(request, reply)) return;
    if (services.state() === 'stopping') reply.header('connection', 'close');
    try {
      const pending = admit(request, reply);
      if (pending === undefined) done();
      else pending.then(() => done(), done);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, id } = request;
    notes(method, routeOptions.url ?? 'unknown', reply.statusCode)(id, reply.elapsedTime);
    done();
  });
}

/**
 * Registered methods by path, for 405. On the way it refuses a route that does not say who may call it, or declares limits
 * that make no sense, and gives each route what follows from its declaration.
 */
function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const { url, config = {} } = route;
    const fault = accessFault(url, config.access) ?? limitsFault([route.method].flat(), config);
    if (fault !== null) throw new Error(`the route ${url} ${fault}`);
    route.bodyLimit = bodyMaxBytesOf(config);
    if (isCall(url)) {
      const check = createParameterCheck(route.schema?.querystring, config.unknownParameters);
      route.config = { ...config, checkParameters: check };
    }
    const known = methods.get(url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(url, known);
  });
  return methods;
}

/** A known path with another method is 405 with `Allow` (Contract §3), not 404. */
function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, known] of [...methods]) {
    if (url.includes('*')) continue;
    const allow = [...known].join(', ');
    const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allow);
      throw new AppError('method_not_allowed', `${pathOf(request)} takes ${allow}, not ${request.method}.`);
    };
    app.route({
      method: app.supportedMethods.filter((method) => !known.has(method)),
      url,
      config: { access: 'open', budget: 'none', unknownParameters: 'ignored' },
      // Before the body is looked at: the method is what is wrong.
      onRequest: refuse,
      handler: refuse,
    });
  }
}
