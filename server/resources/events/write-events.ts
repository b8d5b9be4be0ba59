/**
 * The operations that erase events, done in the pipeline thread. Events themselves are taken beside operations. An empty or too long
 * session id is `validation_failed`, an unknown one erases nothing. It never removes popularity that was added already.
 */
// Tests: test/api/events.test.ts.
import type { eventOperations } from '../../../contract/events.ts';
import { validationFailed } from '../../errors.ts';
import { parseSessionId } from '../../events/parse-events.ts';
import { eraseSession } from '../../events/sessions.ts';
import type { OperationHandlers } from '../../operations/operation-call.ts';
import type { Storage } from '../../storage/storage.ts';

type InTurn = <Result>(storeId: string, task: () => Promise<Result>) => Promise<Result>;

/** A handler for each operation. It writes in parts, each in a turn of its own. */
export function eventWrites(
  storage: Storage,
  inTurn: InTurn,
): OperationHandlers<typeof eventOperations, 'pipeline'> {
  return {
    async eraseSession({ storeId, params }) {
      const sessionId = parseSessionId(params.session_id, (_path, code, message) => {
        throw validationFailed([{ path: 'session_id', code, message }]);
      });
      const erased = await eraseSession(storage, { storeId, sessionId }, inTurn);
      return { message: 'The session has been erased.', erased_events: erased };
    },
  };
}
