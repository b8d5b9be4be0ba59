/**
 * Formats times and durations. The API sends ISO 8601 in UTC with microseconds; people see their own time zone. Pure:
 * callers pass the present time. A text that is no time throws a RangeError.
 */
// Tests: ./times.test.ts.

const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' };
const minute: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };

const dateTime = new Intl.DateTimeFormat(undefined, { ...day, ...minute });
const dateOnly = new Intl.DateTimeFormat(undefined, day);
const timeOnly = new Intl.DateTimeFormat(undefined, minute);
const dayOnly = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
/** The date in a form that is the same in every language. */
const minuteOfDay = new Intl.DateTimeFormat('en', { ...minute, hourCycle: 'h23' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** `21 Nov 2026, 14:05`. */
export function formatDateTime(at: string): string {
  return dateTime.format(Date.parse(at));
}

/** A moment of an axis (seconds since 1970) with day and time. */
export function formatMoment(seconds: number): string {
  return dateTime.format(seconds * 1000);
}

/**
 * Formats the date of a time in ISO 8601, in the time zone of the browser: `21 Nov 2026`. Throws a RangeError for a
 * text that is no time.
 */
export function formatDate(at: string): string {
  return dateOnly.format(Date.parse(at));
}

/**
 * A label of an axis whose labels are `stepSeconds` apart. An axis within one day shows times only; a longer one shows
 * days, and times in between.
 */
export function formatTick(seconds: number, stepSeconds: number, isWithinDay: boolean): string {
  const ms = seconds * 1000;
  if (isWithinDay) return timeOnly.format(ms);
  const isNewDay = stepSeconds >= 86_400 || minuteOfDay.format(ms) === '00:00';
  return isNewDay ? dayOnly.format(ms) : timeOnly.format(ms);
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** The share of the next unit that is shown as that unit: ten seconds less than an hour are "1 hour", not "60 minutes". */
const nearly = 0.992;

/** `3 minutes ago`, `in 2 days`; beyond a month the date. */
export function formatAgo(at: string, nowMs: number): string {
  const seconds = (Date.parse(at) - nowMs) / 1000;
  if (Math.abs(seconds) > 30 * 86_400) return formatDate(at);
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= nearly * length) ?? ['second', 1];
  if (unit === 'second' && Math.abs(seconds) < 10) return 'just now';
  return relative.format(Math.round(seconds / size), unit);
}

/** `1 h 4 min`, `2 min 5 s`, `8 s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60)];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** A time of the API in seconds since 1970, for axes. */
export function toSeconds(at: string): number {
  return Date.parse(at) / 1000;
}
