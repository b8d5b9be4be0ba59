/**
 * Turns a key into the JSON that programs and members of its store see. Only to members a storefront key is shown whole, since it is
 * public; of others the first and last letters are known. Times are RFC 3339 in UTC. Pure; a key that was never used has no
 * time of last use (null), and nothing here can fail.
 */
// Tests: test/api/keys.test.ts, server/threads/pipeline-thread/pipeline-client.live.test.ts.
import type { Key, StoreKey } from '../../../contract/keys.ts';
import { formatTimestamp } from '../../clock.ts';
import type { ListedKey } from '../../storage/records.ts';

/** Presents a key for programs. */
export function presentKey(key: ListedKey): Key {
  return {
    id: key.id,
    name: key.name,
    scope: key.kind,
    hint: key.hint,
    created_at: formatTimestamp(key.createdAt),
    last_used_at: presentTime(key.lastUsedAt),
    expires_at: presentTime(key.expiresAt),
  };
}

/** Presents a key for the dashboard and the command line. */
export function presentKeyToMember(key: ListedKey): StoreKey {
  return {
    ...presentKey(key),
    token: key.kind === 'storefront' ? key.token : null,
    allowed_origins: key.allowedOrigins && [...key.allowedOrigins],
    revoked_at: presentTime(key.revokedAt),
    replaced_by: key.replacedBy,
  };
}

function presentTime(at: number | null): string | null {
  return at === null ? null : formatTimestamp(at);
}
