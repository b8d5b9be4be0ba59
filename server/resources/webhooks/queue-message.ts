/**
 * Writes messages to webhooks, each with the job that delivers it, in the caller's transaction. It sends nothing. With 1,000 pending
 * messages a further one is written as given up.
 */
// Tests: test/scenarios/hanging-webhooks.test.ts, test/scenarios/webhook-deliveries.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { MessageType, WebhookEvent } from '../../../contract/words/webhooks.ts';
import type { Clock } from '../../clock.ts';
import type { StoreWriter } from '../../storage/storage.ts';
import type { Delivery, Webhook } from '../../storage/webhooks/tables.ts';

/** The parts from outside that announcing needs. */
export interface AnnounceEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Writes the message for every webhook that subscribes to its type. */
export async function queueForAll(
  writer: StoreWriter,
  webhooks: readonly Webhook[],
  message: { readonly type: WebhookEvent; readonly payload: string },
  environment: AnnounceEnvironment,
): Promise<void> {
  for (const webhook of webhooks) {
    if (webhook.isActive && webhook.events.includes(message.type)) {
      await queueMessage(writer, webhook, message, environment);
    }
  }
}

/**
 * Writes one message, to be delivered once the transaction is committed. Where too many wait for the webhook already
 * the message is written as given up, so that its log tells of it.
 */
export async function queueMessage(
  writer: StoreWriter,
  webhook: Webhook,
  message: { readonly type: MessageType; readonly payload: string },
  { clock, newId }: AnnounceEnvironment,
): Promise<Delivery> {
  const waits = (await writer.webhooks.countPendingDeliveries(webhook.id)) < limits.deliveriesKept;
  const createdAt = clock.nowMicros();
  const delivery: Delivery = {
    ...{ id: newId(), webhookId: webhook.id, ...message, createdAt, attempts: [] },
    status: waits ? 'pending' : 'failed',
    nextAttemptAt: waits ? createdAt : null,
    endedAt: waits ? null : createdAt,
  };
  await writer.webhooks.insertDelivery(delivery);
  await writer.webhooks.trimDeliveries(webhook.id, limits.deliveriesKept);
  if (waits) {
    const job = { id: delivery.id, subject: webhook.id, storeId: writer.store.id };
    await writer.jobs.insert({ ...job, kind: 'webhook_delivery', runAt: 0 });
  }
  return delivery;
}
