/**
 * What the service needs of a database to tell merchants' endpoints what happened: the endpoints of a store, and the
 * messages to them, kept until they arrived and for a while longer. Times are microseconds since the epoch, UTC.
 */
import type {
  DeliveryStatus,
  DisabledReason,
  MessageType,
  WebhookEvent,
} from '../../contract/words/webhooks.ts';
import type { TolerantRows } from './damage.ts';

/** An endpoint, without its secrets. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEvent[];
  readonly isActive: boolean;
  /** Null unless the service switched it off. */
  readonly disabledReason: DisabledReason | null;
  /** The first attempt that failed since one went well. */
  readonly failingSince: number | null;
  readonly lastDeliveredAt: number | null;
  /** Until when messages are signed with the secret before as well. */
  readonly previousSecretUntil: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The secrets of an endpoint, sealed. */
export interface SealedSecrets {
  readonly current: string;
  /** The one before the last rotation. */
  readonly previous: { readonly sealed: string; readonly until: number } | null;
}

/** One try to bring a message to its endpoint. */
export interface DeliveryAttempt {
  readonly at: number;
  /** Null where nothing was answered. */
  readonly status: number | null;
  readonly durationMs: number;
  /** What was wrong, and what would be right; null where nothing was. */
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly response: string | null;
}

/** A message to an endpoint. While it is pending a job of the same id stands for it. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly type: MessageType;
  /** The body of the message, byte for byte the same at each attempt. */
  readonly payload: string;
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  /** About when; the database's clock decides. */
  readonly nextAttemptAt: number | null;
  readonly createdAt: number;
  readonly endedAt: number | null;
}

/** Reads of the endpoints of one store. */
export interface WebhookReader {
  /** By creation time, and the names of those that cannot be read: their ids. */
  webhooks(): Promise<TolerantRows<Webhook>>;
  webhook(webhookId: string): Promise<Webhook | null>;
  /** Its address, also where the rest of it cannot be read. */
  webhookUrl(webhookId: string): Promise<string | null>;
  webhookSecrets(webhookId: string): Promise<SealedSecrets | null>;
  /** Newest first, older than the given id (ids sort by time). */
  deliveries(
    webhookId: string,
    page: { readonly before: string | null; readonly limit: number },
  ): Promise<Delivery[]>;
  delivery(webhookId: string, deliveryId: string): Promise<Delivery | null>;
  countPendingDeliveries(webhookId: string): Promise<number>;
}

/** Writes of the endpoints of one store. */
export interface WebhookWriter {
  insertWebhook(webhook: Webhook, secrets: SealedSecrets): Promise<void>;
  /** Everything but its secrets. */
  updateWebhook(webhook: Webhook): Promise<void>;
  replaceWebhookSecrets(webhookId: string, secrets: SealedSecrets): Promise<void>;
  /** With all its messages. */
  deleteWebhook(webhookId: string): Promise<void>;
  insertDelivery(delivery: Delivery): Promise<void>;
  /** What changes of it: status, attempts and times. */
  updateDelivery(delivery: Delivery): Promise<void>;
  /** Deletes what is over and is not among the newest `kept` messages to the endpoint. */
  trimDeliveries(webhookId: string, kept: number): Promise<void>;
  /** Returns how many messages that are over went, at most `limit`. */
  deleteDeliveriesBefore(bounds: { readonly at: number; readonly limit: number }): Promise<number>;
}
