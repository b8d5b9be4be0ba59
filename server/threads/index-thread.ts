/**
 * The index thread: the builder. It reads what changed, builds segments in shared memory and publishes them to the
 * HTTP thread, which never builds anything.
 */
import { setImmediate as yieldToCalls } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createIndexFollower } from '../autocomplete/index-follower.ts';
import { AppError } from '../errors.ts';
import { repeat } from '../jobs/repeat.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { IndexMethods, IndexThreadData } from './index-methods.ts';
import { serveRpc } from './rpc.ts';

/** How long a write of another process may stay unseen; local writes are followed at once. */
const pollMs = 250;

if (parentPort === null) throw new Error('index-thread.ts runs as a worker thread');
const { target } = workerData as IndexThreadData;
const storage = await openStorage({ ...target, readOnly: true });
const follower = createIndexFollower(storage, (index) => notify(index));
const loaded = Promise.withResolvers<void>();

/** One round: what other processes wrote, then one merge; a waiting call comes between two of them. */
async function poll(): Promise<void> {
  await follower.followAll();
  loaded.resolve();
  while (follower.mergeOnce()) await yieldToCalls();
}

repeat(poll, pollMs, {
  failed(error) {
    // A database that is away comes back; a defect ends the thread, and the process with it.
    if (!(error instanceof AppError)) throw error;
  },
});

const notify = serveRpc<IndexMethods>(parentPort, {
  async follow({ storeId }) {
    await follower.follow(storeId);
    return null;
  },
  async ready() {
    await loaded.promise;
    return null;
  },
});
