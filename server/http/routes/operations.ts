/** What operators and their machines ask: is it alive, is it ready, how is it doing. */
import type { FastifyInstance } from 'fastify';
import { unavailable } from '../../errors.ts';
import type { Services } from '../services.ts';

const open = { config: { access: 'open' }, schema: { hide: true } } as const;

export function operationRoutes(app: FastifyInstance, services: Services): void {
  app.get('/livez', open, () => ({ status: 'ok' }));

  app.get('/readyz', open, async () => {
    const state = services.state();
    if (state !== 'ready') throw unavailable(`The service is ${state}.`, 1);
    await services.storage.ping();
    return { status: 'ok' };
  });

  if (!services.config.metrics) return;
  app.get('/metrics', open, async (_request, reply) => {
    const { text, contentType } = await services.metrics.render();
    return reply.type(contentType).send(text);
  });
}
