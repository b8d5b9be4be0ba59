/**
 * The operations that read a store's audit log and count its rows, done in the reader thread. They write nothing. A page has at most
 * 200 entries, newest first; a cursor of another list is `validation_failed`.
 */
// Tests: test/api/dashboard-store.test.ts.
import type { storeOperations } from '../../../contract/stores.ts';
import { formatTimestamp } from '../../clock.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { writePage } from '../../operations/write-page.ts';
import type { AuditEntry } from '../../storage/accounts/tables.ts';

/** A handler for each operation. */
export const storeReads: OperationHandlers<typeof storeOperations, 'reader', ReadContext> = {
  listAuditEntries: ({ query: { cursor = null, limit } }, { reader }) =>
    writePage({
      name: 'entries',
      limit,
      read: (last: AuditEntry | null, most) => reader.audit.page({ before: last?.id ?? cursor, limit: most }),
      show: ({ at, ...entry }) => ({ ...entry, at: formatTimestamp(at) }),
      placeOf: ({ id }) => id,
    }),
  async previewDeletion({ storeId }, { deletions }) {
    return { would_delete: await deletions.count(storeId) };
  },
};
