/**
 * The events that webhooks receive, and the states of webhooks and deliveries. Plain values, which are stored and sent:
 * never rename one.
 */
// Tests: dashboard/src/words/webhooks.test.ts.

/** The ends of runs. */
export const runEvents = [
  'import.completed',
  'import.failed',
  'feed.run.completed',
  'feed.run.failed',
] as const;

/** Alerts: one when a cause begins, and one when it is over. */
export const alertEvents = [
  'alert.feed_failed',
  'alert.guard_held',
  'alert.import_failed',
  'alert.searches_failing',
] as const;
/** One of {@link alertEvents}: the cause of an alert. */
export type AlertEvent = (typeof alertEvents)[number];

/** The events that send a message to webhooks. */
export const webhookEvents = [...runEvents, ...alertEvents] as const;
/** One of {@link webhookEvents}. */
export type WebhookEvent = (typeof webhookEvents)[number];

/** The type of the message that tests a webhook. */
export const testEvent = 'webhook.test';
/** The type of any message. */
export type MessageType = WebhookEvent | typeof testEvent;

/** The reasons why the service switches a webhook off: it answered 410, or failed for days. */
export type DisabledReason = 'gone' | 'failing';

/** `pending` waits for its next attempt, `failed` has no further one. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';
