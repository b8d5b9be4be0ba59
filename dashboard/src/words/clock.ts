/** The only place of the dashboard that reads the time. */

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}
