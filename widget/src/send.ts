/**
 * Requests to one address of the service. None is waited for too long, and a service in trouble is left alone: a failed
 * connection, silence, 429 or 5xx is followed by a rest, as long as the service asks for or twice as long each time,
 * in which nothing is sent.
 */
import { readClock } from './clock.ts';

/** Not noticed between two keystrokes; the tenth in a row is half a minute. */
const firstRestMs = 50;

/**
 * Calls `onSend` where it sends anything; resolves with the text of a good answer, rejects with any other; with an error where none came, the controller
 * aborted, or in a rest.
 */
export type Send = (
  address: string | URL,
  init: RequestInit,
  controller: AbortController,
  onSend?: () => void,
) => Promise<string>;

/** Whether the service would refuse it again; false for what is no answer. */
export function isFinal({ status }: Response): boolean {
  return status < 500 && status !== 429;
}

export function createSend(timeoutMs: number): Send {
  let failures = 0;
  let restUntil = 0;

  return async (address, init, controller, onSend) => {
    if (readClock() < restUntil) throw Error();
    onSend?.();
    // Once it is settled there is nothing left to abort.
    setTimeout(() => controller.abort(Error()), timeoutMs);
    try {
      const response = await fetch(address, { ...init, signal: controller.signal, credentials: 'omit' });
      if (!response.ok) throw response;
      const text = await response.text();
      failures = 0;
      return text;
    } catch (failure) {
      const error = failure as Error & Response;
      // A superseded request says nothing of the service.
      if (!isFinal(error) && error.name !== 'AbortError') {
        const askedMs = Number(error.headers?.get('Retry-After')) * 1_000;
        restUntil = readClock() + (askedMs || firstRestMs * 2 ** failures++);
      }
      throw error;
    }
  };
}
