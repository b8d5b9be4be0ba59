/** Goal: what is looked up for several callers at once does not depend on any of them. Method: a real store, and turns that the test holds. */
import assert from 'node:assert/strict';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { onAnyEngine } from '../../../test/support/engines.ts';
import { readCall } from '../../../test/support/read-call.ts';
import { storeRow } from '../../../test/support/storage-rows.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { collectionReads } from './read-collections.ts';

onAnyEngine('suggestions continue when their first caller hangs up', async ({ storage }) => {
  const store = storeRow();
  await storage.directory.createStore(store, []);
  const reader = storage.reader(store.id);
  const [began, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const contextOf = (hungUp: AbortSignal): ReadContext => ({
    clock: createDrivenClock(),
    store,
    reader,
    accounts: storage.accounts,
    deletions: storage.deletions,
    directory: storage.directory,
    async inTurns(task, { isShared = false } = {}) {
      if (!isShared) return hungUp.aborted ? Promise.reject(new Error('hung up')) : await task(reader);
      began.resolve();
      await released.promise;
      return await task(reader);
    },
  });
  const { suggestCollections } = collectionReads(createDrivenClock());
  const call = readCall(store.id, {}, { limit: 50 });
  const first = new AbortController();
  const left = assert.rejects(suggestCollections(call, contextOf(first.signal)), /hung up/);
  await began.promise;
  const second = suggestCollections(call, contextOf(new AbortController().signal));
  first.abort();
  released.resolve();
  await left;
  const answer = JSON.parse(new TextDecoder().decode((await second) as Uint8Array));
  assert.deepEqual(answer, { collections: [], next_cursor: null });
});
