/** What both doors to endpoints do alike, for keys and for people: each call answers with what is sent back. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../errors.ts';
import { isUuid } from '../ids.ts';
import type { Actor } from '../storage/accounts.ts';
import { sendMade } from './answer-memory.ts';
import { jsonObjectOf } from './body.ts';
import { readNewestFirst } from './import-pages.ts';
import { presentDelivery, presentWebhook } from './presenters/present-webhook.ts';
import type { Services } from './services.ts';

/** Whose endpoints a request is about, and who asks. */
export interface WebhookCaller {
  readonly storeId: string;
  readonly actor: Actor | null;
}

/** The calls, as one handler each. */
export interface WebhookCalls {
  list(request: FastifyRequest, reply: FastifyReply): Promise<object>;
  create(request: FastifyRequest): Promise<object>;
  show(request: FastifyRequest): Promise<object>;
  change(request: FastifyRequest): Promise<object>;
  remove(request: FastifyRequest): Promise<object>;
  rotate(request: FastifyRequest): Promise<object>;
  test(request: FastifyRequest): Promise<object>;
  listDeliveries(request: FastifyRequest, reply: FastifyReply): Promise<object>;
}

/** `callerOf` is the gate's word on a request. */
export function createWebhookCalls(
  { readers, pipeline }: Pick<Services, 'readers' | 'pipeline'>,
  callerOf: (request: FastifyRequest) => WebhookCaller,
): WebhookCalls {
  const placeOf = (request: FastifyRequest) => ({
    ...callerOf(request),
    webhookId: webhookIdOf(request),
  });
  async function find(request: FastifyRequest) {
    const { storeId, webhookId } = placeOf(request);
    const webhook = await readers.of(storeId).webhook(webhookId);
    if (webhook === null) throw notFound('webhook');
    return webhook;
  }
  return {
    async list(request, reply) {
      const { storeId } = callerOf(request);
      return await sendMade(request, reply, () => readers.page(storeId, 'webhooks', {}));
    },
    async create(request) {
      const body = jsonObjectOf(request);
      const { webhook, secret } = await pipeline.changeWebhooks('createWebhook', {
        ...callerOf(request),
        body,
      });
      return { message: keepSecret, webhook: presentWebhook(webhook), secret };
    },
    async show(request) {
      return { webhook: presentWebhook(await find(request)) };
    },
    async change(request) {
      const place = { ...placeOf(request), body: jsonObjectOf(request) };
      const webhook = await pipeline.changeWebhooks('updateWebhook', place);
      return { message: 'The endpoint has been changed.', webhook: presentWebhook(webhook) };
    },
    async remove(request) {
      await pipeline.changeWebhooks('deleteWebhook', placeOf(request));
      return { message: 'The endpoint has been deleted, with the log of its messages.' };
    },
    async rotate(request) {
      const { webhook, secret } = await pipeline.changeWebhooks('rotateWebhook', placeOf(request));
      const message = `${keepSecret} For 24 hours messages are signed with the one before as well.`;
      return { message, webhook: presentWebhook(webhook), secret };
    },
    async test(request) {
      const delivery = await pipeline.changeWebhooks('testWebhook', placeOf(request));
      const message = 'A test message is on its way; its delivery tells how that went.';
      return { message, delivery: presentDelivery(delivery) };
    },
    async listDeliveries(request, reply) {
      const page = readNewestFirst(request);
      const { id: webhookId } = await find(request);
      const { storeId } = callerOf(request);
      const question = { ...page, webhookId };
      return await sendMade(request, reply, () => readers.page(storeId, 'deliveries', question));
    },
  };
}

const keepSecret = 'Copy the secret now: it is shown this once.';

function webhookIdOf(request: FastifyRequest): string {
  const { id = '' } = request.params as { id?: string };
  if (!isUuid(id)) throw notFound('webhook');
  return id;
}
