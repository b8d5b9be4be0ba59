/**
 * Declares the calls of webhooks: addresses that receive a message when something ends (Contract §10; Standard
 * Webhooks). A secret is in the answer to its creation or rotation and in no other. A wrong value is 422, which names
 * the field; a store has at most 10 webhooks.
 */
// Tests: test/api/webhooks.test.ts.
import { Type } from 'typebox';
import { limits } from './limits.ts';
import { type Operations, orNull, type ValueOf, withDefault } from './operation.ts';
import { PageQuerySchema } from './queries.ts';
import { MessageSchema, unreadableOf } from './shared-answers.ts';
import { runEvents, testEvent, webhookEvents } from './words/webhooks.ts';

const settings = {
  url: () =>
    Type.String({
      format: 'webhook-url',
      maxLength: limits.urlMaxLength,
      description: 'A public https address, without user name and password.',
    }),
  description: () => Type.String({ format: 'line', maxLength: limits.fieldMaxLength }),
  events: () =>
    Type.Array(Type.Enum([...webhookEvents]), {
      minItems: 1,
      description: 'The events that send a message.',
    }),
  isActive: () =>
    Type.Boolean({ description: 'True also switches on a webhook that the service switched off.' }),
};

const NewWebhookSchema = Type.Object(
  {
    url: settings.url(),
    description: withDefault(settings.description(), ''),
    events: withDefault(settings.events(), [...runEvents]),
    is_active: withDefault(settings.isActive(), true),
  },
  { $id: 'WebhookInput', title: 'A webhook', additionalProperties: false },
);

const WebhookPatchSchema = Type.Object(
  {
    url: Type.Optional(settings.url()),
    description: Type.Optional(settings.description()),
    events: Type.Optional(settings.events()),
    is_active: Type.Optional(settings.isActive()),
  },
  { $id: 'WebhookPatch', title: 'A webhook', additionalProperties: false },
);

const WebhookSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    description: Type.String(),
    events: settings.events(),
    is_active: Type.Boolean(),
    disabled_reason: orNull(Type.Enum(['gone', 'failing']), {
      description:
        'Why the service switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`).',
    }),
    failing_since: orNull(Type.String()),
    last_delivered_at: orNull(Type.String()),
    previous_secret_until: orNull(Type.String(), {
      description: 'Until this time messages are also signed with the previous secret.',
    }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Webhook' },
);
/** A webhook, without its secrets. */
export type WebhookBody = ValueOf<typeof WebhookSchema>;

const DeliveryAttemptSchema = Type.Object(
  {
    at: Type.String(),
    status: orNull(Type.Integer(), { description: 'Null if the address did not answer.' }),
    duration_ms: Type.Integer(),
    error: orNull(Type.String()),
    response: orNull(Type.String(), {
      description: `The first ${limits.postAnswerShownBytes} bytes of the answer's body.`,
    }),
  },
  { $id: 'DeliveryAttempt' },
);

/** A message to a webhook, with every attempt to deliver it. */
export const DeliverySchema = Type.Object(
  {
    id: Type.String({ description: 'The header `webhook-id` of the message.' }),
    type: Type.Enum([...webhookEvents, testEvent]),
    status: Type.Enum(['pending', 'delivered', 'failed']),
    attempts: Type.Array(DeliveryAttemptSchema),
    next_attempt_at: orNull(Type.String()),
    payload: Type.Object({}, { additionalProperties: true, description: 'The body of the message.' }),
    created_at: Type.String(),
    ended_at: orNull(Type.String()),
  },
  { $id: 'Delivery' },
);
/** A message to a webhook, with every attempt to deliver it. */
export type DeliveryBody = ValueOf<typeof DeliverySchema>;

const message = Type.String();
const webhook = WebhookSchema;
const secret = Type.String({ description: '`whsec_…`, which verifies signatures. It is shown only once.' });
const WebhookSecretSchema = Type.Object({ message, webhook, secret }, { $id: 'WebhookSecret' });

const read = { tag: 'Webhooks', key: 'secret', role: 'viewer', thread: 'reader' } as const;
const write = { tag: 'Webhooks', key: 'secret', role: 'owner', thread: 'pipeline' } as const;

/** Every call about webhooks. */
export const webhookOperations = {
  listWebhooks: {
    route: 'GET /webhooks',
    summary: 'List all webhooks',
    answer: Type.Object(
      {
        webhooks: Type.Array(webhook),
        unreadable: unreadableOf('webhooks'),
        next_cursor: Type.Null({ description: 'The list is always complete.' }),
      },
      { $id: 'WebhookList' },
    ),
    ...read,
  },
  createWebhook: {
    route: 'POST /webhooks',
    summary: 'Create a webhook',
    description: 'The answer holds the secret of the webhook. It is not shown again.',
    body: NewWebhookSchema,
    answer: WebhookSecretSchema,
    errors: [409],
    ...write,
  },
  showWebhook: {
    route: 'GET /webhooks/:id',
    summary: 'Get a webhook',
    answer: Type.Object({ webhook }, { $id: 'WebhookAnswer' }),
    ...read,
  },
  updateWebhook: {
    route: 'PATCH /webhooks/:id',
    summary: 'Change a webhook',
    description: 'Fields that are left out keep their values.',
    body: WebhookPatchSchema,
    answer: Type.Object({ message, webhook }, { $id: 'WebhookChange' }),
    ...write,
  },
  deleteWebhook: {
    route: 'DELETE /webhooks/:id',
    summary: 'Delete a webhook and the log of its messages',
    answer: MessageSchema,
    ...write,
  },
  rotateWebhook: {
    route: 'POST /webhooks/:id/rotate',
    summary: 'Replace the secret of a webhook',
    description: `For ${limits.webhookRotationHours} hours messages are signed with the previous secret as well.`,
    answer: WebhookSecretSchema,
    ...write,
  },
  testWebhook: {
    route: 'POST /webhooks/:id/test',
    summary: 'Send a test message to a webhook',
    description:
      'Its type is `webhook.test`. It is sent once, even if the webhook is switched off, and never repeated.',
    answer: Type.Object({ message, delivery: DeliverySchema }, { $id: 'DeliveryAnswer' }),
    ...write,
  },
  listDeliveries: {
    route: 'GET /webhooks/:id/deliveries',
    summary: 'List the messages to a webhook, newest first',
    query: PageQuerySchema,
    answer: Type.Object(
      { deliveries: Type.Array(DeliverySchema), next_cursor: orNull(Type.String()) },
      { $id: 'DeliveryList' },
    ),
    ...read,
  },
} as const satisfies Operations;
