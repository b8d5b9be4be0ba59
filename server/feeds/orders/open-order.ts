/**
 * Opens what a shop sends to the address for its orders: it checks the signature over the bytes as they came, then reads the order
 * (record 0089). A wrong signature is `invalid_signature`, a feed that is unknown or of a system without orders `not_found`; an order
 * that does not count is ignored, with a message that says why. Nothing is written here, and no error repeats what was sent.
 */
// Tests: test/api/orders.test.ts.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { type OrderSender, orderSignatures, sendsOrders } from '../../../contract/words/feeds.ts';
import { AppError, notFound, unavailable, validationFailed } from '../../errors.ts';
import { parseJson } from '../../ingest/json-body.ts';
import { parseExactJson } from '../../ingest/readers/exact-json.ts';
import type { Sealer } from '../../secrets/seal.ts';
import type { Feed } from '../../storage/feeds/tables.ts';
import { type JsonObject, objectOf, textOf } from '../connectors/json-values.ts';
import { openOrdersSecret } from '../credentials.ts';
import { type OrderEvents, type ReadOrder, toPurchases } from './shop-order.ts';
import { readShopifyOrder } from './shopify-orders.ts';
import { readWooOrder } from './woocommerce-orders.ts';

/** How a system sends its orders. */
interface Hook {
  readonly topicHeader: string;
  readonly signatureHeader: string;
  readonly topics: readonly string[];
  readonly read: (order: JsonObject) => ReadOrder;
}

const hooks: Readonly<Record<OrderSender, Hook>> = {
  woocommerce: {
    topicHeader: 'x-wc-webhook-topic',
    signatureHeader: orderSignatures.woocommerce.toLowerCase(),
    topics: ['order.updated', 'order.created'],
    read: readWooOrder,
  },
  // Not orders/updated: Shopify sends it for months, but event ids are remembered for a day only.
  shopify: {
    topicHeader: 'x-shopify-topic',
    signatureHeader: orderSignatures.shopify.toLowerCase(),
    topics: ['orders/paid', 'orders/create'],
    read: readShopifyOrder,
  },
};

/** Headers that say what was sent and who signed it, of all systems. */
export const orderHeaders: readonly string[] = Object.values(hooks).flatMap((hook) => [
  hook.topicHeader,
  hook.signatureHeader,
]);

/** What a shop sent. */
export interface SentOrder {
  /** The values of {@link orderHeaders}, by their names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

/** What came of it: events to be written, or why there are none. */
export type OpenedOrder = { readonly kind: 'events'; readonly events: OrderEvents } | IgnoredOrder;

interface IgnoredOrder {
  readonly kind: 'ignored';
  readonly message: string;
  /** Whether the shop signed it. Everyone can send what is not signed. */
  readonly isSigned: boolean;
  /** Whether it is an order, which does not count. */
  readonly isOrder: boolean;
}

/** Opens it for its feed, null for an unknown one. */
export function openOrder(
  feed: Feed | null,
  { headers, body }: SentOrder,
  { sealer, nowMicros }: { readonly sealer: Sealer; readonly nowMicros: number },
): OpenedOrder {
  if (feed === null || !sendsOrders(feed.format)) throw notFound('feed that takes orders');
  const { topicHeader, signatureHeader, topics, read } = hooks[feed.format];
  const signature = headers[signatureHeader];
  if (feed.format === 'woocommerce' && signature === undefined && isPing(body)) {
    return { kind: 'ignored', message: 'The address takes orders.', isSigned: false, isOrder: false };
  }
  checkSignature(signature, signatureHeader, body, secretOf(feed, sealer));
  const topic = headers[topicHeader] ?? '';
  if (!topics.includes(topic)) {
    const message = `Nothing was recorded: this address takes the topics ${topics.join(' and ')}.`;
    return { kind: 'ignored', message, isSigned: true, isOrder: false };
  }
  // A number of Shopify may be longer than a double can hold.
  const order = objectOf(parseJson(body, limits.orderValuesMax, parseExactJson));
  if (textOf(order.id) === undefined || !Array.isArray(order.line_items)) throw noOrder();
  const opened = read(order);
  const ignore = (message: string) => ({ kind: 'ignored', message, isSigned: true, isOrder: true }) as const;
  if ('ignored' in opened) return ignore(opened.ignored);
  // Event ids are remembered for at least a day: an older order could be counted twice.
  if (nowMicros - opened.paidAt > limits.eventAgeMaxMs * 1_000) {
    return ignore('The order was paid more than 24 hours ago, so it is not counted.');
  }
  if (opened.lines.length === 0) return ignore('The order has no line with a product.');
  return { kind: 'events', events: toPurchases(new URL(feed.url).origin, opened, nowMicros) };
}

/** WooCommerce tries an address with a form before it keeps it, unsigned. */
function isPing(body: Uint8Array): boolean {
  return body.byteLength <= pingMaxBytes && /^webhook_id=\d+$/.test(Buffer.from(body).toString('latin1'));
}

const pingMaxBytes = 64;

function secretOf(feed: Feed, sealer: Sealer): string {
  if (feed.ordersSealed === null) {
    throw invalidSignature(
      'The feed takes no orders yet: give it the secret of the webhook as orders_secret.',
    );
  }
  const secret = openOrdersSecret(sealer, feed, feed.ordersSealed);
  if (secret !== null) return secret;
  const message =
    'The secret for orders cannot be decrypted any more, since the key of the service has changed. Give orders_secret again.';
  throw unavailable(message, retrySeconds);
}

/** A person must give the secret again, so an early retry is useless. */
const retrySeconds = 600;

function checkSignature(
  signature: string | undefined,
  header: string,
  body: Uint8Array,
  secret: string,
): void {
  if (signature === undefined)
    throw invalidSignature(`The order is not signed: it lacks the header ${header}.`);
  const made = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.byteLength === made.byteLength && timingSafeEqual(given, made)) return;
  throw invalidSignature(
    `The signature in ${header} does not fit: the webhook and the feed need the same secret.`,
  );
}

function invalidSignature(message: string): AppError {
  return new AppError('invalid_signature', message);
}

function noOrder(): AppError {
  const message = 'The body takes an order of the shop, with "id" and "line_items".';
  return validationFailed([{ path: '', code: 'type_invalid', message }]);
}
