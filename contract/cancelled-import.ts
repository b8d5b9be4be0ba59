/** How an import that somebody stopped is told from one that failed: both end as `failed`. */

/** Begins the `error` of an import that was stopped. */
export const cancelledWord = 'Cancelled.';

/** Whether somebody stopped the import; nothing need be wrong with its file. */
export function isCancelled(run: { readonly status: string; readonly error: string | null }): boolean {
  return run.status === 'failed' && run.error?.startsWith(cancelledWord) === true;
}
