/**
 * The operations that read webhooks and their messages, done in the reader thread. They write nothing and show no secret. An unknown
 * webhook is `not_found`; ones that cannot be read are named beside the list. A page has at most 200 messages.
 */
// Tests: test/api/webhooks.test.ts.
import type { webhookOperations } from '../../../contract/webhooks.ts';
import { notFound } from '../../errors.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { presentUnreadable, writeJson, writePage } from '../../operations/write-page.ts';
import type { StoreReader } from '../../storage/storage.ts';
import type { Delivery, Webhook } from '../../storage/webhooks/tables.ts';
import { isMail } from './mail-choice.ts';
import { presentDelivery, presentWebhook } from './present-webhook.ts';

/** A handler for each operation. */
export const webhookReads: OperationHandlers<typeof webhookOperations, 'reader', ReadContext> = {
  async listWebhooks(_call, { reader }) {
    const { values, damaged } = await reader.webhooks.list();
    const webhooks = values.filter((webhook) => !isMail(webhook)).map(presentWebhook);
    return writeJson({ webhooks, ...presentUnreadable(damaged), next_cursor: null });
  },
  async showWebhook({ params }, { reader }) {
    return { webhook: presentWebhook(await findWebhook(reader, params.id)) };
  },
  async listDeliveries({ params, query }, { reader }) {
    const { id } = await findWebhook(reader, params.id);
    return await writePage({
      name: 'deliveries',
      limit: query.limit,
      read: (last: Delivery | null, limit) =>
        reader.webhooks.deliveries(id, { before: last?.id ?? query.cursor ?? null, limit }),
      show: presentDelivery,
      placeOf: (delivery) => delivery.id,
    });
  },
};

/** Rejects with `not_found`. */
export async function findWebhook(
  reader: Pick<StoreReader, 'webhooks'>,
  webhookId: string,
): Promise<Webhook> {
  const webhook = await reader.webhooks.find(webhookId);
  if (webhook === null || isMail(webhook)) throw notFound('webhook');
  return webhook;
}
