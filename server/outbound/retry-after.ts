/** How long a server asks to be left alone (RFC 9110 §10.2.3). */
import { limits } from '../../contract/limits.ts';

/** Milliseconds from now, or null where the header is absent or says nothing sensible. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : dateOf(text) - nowMs;
  if (Number.isNaN(waitMs)) return null;
  return Math.min(Math.max(0, Math.round(waitMs)), limits.outboundRetryAfterMaxMs);
}

/** `Sat, 21 Nov 2026 22:00:00 GMT`; NaN for anything else. */
function dateOf(text: string): number {
  return /^[A-Z][a-z]+, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
}
