// Tests: dashboard/src/words/numbers.test.ts.
/** `row` for one, `rows` for any other count; the plural is the singular with an s unless given. English only. */
export function pluralOf(count: number, singular: string, plural = `${singular}s`): string {
  return count === 1 ? singular : plural;
}
