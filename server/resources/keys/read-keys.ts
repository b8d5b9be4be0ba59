/**
 * The operations that read keys, done in the reader thread. Members see all keys, and the last 100 that were revoked or have ended;
 * programs see the keys that work, newest first, in pages of at most 200. They write nothing, and show no secret.
 */
// Tests: test/api/keys.test.ts, server/threads/reader-thread/reader-client.live.test.ts.
import type { keyOperations } from '../../../contract/keys.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writePage } from '../../operations/write-page.ts';
import type { ListedKey } from '../../storage/records.ts';
import { presentKey, presentKeyToMember } from './present-key.ts';

/** A handler for each operation. */
export const keyReads: OperationHandlers<typeof keyOperations, 'reader', ReadContext> = {
  async listKeys({ storeId, caller, query: { limit, cursor } }, { directory, clock }) {
    const keys = await directory.listApiKeys(storeId);
    if (caller === 'member') return { keys: keys.map(presentKeyToMember), next_cursor: null };
    const now = clock.nowMicros();
    const working = keys
      .filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now))
      .sort((one, other) => (one.id < other.id ? 1 : -1));
    return await writePage<ListedKey>({
      name: 'keys',
      limit,
      read: async (last, most) => {
        const before = last?.id ?? cursor;
        return working.filter(({ id }) => before === undefined || id < before).slice(0, most);
      },
      show: presentKey,
      placeOf: ({ id }) => id,
    });
  },
};
