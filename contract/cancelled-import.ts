/**
 * Distinguishes a stopped import from a failed one: both have the status `failed`. Pure; it looks at the beginning of
 * the error only.
 */
// Tests: test/api/file-imports.test.ts.

/** Begins the `error` of an import that was stopped. */
export const cancelledWord = 'Cancelled.';

/** Whether somebody stopped the import. Its file may be correct. */
export function isCancelled(run: { readonly status: string; readonly error: string | null }): boolean {
  return run.status === 'failed' && run.error?.startsWith(cancelledWord) === true;
}
