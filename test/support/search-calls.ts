/**
 * Acts for shoppers of one store who type, see what they found and click, each with a browser of their own. Calls that are not
 * answered 200 fail the test. It waits for no statistics: the test does; it never shares an address between two shoppers.
 */
import assert from 'node:assert/strict';
import type { AnalyticsName } from '../../contract/analytics.ts';
import { type EventInput, postEvents } from './event-calls.ts';
import type { TestStore } from './start-test-service.ts';
import { askLoaded } from './store-calls.ts';

/** A shopper at a search box: autocomplete calls and clicks come from the same browser. */
export interface Shopper {
  /** Types the text letter by letter, and empties the box, which ends the search. */
  search(text: string): Promise<void>;
  type(text: string): Promise<void>;
  click(event: EventInput): Promise<void>;
}

export function newShopper(store: TestStore, name: string): Shopper {
  const options = { key: store.keys.storefront, headers: { 'user-agent': `Browser of ${name}` } };
  async function ask(q: string): Promise<void> {
    const path = `/api/v1/autocomplete?q=${encodeURIComponent(q)}`;
    const answer = await askLoaded(store, path, options);
    assert.equal(answer.status, 200, answer.text);
  }
  async function type(text: string): Promise<void> {
    for (let length = 1; length <= text.length; length += 1) await ask(text.slice(0, length));
  }
  return {
    type,
    async search(text) {
      await type(text);
      await ask('');
    },
    async click(event) {
      const answer = await postEvents(store, name, [event], options);
      assert.equal(answer.status, 200, answer.text);
    },
  };
}

/** The figures of a store, as its server gets them. */
export async function readAnalytics<Body>(
  store: TestStore,
  name: AnalyticsName,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Body> {
  const answer = await store.request(
    'GET',
    `/api/v1/analytics/${name}?${new URLSearchParams(parameters).toString()}`,
  );
  assert.equal(answer.status, 200, answer.text);
  return answer.as<Body>();
}
