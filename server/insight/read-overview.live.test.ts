import assert from 'node:assert/strict';
import { onAnyEngine } from '../../test/support/engines.ts';
import { storeRow, uuidOf } from '../../test/support/storage-rows.ts';
import { AppError, unavailable } from '../errors.ts';
import type { ServiceFaults } from '../jobs/quarantine-list.ts';
import { readOverview } from './read-overview.ts';

onAnyEngine('an overview is shown while reads are held', async ({ storage }) => {
  const storeId = uuidOf(1);
  await storage.directory.createStore(storeRow({ id: storeId }), []);
  const read = (stores: ServiceFaults['stores']) =>
    readOverview(
      {
        directory: storage.directory,
        keys: async () => [],
        reader: {
          ...storage.reader(storeId),
          statistics: {
            ...storage.reader(storeId).statistics,
            catalog: () => Promise.reject(unavailable('It is left alone for a time.', 5)),
          },
        },
        counted: null,
        isIndexLoaded: true,
        faults: { stores, tables: [] },
      },
      storeId,
      '24h',
      1_000_000,
    );
  const state = { since: 1, cause: 'defect', reason: 'the thread ended' } as const;
  const { attention } = await read([{ ...state, storeId, work: 'reads' }]);
  const incomplete = attention.find(({ code }) => code === 'overview_incomplete');
  assert.match(incomplete?.message ?? '', /left out: catalog sizes\.$/);
  // A database that is away is no matter of the store's.
  await assert.rejects(read([]), (error) => error instanceof AppError && error.code === 'unavailable');
});
