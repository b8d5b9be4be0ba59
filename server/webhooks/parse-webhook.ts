/** From what a merchant says of an endpoint to its settings; every fault is named. */

import { limits } from '../../contract/limits.ts';
import { type WebhookEvent, webhookEvents } from '../../contract/words/webhooks.ts';
import { nameGiven, quote } from '../catalog/problem.ts';
import { hasForbiddenCharacters, isLongerThan, toOneLine } from '../catalog/text.ts';
import { reportUnknown } from '../catalog/unknown-fields.ts';
import { Faults, type Report } from '../errors.ts';
import type { OutboundPolicy } from '../outbound/outbound.ts';
import { checkOutboundUrl, presentGiven } from '../outbound/url-rules.ts';
import type { Webhook } from '../storage/webhooks.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** What merchants decide of an endpoint. */
export type WebhookSettings = Pick<Webhook, 'url' | 'description' | 'events' | 'isActive'>;

const known = ['url', 'description', 'events', 'is_active'];

/** A new endpoint: the address is needed, the rest has defaults. Throws `validation_failed` with every fault. */
export function parseNewWebhook(body: JsonObject, policy: OutboundPolicy): WebhookSettings {
  const defaults = { description: '', events: webhookEvents, isActive: true };
  const settings = parse({ url: null, ...body }, policy);
  return { ...defaults, url: '', ...settings };
}

/** The settings that a change names. Throws `validation_failed` with every fault. */
export function parseWebhookPatch(body: JsonObject, policy: OutboundPolicy): Partial<WebhookSettings> {
  return parse(body, policy);
}

function parse(body: JsonObject, policy: OutboundPolicy): Partial<WebhookSettings> {
  const faults = new Faults();
  const { report } = faults;
  reportUnknown(body, { what: 'An endpoint', known }, report);
  const has = (name: string) => body[name] !== undefined;
  const settings = {
    ...(has('url') ? { url: parseUrl(body.url, policy, report) } : {}),
    ...(has('description') ? { description: parseDescription(body.description, report) } : {}),
    ...(has('events') ? { events: parseEvents(body.events, report) } : {}),
    ...(has('is_active') ? { isActive: parseActive(body.is_active, report) } : {}),
  };
  faults.refuse();
  return settings;
}

function parseUrl(value: unknown, policy: OutboundPolicy, report: Report): string {
  if (typeof value !== 'string' || value === '') {
    const takes = 'the address of an endpoint, such as https://shop.example/hook';
    const got = typeof value === 'string' ? quote(value) : nameGiven(value);
    report('/url', 'url_invalid', `"url" takes ${takes}, got ${got}.`);
    return '';
  }
  const check = checkOutboundUrl(value, policy);
  if (check.ok) return value;
  const hasUser = URL.canParse(value) && new URL(value).username !== '';
  // Feeds have fields for them; endpoints know who calls by the signature.
  const message = hasUser
    ? 'The address holds a user or password. Leave them out: the signature tells who sends a message.'
    : check.message;
  report('/url', 'url_not_allowed', `${message} Got ${quote(presentGiven(value))}.`);
  return '';
}

function parseDescription(value: unknown, report: Report): string {
  const fits =
    typeof value === 'string' &&
    !hasForbiddenCharacters(value) &&
    !isLongerThan(value, limits.fieldMaxLength);
  if (fits) return toOneLine(value);
  const message = `"description" takes text of at most ${limits.fieldMaxLength} characters, without control characters, got ${quote(value)}.`;
  report('/description', 'description_invalid', message);
  return '';
}

function parseEvents(value: unknown, report: Report): readonly WebhookEvent[] {
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [];
  const unknown = list.find((item) => !webhookEvents.some((event) => event === item));
  if (list.length > 0 && unknown === undefined) return webhookEvents.filter((event) => list.includes(event));
  const got = unknown === undefined ? '' : `, got ${quote(unknown)}`;
  report('/events', 'events_invalid', `"events" takes a list of ${webhookEvents.join(', ')}${got}.`);
  return [];
}

function parseActive(value: unknown, report: Report): boolean {
  if (typeof value !== 'boolean') {
    report('/is_active', 'is_active_invalid', `"is_active" takes true or false, got ${quote(value)}.`);
  }
  return value === true;
}
