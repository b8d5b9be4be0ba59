/**
 * From a request's JSON to typed events (Contract §8). What is wrong with the batch refuses all of it; what is wrong
 * with one event rejects that one. Fields that nobody asked for are dropped here, and queries that look private
 * with them. Pure.
 */
import type { FieldError } from '../../contract/errors.ts';
import type { EventRejection } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import { type EventRejectionCode, type EventType, eventTypes } from '../../contract/words/events.ts';
import { parseExternalId } from '../catalog/external-id.ts';
import { nameGiven, quote } from '../catalog/problem.ts';
import { hasForbiddenCharacters, isLongerThan, toOneLine } from '../catalog/text.ts';
import { parseTimestamp } from '../clock.ts';
import { validationFailed } from '../errors.ts';
import { isUuid } from '../ids.ts';
import { looksPrivate } from './looks-private.ts';

/** What a shopper did, checked. */
export interface ShopperEvent {
  /** Its place in the batch. */
  readonly index: number;
  readonly type: EventType;
  readonly productId: string | null;
  readonly externalId: string | null;
  /** As it was selected; kept only where it is a suggestion, which the store shows to all. Null where there is none. */
  readonly phrase: string | null;
  readonly region: string | null;
  /** As it was typed; null where there is none. It goes no further than to what was shown for it. */
  readonly typed: string | null;
  /** The same where it may be kept, else null. */
  readonly query: string | null;
  readonly position: number | null;
  readonly quantity: number | null;
  readonly eventId: string | null;
  /** Microseconds; no later than the present. */
  readonly occurredAt: number;
}

/** The events of a batch, and what became of the others. */
export interface ParsedEvents {
  readonly sessionId: string;
  readonly events: readonly ShopperEvent[];
  readonly rejected: readonly EventRejection[];
}

type JsonObject = Readonly<Record<string, unknown>>;

const idPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** `mayBuy`: whether purchases are taken from this key. Throws `validation_failed` for a batch that is none. */
export function parseEvents(
  body: JsonObject,
  { mayBuy, nowMicros }: { readonly mayBuy: boolean; readonly nowMicros: number },
): ParsedEvents {
  const faults: FieldError[] = [];
  const sessionId = parseSessionId(body.session_id, (fault) => faults.push(fault));
  const listed = parseList(body.events, (fault) => faults.push(fault));
  const [first, ...rest] = faults;
  if (first !== undefined) throw validationFailed([first, ...rest]);
  const events: ShopperEvent[] = [];
  const rejected: EventRejection[] = [];
  for (const [index, value] of listed.entries()) {
    try {
      events.push(parseEvent(index, value, { mayBuy, nowMicros }));
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      rejected.push({ index, code: error.code, message: error.message });
    }
  }
  return { sessionId, events, rejected };
}

/** A session's id in a path or a body. */
export function parseSessionId(value: unknown, report: (fault: FieldError) => void): string {
  if (typeof value === 'string' && idPattern.test(value)) return value;
  const message = `"session_id" takes 1 to 64 of A-Z, a-z, 0-9, _ and -, got ${quote(value)}.`;
  report({ path: '/session_id', code: 'session_id_invalid', message });
  return '';
}

function parseList(value: unknown, report: (fault: FieldError) => void): readonly unknown[] {
  const most = limits.eventsPerBatch;
  if (Array.isArray(value) && value.length > 0 && value.length <= most) return value;
  const found = Array.isArray(value) ? String(value.length) : nameGiven(value);
  const message = `"events" takes a list of 1 to ${most} events, got ${found}.`;
  report({ path: '/events', code: 'events_invalid', message });
  return [];
}

/** What is wrong with one event: thrown within this file only. */
class Rejection extends Error {
  readonly code: EventRejectionCode;
  constructor(code: EventRejectionCode, message: string) {
    super(message);
    this.code = code;
  }
}

function parseEvent(
  index: number,
  value: unknown,
  { mayBuy, nowMicros }: { readonly mayBuy: boolean; readonly nowMicros: number },
): ShopperEvent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Rejection('event_invalid', `An event is an object, got ${nameGiven(value)}.`);
  }
  const event = value as JsonObject;
  const type = eventTypes.find((known) => known === event.type);
  if (type === undefined) {
    throw new Rejection('type_unknown', `"type" takes ${eventTypes.join(', ')}, got ${quote(event.type)}.`);
  }
  if (type === 'purchase' && !mayBuy) {
    const message = 'A purchase needs a secret key (ft_sk_…): report it from a server.';
    throw new Rejection('insufficient_scope', message);
  }
  const typed = parseQuery(event.query, type !== 'purchase');
  return {
    ...{ index, type, productId: null, externalId: null, phrase: null, region: null, quantity: null },
    ...subjectOf(type, event),
    typed,
    query: typed === null || looksPrivate(typed) ? null : typed,
    position: parseCount(event.position, 'position', limits.eventPositionMax),
    eventId: parseEventId(event.event_id),
    occurredAt: parseTime(event.occurred_at, nowMicros),
  };
}

/** What the event is about. */
function subjectOf(type: EventType, event: JsonObject): Partial<ShopperEvent> {
  if (type === 'suggestion_click') {
    const region = parseRegion(event.region, ['suggestions', 'categories']);
    return { phrase: parsePhrase(event.phrase), region };
  }
  if (type === 'product_click') {
    return { productId: parseProductId(event.product_id), region: parseRegion(event.region, ['products']) };
  }
  const quantity = parseCount(event.quantity, 'quantity', limits.eventQuantityMax);
  const productId = isGiven(event.product_id) ? parseProductId(event.product_id) : null;
  if (productId !== null && !isGiven(event.external_id)) return { productId, quantity };
  const parsed = parseExternalId(event.external_id);
  if (!parsed.ok) throw new Rejection('external_id_invalid', parsed.problem.message);
  return { productId, externalId: parsed.externalId, quantity };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function parseProductId(value: unknown): string {
  if (typeof value === 'string' && isUuid(value)) return value.toLowerCase();
  throw new Rejection('product_id_invalid', `"product_id" takes the id of a product, got ${quote(value)}.`);
}

function parseRegion(value: unknown, regions: readonly string[]): string {
  const region = regions.find((known) => known === value);
  if (region !== undefined) return region;
  throw new Rejection('region_invalid', `"region" takes ${regions.join(' or ')}, got ${quote(value)}.`);
}

function parsePhrase(value: unknown): string {
  const text = parseText(value, 'phrase', limits.eventPhraseMaxLength);
  if (text === '') throw new Rejection('phrase_invalid', '"phrase" takes what was selected, it is blank.');
  return text;
}

function parseQuery(value: unknown, isNeeded: boolean): string | null {
  if (!isNeeded && !isGiven(value)) return null;
  return parseText(value, 'query', limits.queryMaxLength);
}

function parseText(value: unknown, name: 'phrase' | 'query', maxLength: number): string {
  if (typeof value !== 'string' || hasForbiddenCharacters(value)) {
    const found = typeof value === 'string' ? 'control characters or broken Unicode' : nameGiven(value);
    throw new Rejection(`${name}_invalid`, `"${name}" takes text, got ${found}.`);
  }
  const text = toOneLine(value);
  if (!isLongerThan(text, maxLength)) return text;
  throw new Rejection(`${name}_invalid`, `"${name}" takes at most ${maxLength} characters.`);
}

function parseCount(value: unknown, name: 'position' | 'quantity', max: number): number | null {
  if (!isGiven(value)) return null;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new Rejection(
    `${name}_invalid`,
    `"${name}" takes a whole number from 1 to ${max}, got ${quote(value)}.`,
  );
}

function parseEventId(value: unknown): string | null {
  if (!isGiven(value)) return null;
  if (typeof value === 'string' && idPattern.test(value)) return value;
  const message = `"event_id" takes 1 to 64 of A-Z, a-z, 0-9, _ and -, got ${quote(value)}.`;
  throw new Rejection('event_id_invalid', message);
}

/** A clock may be ahead of ours, but what has happened is past. */
function parseTime(value: unknown, nowMicros: number): number {
  if (!isGiven(value)) return nowMicros;
  const at = (typeof value === 'string' ? parseTimestamp(value) : null) ?? Number.NaN;
  const behindMs = (nowMicros - at) / 1_000;
  if (behindMs <= limits.eventAgeMaxMs && -behindMs <= limits.eventAheadMaxMs) return Math.min(nowMicros, at);
  const message = `"occurred_at" takes a time such as 2026-11-21T06:28:12Z, at most 24 hours back and 5 minutes ahead, got ${quote(value)}.`;
  throw new Rejection('occurred_at_invalid', message);
}
