/** How long a server asks to be left alone (RFC 9110 §10.2.3): seconds or a date. */

/** Nobody is waited for longer (chosen): every store waits meanwhile, and a wrong clock must not stop them for years. */
const retryAfterMaxMs = 15 * 60_000;

/**
 * Milliseconds; null where the headers say nothing that can be read. A date counts from the server's own `Date`, so
 * that two clocks that differ do no harm; `nowMs` stands in where it sent none. Names are in lower case.
 */
export function readRetryAfter(
  headers: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): number | null {
  const exactMs = headers['retry-after-ms']?.trim() ?? '';
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d+$/.test(exactMs)) return Math.min(Number(exactMs), retryAfterMaxMs);
  if (/^\d+(?:\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1_000), retryAfterMaxMs);
  // Anything that begins with a day; Date.parse alone takes `-5` for a year.
  const until = /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const sent = Date.parse(headers.date ?? '');
  return Math.min(Math.max(until - (Number.isNaN(sent) ? nowMs : sent), 0), retryAfterMaxMs);
}
