/**
 * Tables and interfaces of webhooks: the webhooks of a store, and the messages to them, which are kept until they were delivered and
 * for a while longer. Times are microseconds since 1970, UTC. Secrets are stored sealed only; nothing is sent here. Limits (10
 * webhooks a store, 1,000 messages kept for 30 days) are kept by the callers; a damaged row is named when it is read.
 */
// Tests: test/api/webhooks.test.ts.
import type { AlertState } from '../../../contract/words/alerts.ts';
import type {
  AlertEvent,
  DeliveryStatus,
  DisabledReason,
  MessageType,
  WebhookEvent,
} from '../../../contract/words/webhooks.ts';
import { flag, isWord, json, jsonText, listOf, object, optional, text, time } from '../column.ts';
import type { TolerantRows } from '../damage/damage.ts';
import { type RecordOf, storeTable } from '../table.ts';

/** One attempt to deliver a message. */
export interface DeliveryAttempt {
  readonly at: number;
  /** The HTTP status of the answer; null if there was none. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The fault and its fix; null if the attempt succeeded. */
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly response: string | null;
}

/** Addresses at which merchants want to be notified. */
export const webhooks = storeTable('webhooks', {
  key: ['id'],
  columns: {
    id: text(),
    url: text(),
    description: text(),
    events: json(listOf(isWord<WebhookEvent>)),
    is_active: flag(),
    /** Null unless the service disabled the webhook. */
    disabled_reason: optional(text<DisabledReason>()),
    /** The time of the first failed attempt since the last one that succeeded. */
    failing_since: optional(time()),
    last_delivered_at: optional(time()),
    secret_sealed: text(),
    previous_secret_sealed: optional(text()),
    /** Messages are also signed with the previous secret until then. */
    previous_secret_until: optional(time()),
    created_at: time(),
    updated_at: time(),
  },
});

/** The columns of {@link Webhook}. */
export const webhookRecord = webhooks.omit('secret_sealed', 'previous_secret_sealed');

/** A webhook without its secrets. */
export type Webhook = RecordOf<typeof webhookRecord>;

/** The secrets of a webhook, sealed. */
export interface SealedSecrets {
  readonly current: string;
  /** The secret before the last rotation. */
  readonly previous: { readonly sealed: string; readonly until: number } | null;
}

/** Messages to webhooks. While a message is pending, a job of the same id delivers it. */
export const webhookDeliveries = storeTable('webhook_deliveries', {
  key: ['webhook_id', 'id'],
  columns: {
    webhook_id: text(),
    id: text(),
    type: text<MessageType>(),
    /** The body of the message, byte for byte the same at each attempt. */
    payload: jsonText(object()),
    status: text<DeliveryStatus>(),
    attempts: json(listOf(object<DeliveryAttempt>())),
    /** An estimate; the database's clock decides. */
    next_attempt_at: optional(time()),
    created_at: time(),
    ended_at: optional(time()),
  },
});

/** A message to a webhook. */
export type Delivery = RecordOf<typeof webhookDeliveries>;

/** Causes that were noticed in a store, from their first sign until they were over. */
export const alerts = storeTable('alerts', {
  key: ['id'],
  columns: {
    id: text(),
    type: text<AlertEvent>(),
    /** What tells causes of one type apart: the id of a feed, the name of a file; empty for searches. */
    subject: text(),
    /** The subject as people know it. */
    name: text(),
    message: text(),
    /** The page of the dashboard, below the store's. */
    path: text(),
    /** False if the store had too many alerts in a day. */
    is_sent: flag(),
    opened_at: time(),
    closed_at: optional(time()),
  },
});

/** A cause that was noticed. */
export type Alert = RecordOf<typeof alerts>;

/** The subject of alerts about reading the changes of a feed. */
export function changesOf(feedId: string): string {
  return `${feedId}/changes`;
}

/** A cause, by which its alert is found while it lasts. */
export type AlertCause = Pick<Alert, 'type' | 'subject'>;

/** Reads of the alerts of one store. */
export interface AlertReader {
  /** The alert of a cause that is not over. */
  open(cause: AlertCause): Promise<Alert | null>;
  /** Newest first, older than the given id (ids sort by time), of one state or of both. */
  page(page: {
    readonly before: string | null;
    readonly limit: number;
    readonly state?: AlertState | undefined;
  }): Promise<Alert[]>;
  /** Counts alerts that were sent since a time. */
  countSent(since: number): Promise<number>;
}

/** Writes of the alerts of one store. */
export interface AlertWriter {
  insert(alert: Alert): Promise<void>;
  close(alertId: string, at: number): Promise<void>;
  /** Deletes the alerts of a feed that is deleted. */
  deleteOfFeed(feedId: string): Promise<void>;
  /** Deletes alerts that were over before a time, and those of files that were opened before it; returns how many, at most `limit`. */
  deleteBefore(bounds: { readonly at: number; readonly limit: number }): Promise<number>;
}

/** Reads of the webhooks of one store. */
export interface WebhookReader {
  /** Returns webhooks in the order of creation, with the ids of those that cannot be read. */
  list(): Promise<TolerantRows<Webhook>>;
  find(webhookId: string): Promise<Webhook | null>;
  /** Its address, even if the rest of its row cannot be read. */
  url(webhookId: string): Promise<string | null>;
  secrets(webhookId: string): Promise<SealedSecrets | null>;
  /** Newest first, older than the given id (ids sort by time). */
  deliveries(
    webhookId: string,
    page: { readonly before: string | null; readonly limit: number },
  ): Promise<Delivery[]>;
  delivery(webhookId: string, deliveryId: string): Promise<Delivery | null>;
  countPendingDeliveries(webhookId: string): Promise<number>;
}

/** Writes of the webhooks of one store. */
export interface WebhookWriter {
  insert(webhook: Webhook, secrets: SealedSecrets): Promise<void>;
  /** Writes everything but its secrets. */
  update(webhook: Webhook): Promise<void>;
  replaceSecrets(webhookId: string, secrets: SealedSecrets): Promise<void>;
  /** Deletes it with all its messages. */
  delete(webhookId: string): Promise<void>;
  insertDelivery(delivery: Delivery): Promise<void>;
  /** Writes its status, attempts and times. */
  updateDelivery(delivery: Delivery): Promise<void>;
  /** Deletes messages that are no longer pending, but for the newest `kept` of the webhook. */
  trimDeliveries(webhookId: string, kept: number): Promise<void>;
  /** Deletes at most `limit` messages that are no longer pending; returns how many. */
  deleteDeliveriesBefore(bounds: { readonly at: number; readonly limit: number }): Promise<number>;
}
