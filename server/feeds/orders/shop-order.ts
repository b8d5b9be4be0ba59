/**
 * Declares an order as read from a webhook of the shop, and turns its lines into events of purchases (record 0089). Nothing of who
 * ordered is read: ids, quantities, amounts and times only. Pure; the signature was checked before. Times are microseconds, amounts
 * decimal text.
 */
// Tests: ./orders.test.ts, test/api/orders.test.ts.
import { createHash } from 'node:crypto';
import { limits } from '../../../contract/limits.ts';
import { formatTimestamp, parseTimestamp } from '../../clock.ts';
import { type JsonObject, objectsOf, textOf } from '../connectors/json-values.ts';

/** A line of an order: a product and what was paid for all of its pieces. */
export interface OrderLine {
  readonly id: string;
  /** As the connector of the system makes it. */
  readonly externalId: string;
  readonly quantity: number | undefined;
  readonly value: string | undefined;
  /** The id of the answer in which the product was found. */
  readonly queryId: string | undefined;
}

/** A paid order. */
export interface ShopOrder {
  readonly id: string;
  readonly currency: string | undefined;
  readonly paidAt: number;
  readonly lines: readonly OrderLine[];
}

/** An order, or why a text of the shop is none that counts. */
export type ReadOrder = ShopOrder | { readonly ignored: string };

/** What is not paid yet comes again with another topic or state. */
export const notPaid = {
  ignored: 'The order is not paid. It counts when the shop sends it as paid.',
} as const;

/** Events of one order as a shop’s server would send them, in batches that one call takes. */
export interface OrderEvents {
  readonly sessionId: string;
  readonly batches: readonly (readonly JsonObject[])[];
}

/**
 * The purchases of an order. The ids of session and events follow from the shop, the order and the line, so that an order which comes
 * again counts once, and hide their numbers. `shop` is the origin of the shop.
 */
export function toPurchases(shop: string, order: ShopOrder, nowMicros: number): OrderEvents {
  const occurredAt = formatTimestamp(Math.min(order.paidAt, nowMicros));
  const events = order.lines.map(({ id, externalId, quantity, value, queryId }) => ({
    type: 'purchase',
    external_id: externalId,
    quantity,
    value,
    currency: value === undefined ? undefined : order.currency,
    query_id: queryId,
    event_id: hashOf(shop, order.id, id),
    occurred_at: occurredAt,
  }));
  const most = limits.eventsPerBatch;
  const batches = Array.from({ length: Math.ceil(events.length / most) }, (_, index) =>
    events.slice(index * most, (index + 1) * most),
  );
  return { sessionId: hashOf(shop, order.id), batches };
}

/** No part holds a line break. */
function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('base64url');
}

/** The id of an answer among what a shop keeps with an order or a line, under `key` or `name`; undefined without one. */
export function queryIdOf(kept: unknown): string | undefined {
  const found = objectsOf(kept).find(({ key, name }) => queryIdName.test(textOf(key ?? name) ?? ''));
  const id = textOf(found?.value);
  return id !== undefined && id.length <= limits.queryIdMaxLength ? id : undefined;
}

/** Shops hide names that begin with an underscore. */
const queryIdName = /^_{0,2}foretype_query_id$/;

/** A time in microseconds, null for what is none. WordPress writes times of UTC without their zone. */
export function timeOf(value: unknown): number | null {
  const text = textOf(value);
  return text === undefined ? null : parseTimestamp(/(?:z|[+-]\d\d:\d\d)$/i.test(text) ? text : `${text}Z`);
}

/** A number of pieces that an event takes; undefined for any other. */
export function piecesOf(value: unknown): number | undefined {
  const pieces = Number(textOf(value));
  return Number.isInteger(pieces) && pieces >= 1 && pieces <= limits.eventQuantityMax ? pieces : undefined;
}

/** A plain amount from 0 on; undefined for any other. */
export function amountOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^\d+(?:\.\d+)?$/.test(text) ? text : undefined;
}
