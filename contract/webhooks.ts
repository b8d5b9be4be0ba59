/** Webhooks of a store: its endpoints, what they are told, and how that went (Contract §10; Standard Webhooks). */
import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { testEvent, webhookEvents } from './words/webhooks.ts';

const NullableString = Type.Union([Type.String(), Type.Null()]);
const Events = Type.Array(Type.Enum([...webhookEvents]), {
  minItems: 1,
  description: 'What the endpoint is told of.',
});

/** What a merchant says of an endpoint. */
export const WebhookInputSchema = Type.Object(
  {
    url: Type.String({
      maxLength: limits.urlMaxLength,
      description: 'A public https address, without user name and password.',
    }),
    description: Type.Optional(Type.String({ maxLength: limits.fieldMaxLength, default: '' })),
    events: Type.Optional(Events),
    is_active: Type.Optional(Type.Boolean({ default: true })),
  },
  { $id: 'WebhookInput', additionalProperties: false },
);

/** What of an endpoint a merchant changes; what is absent stays. */
export const WebhookPatchSchema = Type.Object(
  {
    url: Type.Optional(Type.String({ maxLength: limits.urlMaxLength })),
    description: Type.Optional(Type.String({ maxLength: limits.fieldMaxLength })),
    events: Type.Optional(Events),
    is_active: Type.Optional(
      Type.Boolean({ description: 'True also switches an endpoint on again that the service switched off.' }),
    ),
  },
  { $id: 'WebhookPatch', additionalProperties: false },
);

/** An endpoint; its secret is shown only when it is made. */
export const WebhookSchema = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    description: Type.String(),
    events: Events,
    is_active: Type.Boolean(),
    disabled_reason: Type.Union([Type.Enum(['gone', 'failing']), Type.Null()], {
      description: 'Why the service switched it off: it answered 410, or failed for five days.',
    }),
    failing_since: NullableString,
    last_delivered_at: NullableString,
    previous_secret_until: Type.Union([Type.String(), Type.Null()], {
      description: 'After a rotation: until when messages are signed with the secret before as well.',
    }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'Webhook' },
);
/** An endpoint on the wire. */
export type WebhookBody = Static<typeof WebhookSchema>;

const message = Type.String();
const webhook = Type.Ref('Webhook');
const secret = Type.String({ description: '`whsec_…`: verifies signatures. Shown this once.' });

/** All endpoints of a store. */
export const WebhookListSchema = Type.Object(
  {
    webhooks: Type.Array(webhook),
    unreadable: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), message: Type.String() }), {
        description: 'Endpoints that cannot be read and are left out; absent where there are none.',
      }),
    ),
    next_cursor: Type.Null({ description: 'The list is complete.' }),
  },
  { $id: 'WebhookList' },
);
/** What was done. */
export const MessageSchema = Type.Object({ message }, { $id: 'Message' });
/** One endpoint. */
export const WebhookAnswerSchema = Type.Object({ webhook }, { $id: 'WebhookAnswer' });
/** An endpoint that was changed. */
export const WebhookChangeSchema = Type.Object({ message, webhook }, { $id: 'WebhookChange' });
/** An endpoint with its new secret. */
export const WebhookSecretSchema = Type.Object({ message, webhook, secret }, { $id: 'WebhookSecret' });

/** One try to bring a message to its endpoint. */
export const DeliveryAttemptSchema = Type.Object(
  {
    at: Type.String(),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'Null where nothing was answered.' }),
    duration_ms: Type.Integer(),
    error: NullableString,
    response: Type.Union([Type.String(), Type.Null()], {
      description: `The beginning of the answer's body, at most ${limits.postAnswerShownBytes} bytes.`,
    }),
  },
  { $id: 'DeliveryAttempt' },
);

/** A message to an endpoint, and how it fared. */
export const DeliverySchema = Type.Object(
  {
    id: Type.String({ description: 'The header webhook-id of the message.' }),
    type: Type.Enum([...webhookEvents, testEvent]),
    status: Type.Enum(['pending', 'delivered', 'failed']),
    attempts: Type.Array(Type.Ref('DeliveryAttempt')),
    next_attempt_at: NullableString,
    payload: Type.Object({}, { additionalProperties: true, description: 'The body of the message.' }),
    created_at: Type.String(),
    ended_at: NullableString,
  },
  { $id: 'Delivery' },
);
/** A message to an endpoint on the wire. */
export type DeliveryBody = Omit<Static<typeof DeliverySchema>, 'attempts'> & {
  attempts: Static<typeof DeliveryAttemptSchema>[];
};

/** Newest first. */
export const DeliveryListSchema = Type.Object(
  { deliveries: Type.Array(Type.Ref('Delivery')), next_cursor: NullableString },
  { $id: 'DeliveryList' },
);
/** A message that was sent off. */
export const DeliveryAnswerSchema = Type.Object(
  { message, delivery: Type.Ref('Delivery') },
  { $id: 'DeliveryAnswer' },
);
