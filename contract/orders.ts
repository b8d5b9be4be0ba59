/**
 * Declares the call by which shops send their orders: the webhook of the shop’s own system, signed with the secret of its feed
 * (record 0089). The route is written by hand, since no key but a signature over the bytes says who calls. A body has at most 1 MiB.
 */
// Tests: test/api/orders.test.ts.
import { Type } from 'typebox';
import { EventsAnswerSchema } from './events.ts';
import { limits } from './limits.ts';
import type { Operations } from './operation.ts';
import { orderSignatures } from './words/feeds.ts';

/** The call that takes an order, for the document: its route is written by hand. */
export const orderCalls = {
  receiveOrder: {
    route: 'POST /product-feeds/:feed_id/orders',
    summary: 'Take an order of a shop, as its own system sends it',
    description:
      'Give `links.orders` of the feed to a webhook of WooCommerce (topics `order.created`, `order.updated`) or of Shopify (`orders/paid`, `orders/create`). No key is needed: the shop signs the bytes with the `orders_secret` of the feed, in `X-WC-Webhook-Signature` or `X-Shopify-Hmac-Sha256`. Each line of a paid order becomes a `purchase` event, once, however often the order is sent. Other topics, and orders that are not paid, are answered 200 and change nothing.',
    signatures: orderSignatures,
    query: Type.Object({ store: Type.String({ description: 'The id of the store of the feed.' }) }),
    body: Type.Object({}, { description: 'The order, as the shop’s system writes it.' }),
    maxBytes: limits.orderMaxBytes,
    answer: EventsAnswerSchema,
    tag: 'Feeds',
    thread: 'pipeline',
  },
} as const satisfies Operations;
