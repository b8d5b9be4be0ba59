/**
 * `foretype events …`: erases the stored data of a session. Works beside a running server on the same data. Only the last two days can
 * be found by a session (sessions.ts); older events name none. Erasing twice erases 0 events, which is no error. An unknown store ends
 * it with exit code 1, a session id of a wrong form with 2; nothing is erased then.
 */
// Tests: test/api/events.test.ts.
import { pluralOf } from '../../contract/plural.ts';
import { notFound, validationFailed } from '../errors.ts';
import { parseSessionId } from '../events/parse-events.ts';
import { eraseSession } from '../events/sessions.ts';
import { type Command, jsonOption } from './command.ts';
import { withStorage } from './with-storage.ts';

/** Prints how many events went. */
export const eventsErase: Command = {
  name: 'events erase',
  summary: 'erase what is kept of a session of the last two days',
  operands: ['SESSION_ID'],
  options: {
    store: {
      kind: 'value',
      placeholder: 'ID',
      required: true,
      help: 'the store (foretype store list)',
    },
    json: jsonOption,
  },
  run: (invocation) =>
    withStorage(invocation.config, async (storage) => {
      const storeId = invocation.value('store');
      const sessionId = parseSessionId(invocation.operands[0], (path, code, message) => {
        throw validationFailed([{ path, code, message }]);
      });
      if ((await storage.directory.findStore(storeId)) === null) throw notFound(`store "${storeId}"`);
      const erased = await eraseSession(storage, { storeId, sessionId }, (_store, task) => task());
      invocation.print({ erased_events: erased }, [
        `${erased} ${pluralOf(erased, 'event')} of the session ${erased === 1 ? 'was' : 'were'} erased.`,
      ]);
      return 0;
    }),
};
