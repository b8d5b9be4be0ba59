/** The only place of the dashboard that reads the time, and knows the zone of whoever looks. */

/** Milliseconds since 1970. */
export function nowMs(): number {
  return Date.now();
}

/** Of whoever looks, `Europe/Berlin`. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The day of a time in UTC, `2026-11-21`. */
export function utcDayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** A moment as an input for date and time has it, `2026-11-27T09:30` here; nothing for none. */
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
