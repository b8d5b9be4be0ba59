/**
 * Turns webhooks and their messages into the API's JSON, without secrets. Pure; inputs are trusted. Times are RFC 3339 in UTC,
 * durations milliseconds; of an answer the first 1,024 bytes are shown. It never sends a message.
 */
// Tests: test/api/webhooks.test.ts.
import type { DeliveryBody, WebhookBody } from '../../../contract/webhooks.ts';
import { formatTimestamp } from '../../clock.ts';
import type { Delivery, Webhook } from '../../storage/webhooks/tables.ts';

/** A webhook, without its secrets. */
export function presentWebhook(webhook: Webhook): WebhookBody {
  return {
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    events: [...webhook.events],
    is_active: webhook.isActive,
    disabled_reason: webhook.disabledReason,
    failing_since: timestampOf(webhook.failingSince),
    last_delivered_at: timestampOf(webhook.lastDeliveredAt),
    previous_secret_until: timestampOf(webhook.previousSecretUntil),
    created_at: formatTimestamp(webhook.createdAt),
    updated_at: formatTimestamp(webhook.updatedAt),
  };
}

/** A message with its attempts. */
export function presentDelivery(delivery: Delivery): DeliveryBody {
  return {
    id: delivery.id,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts.map(({ at, status, durationMs, error, response }) => ({
      at: formatTimestamp(at),
      status,
      duration_ms: durationMs,
      error,
      response,
    })),
    next_attempt_at: timestampOf(delivery.nextAttemptAt),
    payload: JSON.parse(delivery.payload) as object,
    created_at: formatTimestamp(delivery.createdAt),
    ended_at: timestampOf(delivery.endedAt),
  };
}

function timestampOf(micros: number | null): string | null {
  return micros === null ? null : formatTimestamp(micros);
}
