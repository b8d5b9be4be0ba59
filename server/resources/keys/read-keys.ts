/** The operations that read keys, done in the reader thread. */
// Tests: server/threads/reader-thread/reader-client.live.test.ts.
import type { keyOperations } from '../../../contract/keys.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { presentKey } from './present-key.ts';

/** A handler for each operation. */
export const keyReads: OperationHandlers<typeof keyOperations, 'reader', ReadContext> = {
  async listKeys({ storeId }, { directory }) {
    return { keys: (await directory.listApiKeys(storeId)).map(presentKey) };
  },
};
