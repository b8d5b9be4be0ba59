/**
 * Writes messages to webhooks, each with the job that delivers it, in the caller's transaction. It sends nothing. A webhook that
 * cannot be read rejects, so that no message is lost; with 1,000 pending messages a further one is written as given up.
 */
// Tests: test/scenarios/hanging-webhooks.test.ts, test/scenarios/webhook-deliveries.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { MessageType } from '../../../contract/words/webhooks.ts';
import type { Clock } from '../../clock.ts';
import type { Announce } from '../../ingest/run-event.ts';
import { damagedRowError } from '../../storage/damage/damage.ts';
import type { StoreWriter } from '../../storage/storage.ts';
import type { Delivery, Webhook } from '../../storage/webhooks/tables.ts';
import { presentEvent } from './message.ts';

/** The parts from outside that announcing needs. */
export interface AnnounceEnvironment {
  readonly clock: Clock;
  readonly newId: () => string;
}

/** The announcements of a process; see {@link Announce}. */
export function createAnnounce(environment: AnnounceEnvironment): Announce {
  return async (writer, event) => {
    if (event.run.dryRun) return;
    const {
      values,
      damaged: [unreadable],
    } = await writer.webhooks.list();
    // Its events are not known, so the announcement waits instead of being lost.
    if (unreadable !== undefined) throw damagedRowError(unreadable);
    const listening = values.filter(({ isActive, events }) => isActive && events.includes(event.type));
    const payload = presentEvent(event, environment.clock.nowMicros());
    for (const webhook of listening) {
      await queueMessage(writer, webhook, { type: event.type, payload }, environment);
    }
  };
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
