/** When answers are read again by themselves, for as long as a page shows them. */
import { RequestFailure } from './request.ts';

/** What is known of a question; `data` is undefined until it was answered once. */
interface Polled<Data> {
  readonly state: { readonly data: Data | undefined; readonly error: Error | null };
}

/**
 * As `refetchInterval`: the pause in ms, false for none. What was never there, or never could be read, is not asked for
 * again: while it is, the page would show that it waits in the place of what it has to say.
 */
export function pollEvery<Data>(pauseOf: (data: Data | undefined) => number | false) {
  return ({ state: { data, error } }: Polled<Data>) =>
    data === undefined && isLasting(error) ? false : pauseOf(data);
}

/** Whether the service says that what was asked for is damaged. */
export function isDamage(error: unknown): boolean {
  return error instanceof RequestFailure && error.code === 'store_unavailable';
}

/** A failure that is the same until somebody acts. */
function isLasting(error: Error | null): boolean {
  return isDamage(error) || (error instanceof RequestFailure && error.status === 404);
}

/** The pause in ms between two reads of the queue of phrases: while it works, and while nothing is expected. Chosen. */
export function queuePauseMs(isWorking: boolean): number {
  return isWorking ? 2_000 : 15_000;
}
