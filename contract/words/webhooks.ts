/** The messages that endpoints can be told. */

/** What endpoints can be told of. */
export const webhookEvents = [
  'import.completed',
  'import.failed',
  'feed.run.completed',
  'feed.run.failed',
] as const;
/** One of {@link webhookEvents}. */
export type WebhookEvent = (typeof webhookEvents)[number];

/** The type of the message that a merchant asks for, to try an endpoint. */
export const testEvent = 'webhook.test';
/** The type of any message. */
export type MessageType = WebhookEvent | typeof testEvent;

/** Why the service switched an endpoint off: it answered 410, or failed for days. */
export type DisabledReason = 'gone' | 'failing';

/** Waiting for its next attempt, taken by the endpoint, or given up. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
