/**
 * The operation that reads synonyms, done in the reader thread: texts at their limits make megabytes. It writes nothing; synonyms that
 * cannot be read are `store_unavailable`. At most 2,000 rules, so there are no pages.
 */
// Tests: test/storage/synonyms.test.ts, test/api/synonyms.test.ts.
import type { synonymOperations } from '../../../contract/synonyms.ts';
import { formatTimestamp } from '../../clock.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';

/** A handler for each operation. */
export const synonymReads: OperationHandlers<typeof synonymOperations, 'reader', ReadContext> = {
  async showSynonyms(_call, { reader }) {
    const { rules, common, updatedAt } = await reader.synonyms.read();
    return {
      synonyms: rules,
      common,
      updated_at: updatedAt === null ? null : formatTimestamp(updatedAt),
      next_cursor: null,
    };
  },
};
