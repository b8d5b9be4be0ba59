/**
 * A shopper’s session: keystrokes, of which only the newest is answered, and reports of what the shopper did. The id is random, lives as
 * long as the page, and is stored by the service as a hash only. A keystroke is never repeated, since the next one follows.
 */
// Tests: test/api/client-package.test.ts.
import { createId } from '../../../widget/src/ids.ts';
import type { Call } from './call.ts';
import type { Calls } from './calls.ts';

type Search = Calls['GET /autocomplete'];
/** What a shopper did. */
export type ShopperEvent = Calls['POST /events']['body']['events'][number];

/** As long as the widget waits. */
const searchTimeoutMs = 4_000;

/** The shopper’s side of a client. */
export interface SearchSession {
  /** The random id under which events are reported. */
  readonly id: string;
  /**
   * Answers what was typed so far; blank text is discovery. A newer search cancels the ones before it, and those resolve with null.
   */
  search(
    text: string,
    options?: Omit<NonNullable<Search['query']>, 'q'> & { readonly signal?: AbortSignal },
  ): Promise<Search['answer'] | null>;
  /** Reports what the shopper did. Each event gets an id, so that none counts twice; the request outlives its page. */
  report(...events: ShopperEvent[]): Promise<Calls['POST /events']['answer']>;
}

/** Starts a session; `id` continues one. */
export function createSession(call: Call, id = createId()): SearchSession {
  let newest = new AbortController();
  return {
    id,
    async search(text, { signal, ...query } = {}) {
      newest.abort();
      const own = new AbortController();
      newest = own;
      try {
        return await call('GET /autocomplete', {
          query: { ...query, q: text },
          signal: signal ? AbortSignal.any([signal, own.signal]) : own.signal,
          attempts: 1,
          timeoutMs: searchTimeoutMs,
        });
      } catch (error) {
        if (own.signal.aborted) return null;
        throw error;
      }
    },
    report: (...events) =>
      call('POST /events', {
        body: { session_id: id, events: events.map((event) => ({ event_id: createId(), ...event })) },
        isRepeatable: true,
        keepalive: true,
      }),
  };
}
