/**
 * Does what tests of events do again and again in the name of one store. A batch that is not answered 200, or products that do not
 * lead within the usual wait of 20 s (Contract §8 allows 5), fail the test. It reads no database.
 */
import assert from 'node:assert/strict';
import type { EventRejection } from '../../contract/events.ts';
import type { Answer, RequestOptions } from './start-test-service.ts';
import { ask, type Caller } from './store-calls.ts';
import { waitUntil } from './wait-until.ts';

export const eventsPath = '/api/v1/events';
export const autocompletePath = '/api/v1/autocomplete';

/** An event as a browser or a server sends it. */
export type EventInput = Readonly<Record<string, unknown>>;

export interface EventsView {
  readonly message: string;
  readonly accepted: number;
  readonly rejected: readonly EventRejection[];
}

export function productClick(productId: string, fields: EventInput = {}): EventInput {
  return { type: 'product_click', product_id: productId, region: 'products', query: '', ...fields };
}

export function suggestionClick(phrase: string, fields: EventInput = {}): EventInput {
  return { type: 'suggestion_click', phrase, region: 'suggestions', query: '', ...fields };
}

export function postEvents(
  store: Caller,
  sessionId: unknown,
  events: unknown,
  options: RequestOptions = {},
): Promise<Answer> {
  return store.request('POST', eventsPath, { body: { session_id: sessionId, events }, ...options });
}

/** Sends events that must be answered 200. */
export async function sendEvents(
  store: Caller,
  sessionId: string,
  events: readonly EventInput[],
  options: RequestOptions = {},
): Promise<EventsView> {
  const answer = await postEvents(store, sessionId, events, options);
  assert.equal(answer.status, 200, answer.text);
  return answer.as<EventsView>();
}

/** A shopper at an address, which a proxy names that the service trusts; what one clicks was asked for before. */
export function shopperAt(store: Caller, key: string, address: string) {
  const options = { key, headers: { 'x-forwarded-for': address } };
  return {
    async ask(q: string): Promise<void> {
      const path = `${autocompletePath}?q=${encodeURIComponent(q)}&limit=20`;
      const answer = await store.request('GET', path, options);
      assert.equal(answer.status, 200, answer.text);
    },
    click: (session: string, ...events: readonly EventInput[]) => sendEvents(store, session, events, options),
  };
}

/** Waits until the answer for `q` shows these products first. Contract §8 allows five seconds. */
export async function waitForTitles(store: Caller, q: string, titles: readonly string[]): Promise<void> {
  let shown: string[] = [];
  await waitUntil(`${titles.join(', ')} first for "${q}"`, async () => {
    shown = (await ask(store, q, { limit: 20 })).products.map(({ title }) => title);
    return titles.every((title, index) => shown[index] === title);
  }).catch((error: Error) => {
    throw new Error(`${error.message}; shown are ${shown.join(', ')}`);
  });
}

/** Waits until a suggestion leads the answer for `q`. */
export async function waitForSuggestion(store: Caller, q: string, suggestion: string): Promise<void> {
  await waitUntil(
    `"${suggestion}" first for "${q}"`,
    async () => (await ask(store, q)).suggestions[0] === suggestion,
  );
}
