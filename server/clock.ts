/**
 * The only place that reads the time. Everything else is given a clock, so that tests can drive it. Wall times are microseconds since
 * 1970 (UTC) and may jump with the machine's clock; durations and limits of time must use the milliseconds of the monotonic one. A
 * wall clock that steps back never gives the same time twice. Work that fails is not kept: the next call does it again.
 */
// Tests: ./clock.live.test.ts.

/** An hour in microseconds. */
export const hourMicros = 3_600 * 1_000_000;
/** A day of 24 hours in microseconds. */
export const dayMicros = 24 * hourMicros;
/** A day of 24 hours in milliseconds. */
export const dayMs = dayMicros / 1_000;

/** A source of time. */
export interface Clock {
  /** Microseconds since 1970, UTC; never the same twice within one thread. */
  nowMicros(): number;
  /** Milliseconds that only ever grow, the same in all threads of a process; for durations and time-outs. */
  monotonicMs(): number;
}

/** The real time. */
export function createSystemClock(): Clock {
  let last = 0;
  const beginMs = whenThreadBegan();
  return {
    nowMicros() {
      // The wall clock has milliseconds only; the digits below come from the monotonic one.
      const wall = Date.now() * 1_000 + Math.floor((performance.now() % 1) * 1_000);
      last = Math.max(last + 1, wall);
      return last;
    },
    monotonicMs: () => beginMs + performance.now(),
  };
}

/** A rate of work: once in `everyMs` on average, `burst` times in a row. */
export interface WorkRate {
  readonly everyMs: number;
  readonly burst: number;
}

/**
 * Shares one piece of work among all callers: it is done again as often as the rate allows; beyond that callers get the last
 * result, or wait for the work under way. A failure is not kept.
 */
export function limitWork<Result>(
  { everyMs, burst }: WorkRate,
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let last: Promise<Result> | null = null;
  let isUnderWay = false;
  /** The time when the whole `burst` is available again. */
  let fullMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = monotonicMs();
    const spentMs = Math.max(fullMs, nowMs) + everyMs;
    if (last !== null && (isUnderWay || spentMs > nowMs + burst * everyMs)) return last;
    fullMs = spentMs;
    isUnderWay = true;
    const begun = work();
    last = begun;
    begun.then(
      () => {
        isUnderWay = false;
      },
      () => {
        isUnderWay = false;
        last = null;
      },
    );
    return begun;
  };
}

/** The beginning of this thread's own time, which differs by thread, in the machine's time. */
function whenThreadBegan(): number {
  let began = Number.NEGATIVE_INFINITY;
  // A thread that loses its core between the two readings gets too early a time: the latest is right.
  for (let reading = 0; reading < 10; reading += 1) {
    began = Math.max(began, Number(process.hrtime.bigint()) / 1_000_000 - performance.now());
  }
  return began;
}

/** `2026-11-21`, UTC. */
export function formatDay(micros: number): string {
  return formatTimestamp(micros).slice(0, 10);
}

/** `2026-11-21T06:28:12.123456Z` (§2.3): ISO 8601 in UTC with microseconds. */
export function formatTimestamp(micros: number): string {
  // The rest first: a quotient near 2^53 may be rounded up to the next millisecond.
  const rest = ((micros % 1_000) + 1_000) % 1_000;
  const milliseconds = new Date((micros - rest) / 1_000).toISOString().slice(0, -1);
  return `${milliseconds}${String(rest).padStart(3, '0')}Z`;
}

const timestampPattern = /^(\d{4}-\d\d)-(\d\d)[Tt]\d\d:\d\d(?::\d\d(?:\.(\d{1,9}))?)?(?:[Zz]|[+-]\d\d:\d\d)$/;

/**
 * Microseconds of an ISO 8601 time with its zone, `2026-11-27T00:00:00+01:00`; further digits are cut off. Null for text that
 * is no time, such as the 30th of February.
 */
export function parseTimestamp(text: string): number | null {
  const [, month = '', day = '', fraction = ''] = timestampPattern.exec(text) ?? [];
  const ms = month === '' ? Number.NaN : Date.parse(text);
  if (Number.isNaN(ms) || new Date(`${month}-${day}T00:00:00Z`).getUTCDate() !== Number(day)) return null;
  return Math.floor(ms) * 1_000 + Number(fraction.slice(3, 6).padEnd(3, '0'));
}

/** Whole seconds since 1970 as HTTP writes them (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`. */
export function httpDate(seconds: number): string {
  return new Date(seconds * 1_000).toUTCString();
}
