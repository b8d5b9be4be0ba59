/**
 * Lists the keys of a store that end soon, have just ended, or are used although another took their place. Pure; the words are the
 * merchant's. A key is named from 14 days before its end until 14 days after it (`limits.keyWarningDays`). It never throws.
 */
// Tests: ./attention-to-keys.test.ts.
import { limits } from '../../contract/limits.ts';
import { dayMicros, formatDay } from '../clock.ts';
import type { ListedKey } from '../storage/records.ts';
import type { Finding, Path, StoreFacts } from './store-facts.ts';

const warningMicros = limits.keyWarningDays * dayMicros;

/** A key that another took the place of ends on purpose: it is named only where a program uses it still. */
export function aboutEndsOfKeys({ keys, now }: Pick<StoreFacts, 'keys' | 'now'>, path: Path): Finding[] {
  const link = path('/keys');
  return keys.map((key) => {
    const { expiresAt } = key;
    if (expiresAt === null || Math.abs(expiresAt - now) >= warningMicros) return null;
    const isRevoked = key.revokedAt !== null && key.revokedAt !== expiresAt;
    if (isRevoked || key.lastUsedAt === null) return null;
    if (key.replacedBy !== null)
      return isUsedStill(key, keys) ? aboutOldKey(key, expiresAt, now, link) : null;
    if (expiresAt > now) {
      return {
        code: 'key_ending',
        severity: 'warning',
        message: `The key ${key.name} ends on ${formatDay(expiresAt)}. Programs and pages that use it are refused from then on.`,
        action: 'Rotate it with an overlap, and put the new key in its place.',
        link,
      };
    }
    return {
      code: 'key_ended',
      severity: 'problem',
      message: `The key ${key.name} ended on ${formatDay(expiresAt)}. Programs and pages that use it are refused.`,
      action: 'Create a new key, and put it in its place.',
      link,
    };
  });
}

function aboutOldKey({ name, hint }: ListedKey, expiresAt: number, now: number, link: string): Finding {
  if (expiresAt <= now) return null;
  return {
    code: 'old_key_used',
    severity: 'warning',
    message: `The old key ${name} (${hint}) is used still, and ends on ${formatDay(expiresAt)}.`,
    action: 'Find what sends the old key, and put the new one there.',
    link,
  };
}

/** Whether a key was used after another took its place. */
function isUsedStill({ replacedBy, lastUsedAt }: ListedKey, keys: readonly ListedKey[]): boolean {
  const successor = keys.find(({ id }) => id === replacedBy);
  return successor !== undefined && lastUsedAt !== null && lastUsedAt > successor.createdAt;
}
