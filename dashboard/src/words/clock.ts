/** The only place of the dashboard that reads the time. */

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** The day of a time in UTC, `2026-11-21`. */
export function utcDayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
