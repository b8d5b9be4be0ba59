/**
 * Goal: a process without indexes completes a run when a node that answers shows it, and is not held up for ever where there
 * is no such node. Method: both ends on one database; the node's index is a promise that the test holds.
 */
import assert from 'node:assert/strict';
import { unavailable } from '../../server/errors.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { AwaitedAnswers } from '../../server/threads/index-thread/awaited-answers.ts';
import { startRemoteIndexes } from '../../server/threads/index-thread/remote-indexes.ts';
import { onBothEngines } from '../support/engines.ts';
import { storeRow, uuidOf } from '../support/storage-rows.ts';
import { waitUntil } from '../support/wait-until.ts';

const [store, other] = [uuidOf(1), uuidOf(2)];

type Directory = Storage['directory'];

const workerOn = (directory: Directory) => startRemoteIndexes(directory);

async function withStores({ directory }: Storage): Promise<Directory> {
  await directory.createStore(storeRow({ id: store, name: 'One' }), []);
  await directory.createStore(storeRow({ id: other, name: 'Two' }), []);
  return directory;
}

/** Begins to follow the store, and gives when it is written down. */
async function begin(directory: Directory, storeId = store) {
  let isOver = false;
  const following = workerOn(directory)
    .follow(storeId)
    .finally(() => {
      isOver = true;
    });
  const isAwaited = async () => (await directory.awaitedChanges()).some((one) => one.storeId === storeId);
  await waitUntil('the change to be awaited', isAwaited);
  return { following, isOver: () => isOver };
}

onBothEngines('a worker waits until a node shows its change', async ({ storage }) => {
  const directory = await withStores(storage);
  const shown = Promise.withResolvers<void>();
  const asked: string[] = [];
  const node = new AwaitedAnswers({
    directory,
    follow(storeId) {
      asked.push(storeId);
      return storeId === store ? shown.promise : Promise.resolve();
    },
  });
  const [one, two] = [await begin(directory), await begin(directory, other)];
  await node.look();
  await two.following;
  await node.look();
  assert.deepEqual(asked.sort(), [store, other].sort(), 'each is followed once');
  assert.equal(one.isOver(), false);
  shown.resolve();
  await one.following;
  assert.deepEqual(await directory.awaitedChanges(), []);
});

onBothEngines('an index that goes less far answers no later change', async ({ storage }) => {
  const directory = await withStores(storage);
  await directory.awaitChange({ owner: 'worker', storeId: store, changeNumber: 7 });
  await directory.noteShown({ storeId: store, changeNumber: 6 });
  await directory.noteShown({ storeId: other, changeNumber: 9 });
  assert.deepEqual(await directory.awaitedChanges(), [{ owner: 'worker', storeId: store, changeNumber: 7 }]);
  await directory.noteShown({ storeId: store, changeNumber: 7 });
  assert.deepEqual(await directory.awaitedChanges(), []);
});

onBothEngines('a node that could not follow tries it again', async ({ storage }) => {
  const directory = await withStores(storage);
  let tries = 0;
  const node = new AwaitedAnswers({
    directory,
    async follow() {
      tries += 1;
      if (tries === 1) throw unavailable('The database is away.', 1);
    },
  });
  const { following } = await begin(directory);
  await node.look();
  await node.look();
  await following;
  assert.equal(tries, 2);
});

onBothEngines('a worker stops waiting where no node works', async ({ storage }) => {
  const directory = await withStores(storage);
  const idle = { ms: 14_999 };
  const { following, isOver } = await begin({ ...directory, idleWaitMs: async () => idle.ms });
  assert.equal(isOver(), false);
  idle.ms = 15_001;
  await following;
  assert.deepEqual(await directory.awaitedChanges(), [], 'no row stays');
});

onBothEngines('a node at work keeps its workers waiting', async ({ storage }) => {
  const directory = await withStores(storage);
  const awaited = { owner: 'worker', storeId: store };
  await directory.awaitChange({ ...awaited, changeNumber: 1 });
  const node = new AwaitedAnswers({ directory, follow: () => new Promise(() => {}) });
  const idleMs = async () => (await directory.idleWaitMs(awaited)) ?? Number.NaN;
  await waitUntil('some time to pass', async () => (await idleMs()) > 50);
  const before = await idleMs();
  await node.look();
  assert.ok((await idleMs()) < before);
});

onBothEngines('a store that is gone is not waited for', async ({ storage }) => {
  const { directory } = storage;
  await workerOn(directory).follow(store);
  assert.equal(await directory.awaitChange({ owner: 'worker', storeId: store, changeNumber: 1 }), false);
  assert.deepEqual(await directory.awaitedChanges(), []);
});

onBothEngines('a worker that stops waits no longer', async ({ storage }) => {
  const directory = await withStores(storage);
  const worker = workerOn(directory);
  const following = worker.follow(store);
  await waitUntil('the change to be awaited', async () => (await directory.awaitedChanges()).length === 1);
  await worker.close();
  await following;
  assert.deepEqual(await directory.awaitedChanges(), []);
});
