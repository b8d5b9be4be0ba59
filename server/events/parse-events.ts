/**
 * Makes typed events of a request's JSON (Contract §8). A fault of the batch refuses all of it; a fault of one event rejects only that
 * event. Unknown fields and queries that look private are dropped here. Pure. A batch has at most 100 events; phrases have 255
 * characters, queries 100, times are at most 24 hours back and 5 minutes ahead. It looks up no product.
 */
// Tests: test/api/events.test.ts.
import type { EventRejection } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import { type EventRejectionCode, type EventType, eventTypes } from '../../contract/words/events.ts';
import { parseCurrency } from '../catalog/currency.ts';
import { parseExternalId } from '../catalog/external-id.ts';
import { parsePrice } from '../catalog/price.ts';
import { nameGiven, quote } from '../catalog/problem.ts';
import { hasForbiddenCharacters, isLongerThan, toOneLine } from '../catalog/text.ts';
import { parseTimestamp } from '../clock.ts';
import { Faults, type Report } from '../errors.ts';
import { isUuid } from '../ids.ts';
import { looksPrivate } from './looks-private.ts';

/** An action of a shopper, checked. */
export interface ShopperEvent {
  /** Its place in the batch. */
  readonly index: number;
  readonly type: EventType;
  readonly productId: string | null;
  readonly externalId: string | null;
  /** The phrase as it was selected; stored only if it is a suggestion, which the store shows to everybody. Null if absent. */
  readonly phrase: string | null;
  readonly region: string | null;
  /** The text as it was typed; null if absent. Used only to find the answer that was shown for it. */
  readonly typed: string | null;
  /** The same if it may be stored, otherwise null. */
  readonly query: string | null;
  readonly position: number | null;
  readonly quantity: number | null;
  /** The amount of a cart or purchase as decimal text, all pieces together; null if absent. */
  readonly value: string | null;
  /** Its ISO 4217 code; null for that of the product. */
  readonly currency: string | null;
  /** The id of the answer in which the product was found, unchecked; null if absent. */
  readonly queryId: string | null;
  readonly eventId: string | null;
  /** Microseconds; not in the future. */
  readonly occurredAt: number;
}

/** The valid events of a batch, and the rejections of the others. */
export interface ParsedEvents {
  readonly sessionId: string;
  readonly events: readonly ShopperEvent[];
  readonly rejected: readonly EventRejection[];
}

type JsonObject = Readonly<Record<string, unknown>>;

const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Parses a batch. `mayBuy`: whether the key may send purchases. Throws `validation_failed` if the body is not a batch. */
export function parseEvents(
  body: JsonObject,
  { mayBuy, nowMicros }: { readonly mayBuy: boolean; readonly nowMicros: number },
): ParsedEvents {
  const faults = new Faults();
  const sessionId = parseSessionId(body.session_id, faults.report);
  const listed = parseList(body.events, faults.report);
  faults.refuse();
  const events: ShopperEvent[] = [];
  const rejected: EventRejection[] = [];
  for (const [index, value] of listed.entries()) {
    const event = parseEvent(index, value, { mayBuy, nowMicros });
    if (event instanceof Rejection) rejected.push({ index, code: event.code, message: event.message });
    else events.push(event);
  }
  return { sessionId, events, rejected };
}

/** A session's id in a path or a body. */
export function parseSessionId(value: unknown, report: Report): string {
  if (typeof value === 'string' && idPattern.test(value)) return value;
  const message = `"session_id" takes 1 to 64 of A-Z, a-z, 0-9, _ and -, got ${quote(value)}.`;
  report('/session_id', 'session_id_invalid', message);
  return '';
}

function parseList(value: unknown, report: Report): readonly unknown[] {
  const most = limits.eventsPerBatch;
  if (Array.isArray(value) && value.length > 0 && value.length <= most) return value;
  const found = Array.isArray(value) ? String(value.length) : nameGiven(value);
  const message = `"events" takes a list of 1 to ${most} events, got ${found}.`;
  report('/events', 'events_invalid', message);
  return [];
}

/** A fault of one event. It is a value, since stack traces for a hundred events would cost more than the rest of the request. */
class Rejection {
  readonly code: EventRejectionCode;
  readonly message: string;
  constructor(code: EventRejectionCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

function parseEvent(
  index: number,
  value: unknown,
  { mayBuy, nowMicros }: { readonly mayBuy: boolean; readonly nowMicros: number },
): ShopperEvent | Rejection {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return new Rejection('event_invalid', `An event is an object, got ${nameGiven(value)}.`);
  }
  const event = value as JsonObject;
  const type = eventTypes.find((known) => known === event.type);
  if (type === undefined) {
    return new Rejection('type_unknown', `"type" takes ${eventTypes.join(', ')}, got ${quote(event.type)}.`);
  }
  if (type === 'purchase' && !mayBuy) {
    const message = 'A purchase needs a secret key (ft_sk_…): report it from a server.';
    return new Rejection('insufficient_scope', message);
  }
  const subject = subjectOf(type, event);
  if (subject instanceof Rejection) return subject;
  const typed = parseQuery(event.query, !isSale(type));
  if (typed instanceof Rejection) return typed;
  const position = parseCount(event.position, 'position', limits.eventPositionMax);
  if (position instanceof Rejection) return position;
  const eventId = parseEventId(event.event_id);
  if (eventId instanceof Rejection) return eventId;
  const occurredAt = parseTime(event.occurred_at, nowMicros);
  if (occurredAt instanceof Rejection) return occurredAt;
  return {
    index,
    type,
    productId: null,
    externalId: null,
    phrase: null,
    region: null,
    quantity: null,
    value: null,
    currency: null,
    queryId: null,
    ...subject,
    typed,
    query: typed === null || looksPrivate(typed) ? null : typed,
    position,
    eventId,
    occurredAt,
  };
}

/** The thing that the event is about. */
function subjectOf(type: EventType, event: JsonObject): Partial<ShopperEvent> | Rejection {
  if (type === 'suggestion_click') {
    const region = parseRegion(event.region, ['suggestions', 'categories']);
    if (region instanceof Rejection) return region;
    const phrase = parsePhrase(event.phrase);
    return phrase instanceof Rejection ? phrase : { phrase, region };
  }
  if (type === 'product_click') {
    const productId = parseProductId(event.product_id);
    if (productId instanceof Rejection) return productId;
    const region = parseRegion(event.region, ['products']);
    return region instanceof Rejection ? region : { productId, region };
  }
  return saleOf(event);
}

/** Whether an event is about a product that goes into a cart or out of the shop. */
export function isSale(type: EventType): boolean {
  return type === 'add_to_cart' || type === 'purchase';
}

function saleOf(event: JsonObject): Partial<ShopperEvent> | Rejection {
  const quantity = parseCount(event.quantity, 'quantity', limits.eventQuantityMax);
  if (quantity instanceof Rejection) return quantity;
  const product = productOf(event);
  if (product instanceof Rejection) return product;
  const value = parseValue(event.value);
  if (value instanceof Rejection) return value;
  const currency = parseValueCurrency(event.currency);
  if (currency instanceof Rejection) return currency;
  const queryId = parseQueryId(event.query_id);
  if (queryId instanceof Rejection) return queryId;
  return { ...product, quantity, value, currency, queryId };
}

function productOf(event: JsonObject): Pick<Partial<ShopperEvent>, 'productId' | 'externalId'> | Rejection {
  const productId = isGiven(event.product_id) ? parseProductId(event.product_id) : null;
  if (productId instanceof Rejection) return productId;
  if (productId !== null && !isGiven(event.external_id)) return { productId };
  const parsed = parseExternalId(event.external_id);
  if (!parsed.ok) return new Rejection('external_id_invalid', parsed.problem.message);
  return { productId, externalId: parsed.externalId };
}

const plainAmount = /^\d+(?:\.\d+)?$/;

/** Machines send amounts, so their texts are never guessed: `1.234,00` is refused. */
function parseValue(value: unknown): string | Rejection | null {
  if (!isGiven(value)) return null;
  if (typeof value === 'number' || (typeof value === 'string' && plainAmount.test(value))) {
    // The currency would only matter for a text that is not plain.
    const parsed = parsePrice(value, 'EUR', '/value');
    if (parsed.ok) return parsed.price;
  }
  const message = `"value" takes the amount for all pieces together, from 0 on, with at most ${limits.priceIntegerDigits} digits before the point and without grouping or currency, such as 129.90, got ${quote(value)}.`;
  return new Rejection('value_invalid', message);
}

function parseValueCurrency(value: unknown): string | Rejection | null {
  if (!isGiven(value)) return null;
  const currency = typeof value === 'string' ? parseCurrency(value) : null;
  if (currency !== null) return currency;
  return new Rejection(
    'currency_invalid',
    `"currency" takes an ISO 4217 code such as EUR, got ${quote(value)}.`,
  );
}

/** Anything that no answer can have given is a fault of the sender; an id that is too old is none. */
function parseQueryId(value: unknown): string | Rejection | null {
  if (!isGiven(value)) return null;
  if (typeof value === 'string' && value.length <= limits.queryIdMaxLength) return value;
  const message = `"query_id" takes the "meta.query_id" of an answer, got ${quote(value)}.`;
  return new Rejection('query_id_invalid', message);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function parseProductId(value: unknown): string | Rejection {
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
  return new Rejection('product_id_invalid', `"product_id" takes the id of a product, got ${quote(value)}.`);
}

function parseRegion(value: unknown, regions: readonly string[]): string | Rejection {
  const region = regions.find((known) => known === value);
  if (region !== undefined) return region;
  return new Rejection('region_invalid', `"region" takes ${regions.join(' or ')}, got ${quote(value)}.`);
}

function parsePhrase(value: unknown): string | Rejection {
  const text = parseText(value, 'phrase', limits.eventPhraseMaxLength);
  if (text !== '') return text;
  return new Rejection('phrase_invalid', '"phrase" takes what was selected, it is blank.');
}

function parseQuery(value: unknown, isNeeded: boolean): string | Rejection | null {
  if (!isNeeded && !isGiven(value)) return null;
  return parseText(value, 'query', limits.queryMaxLength);
}

function parseText(value: unknown, name: 'phrase' | 'query', maxLength: number): string | Rejection {
  if (typeof value !== 'string' || hasForbiddenCharacters(value)) {
    const found = typeof value === 'string' ? 'control characters or broken Unicode' : nameGiven(value);
    return new Rejection(`${name}_invalid`, `"${name}" takes text, got ${found}.`);
  }
  const text = toOneLine(value);
  if (!isLongerThan(text, maxLength)) return text;
  return new Rejection(`${name}_invalid`, `"${name}" takes at most ${maxLength} characters.`);
}

function parseCount(value: unknown, name: 'position' | 'quantity', max: number): number | Rejection | null {
  if (!isGiven(value)) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
  return new Rejection(
    `${name}_invalid`,
    `"${name}" takes a whole number from 1 to ${max}, got ${quote(value)}.`,
  );
}

function parseEventId(value: unknown): string | Rejection | null {
  if (!isGiven(value)) return null;
  if (typeof value === 'string' && idPattern.test(value)) return value;
  const message = `"event_id" takes 1 to 64 of A-Z, a-z, 0-9, _ and -, got ${quote(value)}.`;
  return new Rejection('event_id_invalid', message);
}

/** A client's clock may be ahead of ours, but an event is never in the future. */
function parseTime(value: unknown, nowMicros: number): number | Rejection {
  if (!isGiven(value)) return nowMicros;
  const at = (typeof value === 'string' ? parseTimestamp(value) : null) ?? Number.NaN;
  const behindMs = (nowMicros - at) / 1_000;
  if (behindMs <= limits.eventAgeMaxMs && -behindMs <= limits.eventAheadMaxMs) return Math.min(nowMicros, at);
  const message = `"occurred_at" takes a time such as 2026-11-21T06:28:12Z, at most 24 hours back and 5 minutes ahead, got ${quote(value)}.`;
  return new Rejection('occurred_at_invalid', message);
}
