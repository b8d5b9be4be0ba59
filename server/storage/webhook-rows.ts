/** Endpoints and messages between webhooks.ts and their tables. */

import type { Insertable, Selectable } from 'kysely';
import type { DeliveryStatus, DisabledReason, MessageType } from '../../contract/words/webhooks.ts';
import { checkedJson, readJson } from './json-columns.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts';
import type { Delivery, SealedSecrets, Webhook } from './webhooks.ts';

/** The columns of an endpoint that are no secret, but for when the one before ends. */
export function toWebhookRow(webhook: Webhook) {
  return {
    url: webhook.url,
    description: webhook.description,
    events: JSON.stringify(webhook.events),
    is_active: webhook.isActive,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSince,
    last_delivered_at: webhook.lastDeliveredAt,
    updated_at: webhook.updatedAt,
  };
}

export function toSecretColumns({ current, previous }: SealedSecrets) {
  return {
    secret_sealed: current,
    previous_secret_sealed: previous?.sealed ?? null,
    previous_secret_until: previous?.until ?? null,
  };
}

export function toWebhook(row: Selectable<WebhooksTable>): Webhook {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: readJson('webhooks', row, 'events'),
    isActive: Boolean(row.is_active),
    disabledReason: row.disabled_reason as DisabledReason | null,
    failingSince: row.failing_since,
    lastDeliveredAt: row.last_delivered_at,
    previousSecretUntil: row.previous_secret_until,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export function toSealedSecrets(row: Selectable<WebhooksTable>): SealedSecrets {
  const { previous_secret_sealed: sealed, previous_secret_until: until } = row;
  return {
    current: row.secret_sealed,
    previous: sealed === null || until === null ? null : { sealed, until },
  };
}

export function toDeliveryRow(storeId: string, delivery: Delivery): Insertable<WebhookDeliveriesTable> {
  return {
    store_id: storeId,
    webhook_id: delivery.webhookId,
    id: delivery.id,
    type: delivery.type,
    payload: delivery.payload,
    status: delivery.status,
    attempts: JSON.stringify(delivery.attempts),
    next_attempt_at: delivery.nextAttemptAt,
    created_at: delivery.createdAt,
    ended_at: delivery.endedAt,
  };
}

export function toDelivery(row: Selectable<WebhookDeliveriesTable>): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    type: row.type as MessageType,
    payload: checkedJson('webhook_deliveries', row, 'payload'),
    status: row.status as DeliveryStatus,
    attempts: readJson('webhook_deliveries', row, 'attempts'),
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}
