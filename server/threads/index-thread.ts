/**
 * The index thread: the builder. It reads what changed, builds segments in shared memory and publishes them to the
 * HTTP thread, which never builds anything.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createIndexFollower } from '../autocomplete/index-follower.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { IndexMethods, IndexThreadData } from './index-methods.ts';
import { serveRpc } from './rpc.ts';

/** How long a write of another process may stay unseen; local writes are followed at once. */
const pollMs = 250;

if (parentPort === null) throw new Error('index-thread.ts runs as a worker thread');
const { target } = workerData as IndexThreadData;
const storage = await openStorage({ ...target, readOnly: true });
const follower = createIndexFollower(storage, (index) => notify(index));
let closed = false;

/** One round: what other processes wrote, then merges for as long as nobody waits. A database that is away is tried again. */
async function poll(): Promise<void> {
  await follower.followAll();
  while (!closed && follower.mergeOnce()) await new Promise((resolve) => setImmediate(resolve));
}

const loaded = (async () => {
  for (;;) {
    try {
      return await poll();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  }
})();

function pollForEver(): void {
  if (closed) return;
  setTimeout(
    () =>
      poll()
        .catch(() => {})
        .finally(pollForEver),
    pollMs,
  );
}
void loaded.finally(pollForEver);

const notify = serveRpc<IndexMethods>(parentPort, {
  async follow({ storeId }) {
    await follower.follow(storeId);
    return null;
  },
  async ready() {
    await loaded;
    return null;
  },
  async close() {
    closed = true;
    await storage.close();
    return null;
  },
});
