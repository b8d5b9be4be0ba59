/**
 * Waits for work, for a limited time. It never cancels the work, and never changes its result. Limits are milliseconds. Work that
 * rejects in time rejects here; a rejection after the limit is passed over.
 */
// Tests: server/autocomplete/following/indexing-turns.test.ts, server/threads/index-thread/index-client.live.test.ts.
import { setTimeout as pause } from 'node:timers/promises';

/** Waits for `work`, for `limitMs` at most; then calls `otherwise`, while `work` continues. */
export async function within(limitMs: number, work: Promise<unknown>, otherwise: () => void): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const isLate = await Promise.race([
    work.then(() => false),
    pause(limitMs, true, { signal, ref: false }),
  ]).finally(() => over.abort());
  if (isLate) otherwise();
}

/** Returns the result of `work`, or `otherwise` if it takes longer than `limitMs`. */
export async function resultWithin<Result>(
  limitMs: number,
  work: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  let result = otherwise;
  const noted = work.then((given) => {
    result = given;
  });
  await within(limitMs, noted, () => {});
  return result;
}
