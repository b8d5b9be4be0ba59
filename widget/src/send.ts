/**
 * Sends requests to one address of the service, with a timeout. A service in trouble is left alone: after a failed connection, a
 * timeout, 429 or 5xx nothing is sent for as long as the service asks, otherwise for a pause that doubles each time.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.
import { readClock } from './clock.ts';

/** Not noticeable between two keystrokes; the tenth pause in a row is half a minute. */
const firstRestMs = 50;

/**
 * Calls `onSend` if it sends a request. Resolves with the text of a successful answer, rejects with any other answer, and with an
 * error if there was no answer, the controller aborted, or during a pause.
 */
export type Send = (
  address: string | URL,
  init: RequestInit,
  controller: AbortController,
  onSend?: () => void,
) => Promise<string>;

/** Whether the service would refuse the request again; false for errors without an answer. */
export function isFinal({ status }: Response): boolean {
  return status < 500 && status !== 429;
}

export function createSend(timeoutMs: number): Send {
  let failures = 0;
  let restUntil = 0;

  return async (address, init, controller, onSend) => {
    if (readClock() < restUntil) throw Error();
    onSend?.();
    // Aborting a settled request has no effect.
    setTimeout(() => controller.abort(Error()), timeoutMs);
    try {
      const response = await fetch(address, { ...init, signal: controller.signal, credentials: 'omit' });
      if (!response.ok) throw response;
      const text = await response.text();
      failures = 0;
      return text;
    } catch (failure) {
      const error = failure as Error & Response;
      // An aborted request says nothing about the service.
      if (!isFinal(error) && error.name !== 'AbortError') {
        const askedMs = Number(error.headers?.get('Retry-After')) * 1_000;
        restUntil = readClock() + (askedMs || firstRestMs * 2 ** failures++);
      }
      throw error;
    }
  };
}
