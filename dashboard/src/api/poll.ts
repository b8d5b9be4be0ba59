/**
 * Decides when answers are read again while a page shows them: never after an answer that stays as it is until somebody
 * acts (404, damaged data). It makes no call. Pauses are milliseconds.
 */
// Tests: ./poll.test.ts.
import { RequestFailure } from './request.ts';

/** The state of a query; `data` is undefined until its first answer. */
interface Polled<Data> {
  readonly state: { readonly data: Data | undefined; readonly error: Error | null };
}

/**
 * Makes a `refetchInterval`: the pause in ms, or false for none. What does not exist or cannot be read is not asked for
 * again, since during each read the page would show a placeholder instead of its message.
 */
export function pollEvery<Data>(pauseOf: (data: Data | undefined) => number | false) {
  return ({ state: { data, error } }: Polled<Data>) =>
    data === undefined && isLasting(error) ? false : pauseOf(data);
}

/** Whether a failure says that the data of the store are damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof RequestFailure && error.code === 'store_unavailable';
}

/** Whether a failure stays the same until somebody acts. */
function isLasting(error: Error | null): boolean {
  return isDamage(error) || (error instanceof RequestFailure && error.status === 404);
}

/** The pause between two reads of the queue of phrases: short while it works, long while nothing is expected. Chosen. */
export function queuePauseMs(isWorking: boolean): number {
  return isWorking ? 2_000 : 15_000;
}
