/**
 * The HTTP application: what happens to every request, in order, before its route runs. Preflight, request id, rate
 * limit, key; then the route; then measurement. Every route says who may call it, or the app refuses to start.
 * Usual keystrokes are answered before all that, by the same rules (keystroke.ts).
 */
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { limits } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import { authenticate } from './authenticate.ts';
import { acceptBodies } from './body.ts';
import { addCorsHeaders, answerPreflight, isPublicPath } from './cors.ts';
import { dashboardAssetRoutes } from './dashboard/assets.ts';
import { dashboardRoutes } from './dashboard/dashboard-routes.ts';
import { createGate } from './dashboard/member.ts';
import { documentApi } from './documentation.ts';
import { createErrorHandler, sendError } from './errors.ts';
import { createShortWay, type SharedParts, type ShortWay } from './keystroke.ts';
import { createRequestLimiter } from './request-limiter.ts';
import { createRequestNotes } from './request-notes.ts';
import { accessFault, dashboardApi, isKeyAccess } from './route-access.ts';
import { analyticsRoutes } from './routes/analytics.ts';
import { autocompleteRoutes } from './routes/autocomplete.ts';
import { collectionRoutes } from './routes/collections.ts';
import { demoRoutes } from './routes/demo.ts';
import { enrichmentRoutes } from './routes/enrichment.ts';
import { eventRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { merchandisingRoutes } from './routes/merchandising.ts';
import { operationRoutes } from './routes/operations.ts';
import { productFeedRoutes } from './routes/product-feeds.ts';
import { productImportRoutes } from './routes/product-imports.ts';
import { productRoutes } from './routes/products.ts';
import { synonymRoutes } from './routes/synonyms.ts';
import { webhookRoutes } from './routes/webhooks.ts';
import { widgetRoutes } from './routes/widget.ts';
import { safetyHeaders } from './safety-headers.ts';
import { answerClientError, boundArrival, createHttpServer } from './server.ts';
import type { Services } from './services.ts';

/** A worker has no routes for callers. */
const noShortWay: ShortWay = () => false;

/** Percent-encoding makes at most 12 characters of one code point; beyond the limit the id is unknown anyway. */
const maxParamLength = limits.externalIdMaxLength * 12 + 1;

/** The whole application, not yet listening. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const handleError = createErrorHandler(services.log);
  const parts: SharedParts = {
    limiter: createRequestLimiter(services),
    notes: createRequestNotes(services),
    nextRequestId: createRequestIds(),
  };
  const shortWay = services.config.role === 'worker' ? noShortWay : createShortWay(services, parts);
  const app = Fastify({
    ...appOptions(services, parts, shortWay),
    // What is wrong before there is a route: an address that is badly encoded or too long. No hook has run yet.
    frameworkErrors(error, request, reply) {
      reply.header('x-request-id', request.id);
      handleError(error, request, reply);
    },
  });
  app.setErrorHandler(handleError);
  app.setNotFoundHandler((request, reply) =>
    sendError(
      new AppError('not_found', `There is nothing at ${request.method} ${pathOf(request)}.`),
      request,
      reply,
    ),
  );
  // Row rules are the pipeline's and query rules are checked by hand; the schemas are for the document.
  app.setValidatorCompiler(() => () => true);
  // Measured: a compiled serializer is slower than JSON.stringify, and answers are ours already.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  app.decorateRequest('grant', null);
  app.decorateRequest('signedIn', null);
  app.decorateRequest('member', null);
  acceptBodies(app, services.bounds);
  const methods = collectMethods(app);
  addRequestHooks(app, services, parts);
  await documentApi(app, packageVersion());
  operationRoutes(app, services);
  if (services.config.role !== 'worker') {
    autocompleteRoutes(app, services);
    await eventRoutes(app, services);
    productImportRoutes(app, services);
    productRoutes(app, services);
    productFeedRoutes(app, services);
    synonymRoutes(app, services);
    merchandisingRoutes(app, services);
    webhookRoutes(app, services);
    enrichmentRoutes(app, services);
    collectionRoutes(app, services);
    analyticsRoutes(app, services);
    healthRoutes(app, services);
    widgetRoutes(app, services);
    demoRoutes(app, services);
    dashboardRoutes(app, services);
    await dashboardAssetRoutes(app);
  }
  refuseOtherMethods(app, methods);
  return app;
}

/**
 * Answers what is under way. For `drainMs` new requests are answered too, each with `Connection: close`, so that no
 * caller loses one that it had sent already; whoever is still sending near the end of the grace has had its chance.
 */
export async function closeApp(app: FastifyInstance, drainMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < drainMs && (await connectionCount(app)) > 0; waitedMs += drainPollMs) {
    await pause(drainPollMs);
  }
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

function appOptions({ config }: Services, parts: SharedParts, shortWay: ShortWay) {
  return {
    logger: false,
    // For the address that `listen` gives.
    ...(config.tls === null ? {} : { https: config.tls }),
    serverFactory: (route: RequestListener) =>
      createHttpServer(config, (request, response) => {
        if (!shortWay(request, response)) route(request, response);
      }),
    bodyLimit: limits.bodyMaxBytes,
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

function addRequestHooks(app: FastifyInstance, services: Services, { limiter, notes }: SharedParts): void {
  const gate = createGate(services);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.takesLong !== true) boundArrival(request.raw);
    reply.header('x-request-id', request.id).headers(safetyHeaders);
    if (answerPreflight(request, reply)) return;
    if (services.state() === 'stopping') reply.header('connection', 'close');
    const access = request.routeOptions.config.access ?? 'open';
    if (request.routeOptions.url?.startsWith(dashboardApi) === true) {
      gate(request, reply, access)
        .then(() => limiter.admitSession(request, reply))
        .then(() => done(), done);
      return;
    }
    if (isPublicPath(request.url)) addCorsHeaders(reply);
    if (!isKeyAccess(access)) return done();
    try {
      limiter.admitAddress(request, reply, access);
      const pending = authenticate(services.keyRing, request, reply, access);
      const admitted = () => {
        limiter.admitKey(request, reply, access);
        done();
      };
      if (pending === undefined) admitted();
      else pending.then(admitted).catch(done);
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

/** Registered methods by path, for 405; also the guard that every route of the API says who may call it. */
function collectMethods(app: FastifyInstance): Map<string, Set<string>> {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    const fault = accessFault(route.url, route.config?.access);
    if (fault !== null) throw new Error(`the route ${route.url} ${fault}`);
    const known = methods.get(route.url) ?? new Set();
    for (const method of [route.method].flat()) known.add(method);
    methods.set(route.url, known);
  });
  return methods;
}

/** A known path with another method is 405 with `Allow` (Contract §3), not 404. */
function refuseOtherMethods(app: FastifyInstance, methods: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [url, known] of [...methods]) {
    if (url.startsWith('/docs') || url.includes('*')) continue;
    const allow = [...known].join(', ');
    const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allow);
      throw new AppError('method_not_allowed', `${pathOf(request)} takes ${allow}, not ${request.method}.`);
    };
    app.route({
      method: app.supportedMethods.filter((method) => !known.has(method)),
      url,
      config: { access: 'open' },
      schema: { hide: true },
      // Before the body is looked at: whatever it holds, the method is what is wrong.
      onRequest: refuse,
      handler: refuse,
    });
  }
}

/** The path without the query, which may hold a key. */
function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '/';
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
