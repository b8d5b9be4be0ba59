/**
 * The only place of the dashboard that reads the time and knows the time zone of the person who looks. Times in and out
 * are milliseconds since 1970 or ISO 8601 texts; a text that is no time throws a RangeError.
 */
// Tests: ./periods.test.ts.

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** The time zone of the browser, such as `Europe/Berlin`. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The day of a time in UTC, `2026-11-21`. */
export function utcDayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A moment as an input for date and time takes it, such as `2026-11-27T09:30` in local time; empty for null. */
export function toLocalInput(at: string | null): string {
  if (at === null) return '';
  const moment = new Date(at);
  const shifted = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The inverse of {@link toLocalInput}. */
export function fromLocalInput(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}
