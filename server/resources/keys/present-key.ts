/**
 * Turns a key into the JSON that members of its store see. Only a storefront key is shown whole, since it is public; of a
 * secret key only the first and last letters are known. Times are RFC 3339 in UTC.
 * Pure; a key that was never used has no time of last use (null), and nothing here can fail.
 */
// Tests: server/threads/pipeline-thread/pipeline-client.live.test.ts.
import type { StoreKey } from '../../../contract/keys.ts';
import { formatTimestamp } from '../../clock.ts';
import type { ListedKey } from '../../storage/records.ts';

/** Presents a key for the dashboard and the command line. */
export function presentKey(key: ListedKey): StoreKey {
  return {
    id: key.id,
    kind: key.kind,
    name: key.name,
    hint: key.hint,
    token: key.kind === 'storefront' ? key.token : null,
    allowed_origins: key.allowedOrigins && [...key.allowedOrigins],
    created_at: formatTimestamp(key.createdAt),
    last_used_at: key.lastUsedAt === null ? null : formatTimestamp(key.lastUsedAt),
    revoked_at: key.revokedAt === null ? null : formatTimestamp(key.revokedAt),
  };
}
