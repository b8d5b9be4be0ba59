/**
 * Turns the events, states and messages of webhooks into words. Pure: it sends nothing, and every state that the
 * contract allows has words.
 */
// Tests: ./webhooks.test.ts.
import type { DeliveryBody, WebhookBody } from '../../../contract/webhooks.ts';
import { type MessageType, type WebhookEvent, webhookEvents } from '../../../contract/words/webhooks.ts';

const messageWords: Readonly<Record<MessageType, string>> = {
  'import.completed': 'Import completed',
  'import.failed': 'Import failed',
  'feed.run.completed': 'Feed run completed',
  'feed.run.failed': 'Feed run failed',
  'alert.feed_failed': 'A feed fails',
  'alert.guard_held': 'The guard holds a feed',
  'alert.import_failed': 'A file fails',
  'alert.searches_failing': 'More searches find nothing',
  'webhook.test': 'Test message',
};

/** The events that a person can choose. */
export const eventChoices = webhookEvents.map((value) => ({ value, label: messageWords[value] }));

/** Returns the name of a kind of message, such as `Import failed`. */
export function nameMessage(type: MessageType): string {
  return messageWords[type];
}

/** `Import failed, Feed run failed`, or `All events`. */
export function describeEvents(events: readonly WebhookEvent[]): string {
  if (events.length === eventChoices.length) return 'All events';
  return events.map((event) => messageWords[event]).join(', ');
}

/** A state in a few words, with its colour. */
export interface State {
  readonly words: string;
  readonly color: 'pine' | 'gray' | 'orange' | 'red';
}

/** Describes the state of a webhook, with its colour; one that was switched off says why. */
export function stateOfWebhook(webhook: WebhookBody): State {
  if (webhook.disabled_reason === 'gone') return { words: 'Off: answered 410', color: 'red' };
  if (webhook.disabled_reason === 'failing') return { words: 'Off: failed for 5 days', color: 'red' };
  if (!webhook.is_active) return { words: 'Off', color: 'gray' };
  return webhook.failing_since === null
    ? { words: 'On', color: 'pine' }
    : { words: 'On, failing', color: 'orange' };
}

/** Describes the state of a message to a webhook, with its colour. */
export function stateOfDelivery({ status, attempts }: Pick<DeliveryBody, 'status' | 'attempts'>): State {
  if (status === 'delivered') return { words: 'Delivered', color: 'pine' };
  if (status === 'failed') return { words: 'Failed', color: 'red' };
  return attempts.length === 0
    ? { words: 'Sending', color: 'gray' }
    : { words: 'Waiting to retry', color: 'orange' };
}
