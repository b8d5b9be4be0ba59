/**
 * Declares the calls that report what shoppers do, from the widget and from shops’ servers (§6; Contract §8). The route
 * is written by hand, so the schemas check nothing: they serve the document of the API. A batch has at most 100 events;
 * a faulty event is rejected alone, a faulty batch is 422.
 */
// Tests: test/api/events.test.ts.
import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import type { Operations } from './operation.ts';
import { eventRejectionCodes } from './words/events.ts';

const everyEvent = {
  position: Type.Optional(
    Type.Integer({ minimum: 1, maximum: limits.eventPositionMax, description: 'Its place in its group.' }),
  ),
  event_id: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'A repeated one counts once.' }),
  ),
  occurred_at: Type.Optional(
    Type.String({ format: 'date-time', description: 'At most 24 hours back and 5 minutes ahead.' }),
  ),
};
const query = Type.String({ maxLength: limits.queryMaxLength, description: 'What stood in the box.' });

/** A suggestion or a category was selected. */
const SuggestionClickSchema = Type.Object(
  {
    type: Type.Literal('suggestion_click'),
    phrase: Type.String({ minLength: 1, maxLength: limits.eventPhraseMaxLength }),
    region: Type.Enum(['suggestions', 'categories']),
    query,
    ...everyEvent,
  },
  { $id: 'SuggestionClick' },
);

/** A product was clicked. */
const ProductClickSchema = Type.Object(
  {
    type: Type.Literal('product_click'),
    product_id: Type.String({ format: 'uuid', description: 'The id of a product card.' }),
    region: Type.Literal('products'),
    query,
    ...everyEvent,
  },
  { $id: 'ProductClick' },
);

const sale = {
  product_id: Type.Optional(Type.String({ format: 'uuid' })),
  external_id: Type.Optional(Type.String({ minLength: 1, maxLength: limits.externalIdMaxLength })),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.eventQuantityMax })),
  value: Type.Optional(
    Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: '^[0-9]+(\\.[0-9]+)?$' })], {
      description: 'The amount for all pieces together, as a number or as decimal text: 129.90.',
    }),
  ),
  currency: Type.Optional(
    Type.String({ description: 'The ISO 4217 code of `value`; without it, that of the product.' }),
  ),
  query: Type.Optional(query),
  query_id: Type.Optional(
    Type.String({ description: 'The `meta.query_id` of the answer in which the product was found.' }),
  ),
  ...everyEvent,
};

/** A product was put into the cart. One of `product_id` and `external_id` is needed. */
const AddToCartSchema = Type.Object({ type: Type.Literal('add_to_cart'), ...sale }, { $id: 'AddToCart' });

/** A product was bought: secret keys only. One of `product_id` and `external_id` is needed. */
const PurchaseSchema = Type.Object({ type: Type.Literal('purchase'), ...sale }, { $id: 'Purchase' });

/** A batch of one session. */
const EventsInputSchema = Type.Object(
  {
    session_id: Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: 'Random, as long as a tab lives; stored only as a hash that a day’s salt makes.',
    }),
    events: Type.Array(
      Type.Union([SuggestionClickSchema, ProductClickSchema, AddToCartSchema, PurchaseSchema]),
      { minItems: 1, maxItems: limits.eventsPerBatch },
    ),
  },
  { $id: 'EventsInput' },
);

/** One event that was rejected. */
const EventRejectionSchema = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'Its place in the batch, from 0 on.' }),
    code: Type.Enum([...eventRejectionCodes]),
    message: Type.String(),
  },
  { $id: 'EventRejection' },
);
/** One event that was rejected. */
export type EventRejection = Static<typeof EventRejectionSchema>;

/** The result of a batch, which is durable. */
export const EventsAnswerSchema = Type.Object(
  {
    message: Type.String(),
    accepted: Type.Integer({ description: 'Repeated ones, and clicks that count for nothing, among them.' }),
    rejected: Type.Array(EventRejectionSchema),
  },
  { $id: 'EventsAnswer' },
);

/** The answer to an erasure: how many events were deleted. */
const SessionErasureSchema = Type.Object(
  { message: Type.String(), erased_events: Type.Integer() },
  { $id: 'SessionErasure' },
);

/** The call that reports events, for the document: its route is written by hand, since it judges clicks by what was shown. */
export const eventCalls = {
  recordEvents: {
    route: 'POST /events',
    summary: 'Report what a shopper did: at most 100 events of one session',
    description:
      'Also as text/plain holding JSON. Purchases need a secret key. Answered when it is durable. A click or a cart from a storefront key counts, and is kept, only if its network was shown the product or phrase.',
    body: EventsInputSchema,
    answer: EventsAnswerSchema,
    tag: 'Events',
    key: 'storefront',
    thread: 'pipeline',
  },
} as const satisfies Operations;

/** Every other call about events. */
export const eventOperations = {
  eraseSession: {
    route: 'DELETE /events/sessions/:session_id',
    summary: 'Erase what is kept of a session',
    description:
      'Within two days: after that nothing connects the id with what is kept. What it added to popularity stays.',
    answer: SessionErasureSchema,
    tag: 'Events',
    key: 'secret',
    thread: 'pipeline',
  },
} as const satisfies Operations;
