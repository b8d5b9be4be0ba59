/** The messages that webhooks can be told. */

/** What webhooks can be told of. */
export const webhookEvents = [
  'import.completed',
  'import.failed',
  'feed.run.completed',
  'feed.run.failed',
] as const;
/** One of {@link webhookEvents}. */
export type WebhookEvent = (typeof webhookEvents)[number];

/** The type of the message that a merchant asks for, to try a webhook. */
export const testEvent = 'webhook.test';
/** The type of any message. */
export type MessageType = WebhookEvent | typeof testEvent;

/** Why the service switched a webhook off: it answered 410, or failed for days. */
export type DisabledReason = 'gone' | 'failing';

/** Waiting for its next attempt, taken by the webhook, or given up. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
