/** Endpoints that are told what happens in a store (Contract §10). */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { PageQuerySchema } from '../../../contract/queries.ts';
import { grantOf } from '../authenticate.ts';
import { answers } from '../documentation.ts';
import type { Services } from '../services.ts';
import { createWebhookCalls, type WebhookCalls } from '../webhook-calls.ts';

const webhooks = '/api/v1/webhooks';
const oneWebhook = Type.Object({ id: Type.String() });
const tags = ['Webhooks'];
const config = { access: 'secret' } as const;
const bodyErrors = [400, 415];

/** Registers every route of webhooks for keys. */
export function webhookRoutes(app: FastifyInstance, services: Services): void {
  const calls = createWebhookCalls(services, (request) => ({
    storeId: grantOf(request).storeId,
    actor: null,
  }));
  endpointRoutes(app, calls);
  messageRoutes(app, calls);
}

function endpointRoutes(app: FastifyInstance, calls: WebhookCalls): void {
  app.get(webhooks, {
    config,
    schema: { summary: 'The endpoints of the store', tags, response: answers('WebhookList', []) },
    handler: calls.list,
  });
  app.post(webhooks, {
    config,
    schema: {
      summary: 'Register an endpoint; the answer holds its secret, this once',
      tags,
      body: Type.Ref('WebhookInput'),
      response: answers('WebhookSecret', [409, ...bodyErrors]),
    },
    handler: calls.create,
  });
  app.get(`${webhooks}/:id`, {
    config,
    schema: { summary: 'One endpoint', tags, params: oneWebhook, response: answers('WebhookAnswer', [404]) },
    handler: calls.show,
  });
  app.patch(`${webhooks}/:id`, {
    config,
    schema: {
      summary: 'Change an endpoint; what is absent stays',
      tags,
      params: oneWebhook,
      body: Type.Ref('WebhookPatch'),
      response: answers('WebhookChange', [404, ...bodyErrors]),
    },
    handler: calls.change,
  });
  app.delete(`${webhooks}/:id`, {
    config,
    schema: {
      summary: 'Delete an endpoint with the log of its messages',
      tags,
      params: oneWebhook,
      response: answers('Message', [404]),
    },
    handler: calls.remove,
  });
}

function messageRoutes(app: FastifyInstance, calls: WebhookCalls): void {
  app.post(`${webhooks}/:id/rotate`, {
    config,
    schema: {
      summary: 'Make a new secret; the one before signs along for 24 hours',
      tags,
      params: oneWebhook,
      response: answers('WebhookSecret', [404]),
    },
    handler: calls.rotate,
  });
  app.post(`${webhooks}/:id/test`, {
    config,
    schema: {
      summary: 'Send a message of the type webhook.test, once',
      tags,
      params: oneWebhook,
      response: answers('DeliveryAnswer', [404]),
    },
    handler: calls.test,
  });
  app.get(`${webhooks}/:id/deliveries`, {
    config,
    schema: {
      summary: 'The messages to an endpoint and how they fared, newest first',
      tags,
      params: oneWebhook,
      querystring: PageQuerySchema,
      response: answers('DeliveryList', [404]),
    },
    handler: calls.listDeliveries,
  });
}
