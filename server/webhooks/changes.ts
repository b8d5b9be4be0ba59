/** Every change to endpoints that the pipeline thread can be asked for; plain data, to cross a thread. */
import type { Actor } from '../storage/accounts.ts';
import type { Delivery, Webhook } from '../storage/webhooks.ts';

interface Change<Request, Response> {
  readonly request: Request;
  readonly response: Response;
}

/** Whose endpoints, and who asks: null for a key. */
export interface StoreOfWebhooks {
  readonly storeId: string;
  readonly actor: Actor | null;
}

/** Which endpoint. */
export interface OneWebhook extends StoreOfWebhooks {
  readonly webhookId: string;
}

/** What a merchant said, unchecked. */
interface Said {
  readonly body: Readonly<Record<string, unknown>>;
}

/** An endpoint with the secret that was just made for it. */
export interface WebhookWithSecret {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** Each change by its name. All but the first reject with `not_found` for an unknown endpoint. */
export interface WebhookChanges {
  /** Rejects with `validation_failed`, or with `conflict` where the store has as many as it may. */
  readonly createWebhook: Change<StoreOfWebhooks & Said, WebhookWithSecret>;
  /** Rejects with `validation_failed`. */
  readonly updateWebhook: Change<OneWebhook & Said, Webhook>;
  readonly deleteWebhook: Change<OneWebhook, null>;
  /** For a while messages are signed with the secret before as well. */
  readonly rotateWebhook: Change<OneWebhook, WebhookWithSecret>;
  /** Sends a message of its own type, also to an endpoint that is switched off; tried once. */
  readonly testWebhook: Change<OneWebhook, Delivery>;
}

/** A function for each change. */
export type WebhookHandlers = {
  readonly [Name in keyof WebhookChanges]: (
    request: WebhookChanges[Name]['request'],
  ) => Promise<WebhookChanges[Name]['response']>;
};
