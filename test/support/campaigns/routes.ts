/**
 * Every route that a service registers, of the public API and of the dashboard, as the framework itself tells them. Fewer than 100
 * routes mean that the announcement changed, and throw. It sends no request and keeps no service running.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { engineNamed } from '../engines.ts';
import { startTestService } from '../start-test-service.ts';

/** A route with its parameters as `:name` in its path, and the schema of its body where it has one. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Registrations of the framework's instances are announced on this channel (Fastify's documentation of hooks). */
const channel = 'fastify.initialization';

/** Starts a service for as long as it takes to hear of its routes. */
export async function listRoutes(): Promise<readonly Route[]> {
  const routes: Route[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, schema }) => {
      // Lists of methods are those that a path refuses, and HEAD comes with GET.
      if (typeof method === 'string' && method !== 'HEAD')
        routes.push({ method, path: url, body: schema?.body ?? null });
    });
  };
  subscribe(channel, listen);
  try {
    await (await startTestService(engineNamed('sqlite'))).stop();
  } finally {
    unsubscribe(channel, listen);
  }
  if (routes.length < 100) throw new Error(`only ${routes.length} routes were heard of`);
  return routes;
}
