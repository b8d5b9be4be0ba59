/**
 * Decides whether a sale with a start and an end holds on the day of reading. Dates are UTC if they name no offset. A date that cannot
 * be read, or an unknown day, means that the sale does not hold. Times are milliseconds since 1970; a date without a time is the whole
 * day. It reads no clock itself and never throws.
 */
// Tests: ./csv-reader.test.ts.

const minuteMs = 60_000;
const dayMs = 86_400_000;
const instant =
  /^\s*(\d{4})-(\d{2})-(\d{2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?\s*$/i;

/** Milliseconds since 1970 of an ISO 8601 date or time, UTC where it names no offset; null where it is neither. */
function instantOf(text: string, isEnd: boolean): number | null {
  const match = instant.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second = '0', , sign, offsetHours = '0', offsetMinutes = '0'] =
    match;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (hour === undefined) return isEnd ? date + dayMs - 1 : date;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -1 : 1);
  return date + (Number(hour) * 60 + Number(minute) - offset) * minuteMs + Number(second) * 1_000;
}

/** The day on which a document is read. It knows whether anything depended on it. */
export class ReadingDay {
  readonly #nowMs: number | null;
  #isAsked = false;

  /** Null where the day is not known: then no sale is on that holds on certain days. */
  constructor(nowMs: number | null) {
    this.#nowMs = nowMs;
  }

  /** Whether a price was asked for that may be another one on another day. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** Whether the day of reading is between two dates; a blank one is open. False if one of them cannot be read. */
  isWithin(start: string, end: string): boolean {
    this.#isAsked = true;
    const from = start.trim() === '' ? Number.NEGATIVE_INFINITY : instantOf(start, false);
    const to = end.trim() === '' ? Number.POSITIVE_INFINITY : instantOf(end, true);
    const now = this.#nowMs;
    return now !== null && from !== null && to !== null && from <= now && now <= to;
  }
}
