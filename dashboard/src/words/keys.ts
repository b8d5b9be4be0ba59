/** Words about keys: their scopes, and whether they work, end or have ended. Pure; times are ISO 8601 in and milliseconds for the present. */
// Tests: ./keys.test.ts.
import type { StoreKey } from '../../../contract/keys.ts';
import { limits } from '../../../contract/limits.ts';
import { formatAgo, formatDateTime } from './times.ts';

/** The name of each scope, and its users. */
export const scopeWords = {
  storefront: {
    label: 'Storefront',
    about: 'For the pages of your shop. It can ask for suggestions and report clicks.',
  },
  secret: {
    label: 'Secret',
    about: 'For your servers. It can do everything but manage keys, so never put it into a page.',
  },
  manage: {
    label: 'Manage',
    about:
      'For a program that creates, rotates and revokes keys, such as a secrets manager. It can do nothing else.',
  },
} as const satisfies Record<StoreKey['scope'], { readonly label: string; readonly about: string }>;

/** Whether a key is accepted. */
export function isInUse({ revoked_at, expires_at }: StoreKey, nowMs: number): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > nowMs);
}

/** The end of a key in words, or null for one without an end. `isSoon`: it needs attention. */
export function endOfKey(
  key: StoreKey,
  nowMs: number,
): { words: string; exact: string; isSoon: boolean } | null {
  const { expires_at: at, revoked_at: revoked, replaced_by: next } = key;
  if (revoked !== null && revoked !== at) {
    return { words: `Revoked ${formatAgo(revoked, nowMs)}`, exact: formatDateTime(revoked), isSoon: false };
  }
  if (at === null) return null;
  const isOver = Date.parse(at) <= nowMs;
  const left = Date.parse(at) - nowMs;
  const words = `${isOver ? 'Ended' : next === null ? 'Ends' : 'Replaced, ends'} ${formatAgo(at, nowMs)}`;
  const isSoon = !isOver && next === null && left < limits.keyWarningDays * 86_400_000;
  return { words, exact: formatDateTime(at), isSoon };
}
