/**
 * A process that writes products without a pause while its index thread follows, merges and saves them as often as it can, until it is
 * killed. Says `ready` when its index is loaded. Arguments: the database, as JSON; the folder of saved indexes, or nothing for shared
 * ones; the store. 3,000 products; it never stops by itself. Wrong arguments, or an index that fails, end it with an error, which its
 * parent sees.
 */
import { createIndexRegistry } from '../../server/autocomplete/answering/index-registry.ts';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import { startIndex } from '../../server/threads/index-thread/index-client.ts';
import { lamps, writeProducts } from './followed-stores.ts';

const [database = '', folder = '', storeId = ''] = process.argv.slice(2);
const target: StorageTarget = JSON.parse(database);
const storage = await openStorage(target);
const index = startIndex(
  {
    target,
    saving: folder === '' ? null : { folder, pauseMs: 0 },
    sharing: folder === '' ? { pauseMs: 0, minBytes: 0 } : null,
    memoryMaxBytes: 2 ** 30,
  },
  {
    registry: createIndexRegistry(),
    onDeath(error) {
      throw error;
    },
    onForget() {},
    onQuarantine: ({ state }) => console.error(state?.reason),
    onWarning: (message) => console.log(message),
  },
);
await index.ready();
console.log('ready');

const products = 3_000;
const kinds = ['Lamp', 'Red chair', 'Lamp shade', 'Blue table lamp', 'Garden chair'];

for (let step = 0; ; step += 1) {
  const kind = kinds[Math.floor(Math.random() * kinds.length)];
  const count = 1 + Math.floor(Math.random() ** 3 * 600);
  const from = Math.floor(Math.random() * (products - count));
  await writeProducts(storage, storeId, lamps(from, count, `${kind} ${step}`));
  await index.follow(storeId);
}
