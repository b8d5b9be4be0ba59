/**
 * Webhooks of WooCommerce and Shopify as those systems send them: headers, signatures over the bytes, the form by which WooCommerce tries
 * an address, and orders in the shapes of the public documentation, with data of a customer as real ones have. It sends nothing again by
 * itself; a test does.
 */
import { createHmac } from 'node:crypto';

type Fields = Readonly<Record<string, unknown>>;

/** The answer that the system gets. */
export interface WebhookAnswer {
  readonly status: number;
  readonly text: string;
}

/** What a test changes of a delivery. */
interface Delivery {
  readonly topic?: string;
  /** The secret that signs; null leaves the signature out. */
  readonly secret: string | null;
  /** What is sent: an order as JSON, or text as it is. */
  readonly body: Fields | string;
}

/** Words of a customer, which must not be kept anywhere. */
export const customerWords = ['Greta', 'Nordmann', 'greta@example.org', 'Elbchaussee', '+49401234567'];
const address = {
  ...{ first_name: 'Greta', last_name: 'Nordmann', address_1: 'Elbchaussee 7', city: 'Hamburg' },
  ...{ email: 'greta@example.org', phone: '+49401234567' },
};

/** A time that many minutes ago, without its zone as WordPress writes it. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19);
}

/** Sends a delivery of WooCommerce. */
export async function sendWooWebhook(url: string, delivery: Delivery): Promise<WebhookAnswer> {
  const { topic = 'order.updated', secret, body } = delivery;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const [resource = '', event = ''] = topic.split('.');
  return await post(url, text, {
    'user-agent': 'WooCommerce/10.4.0 Hookshot (WordPress/6.9)',
    'content-type': 'application/json',
    'x-wc-webhook-source': 'https://shop.example/',
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-resource': resource,
    'x-wc-webhook-event': event,
    'x-wc-webhook-id': '7',
    'x-wc-webhook-delivery-id': '2f0a1c',
    ...(secret === null ? {} : { 'x-wc-webhook-signature': signatureOf(text, secret) }),
  });
}

/** Sends the form by which WooCommerce tries an address. */
export async function sendWooPing(url: string, body = 'webhook_id=7'): Promise<WebhookAnswer> {
  return await post(url, body, {
    'user-agent': 'WooCommerce/10.4.0 Hookshot (WordPress/6.9)',
    'content-type': 'application/x-www-form-urlencoded',
  });
}

/** Sends a delivery of Shopify. */
export async function sendShopifyWebhook(url: string, delivery: Delivery): Promise<WebhookAnswer> {
  const { topic = 'orders/paid', secret, body } = delivery;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return await post(url, text, {
    'content-type': 'application/json',
    'x-shopify-topic': topic,
    'x-shopify-shop-domain': 'my-shop.myshopify.com',
    'x-shopify-api-version': '2026-07',
    'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    'x-shopify-triggered-at': new Date().toISOString(),
    ...(secret === null ? {} : { 'x-shopify-hmac-sha256': signatureOf(text, secret) }),
  });
}

function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('base64');
}

async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<WebhookAnswer> {
  // Neither system follows a redirect.
  const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' });
  return { status: answer.status, text: await answer.text() };
}

/** A line of an order of WooCommerce. */
export function wooLine(id: number, productId: number, fields: Fields = {}): Fields {
  return {
    id,
    ...{ name: `Lamp ${productId}`, product_id: productId, variation_id: 0, quantity: 1, tax_class: '' },
    ...{ subtotal: '19.90', subtotal_tax: '0.00', total: '19.90', total_tax: '0.00', taxes: [] },
    ...{ meta_data: [], sku: `L-${productId}`, price: 19.9, image: { id: '', src: '' } },
    ...fields,
  };
}

/** A paid order of WooCommerce. */
export function wooOrder(id: number, lines: readonly Fields[], fields: Fields = {}): Fields {
  return {
    id,
    ...{ parent_id: 0, status: 'processing', currency: 'EUR', version: '10.4.0', prices_include_tax: false },
    ...{ date_created: minutesAgo(3), date_created_gmt: minutesAgo(3) },
    ...{ date_paid: minutesAgo(2), date_paid_gmt: minutesAgo(2) },
    ...{ discount_total: '0.00', total: '19.90', customer_id: 26, customer_ip_address: '203.0.113.9' },
    ...{ billing: address, shipping: address, payment_method: 'bacs', customer_note: 'For Greta Nordmann' },
    meta_data: [],
    line_items: lines,
    ...{ tax_lines: [], shipping_lines: [], fee_lines: [], coupon_lines: [], refunds: [] },
    ...fields,
  };
}

/** A line of an order of Shopify. */
export function shopifyLine(id: number, variantId: number | null, fields: Fields = {}): Fields {
  return {
    id,
    ...{ product_id: 1, variant_id: variantId, title: 'Lamp', name: 'Lamp - Red', quantity: 1 },
    ...{ current_quantity: 1, price: '19.90', total_discount: '0.00', discount_allocations: [] },
    ...{
      price_set: { shop_money: { amount: '19.90', currency_code: 'EUR' } },
      properties: [],
      tax_lines: [],
    },
    ...fields,
  };
}

/** A paid order of Shopify. */
export function shopifyOrder(id: number, lines: readonly Fields[], fields: Fields = {}): Fields {
  return {
    id,
    ...{ admin_graphql_api_id: `gid://shopify/Order/${id}`, name: '#1001', test: false, currency: 'EUR' },
    ...{ financial_status: 'paid', cancelled_at: null, taxes_included: true, email: 'greta@example.org' },
    ...{
      created_at: `${minutesAgo(3)}Z`,
      processed_at: `${minutesAgo(3)}Z`,
      updated_at: `${minutesAgo(2)}Z`,
    },
    ...{ customer: { id: 207, ...address }, billing_address: address, browser_ip: '203.0.113.9' },
    note_attributes: [],
    line_items: lines,
    ...fields,
  };
}
