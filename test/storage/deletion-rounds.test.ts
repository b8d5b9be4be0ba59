/** Goal: the deletion of a large store holds up that of no other. Method: real deletions on both databases, step by step. */
import assert from 'node:assert/strict';
import { unavailable } from '../../server/errors.ts';
import { createRounds } from '../../server/jobs/rounds.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { finishDeletions } from '../../server/stores/delete-store.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { onBothEngines } from '../support/engines.ts';
import { refusingQuarantine } from '../support/quarantines.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const [large, small] = [uuidOf(1), uuidOf(2)];

async function createStores(storage: Storage): Promise<void> {
  for (const [id, products] of [
    [large, 3_000],
    [small, 10],
  ] as const) {
    await storage.directory.createStore(storeRow({ id, name: id }), []);
    const writes = Array.from({ length: products }, (_, place) => productWrite(`p-${place}`, place));
    await storage.write(id, (writer) => writer.products.upsert(writes, 1));
  }
}

const begin = ({ deletions }: Storage, storeId: string) => deletions.begin(storeId, { at: 1, by: null });

/** Makes the dependencies of deletion. `stepped` is called before each step with the stores of all steps so far. */
function handsWith(stepped: (steps: readonly string[]) => Promise<void>) {
  const clock = createDrivenClock();
  const steps: string[] = [];
  const dependencies = {
    clock,
    quarantine: refusingQuarantine(clock, 'deletion'),
    rounds: createRounds(),
    stopping: new AbortController().signal,
    async inTurn<Result>(storeId: string, task: () => Promise<Result>): Promise<Result> {
      steps.push(storeId);
      await stepped(steps);
      return await task();
    },
  };
  return { steps, dependencies };
}

onBothEngines('a small store does not wait for a large one', async ({ storage }) => {
  await createStores(storage);
  await begin(storage, large);
  const { steps, dependencies } = handsWith(async ({ length }) => {
    if (length === 2) await begin(storage, small);
  });
  await finishDeletions(storage, dependencies);
  assert.deepEqual(await storage.deletions.unfinished(), []);
  const ofSmall = steps.filter((storeId) => storeId === small).length;
  const before = steps.slice(2, steps.lastIndexOf(small)).filter((storeId) => storeId === large).length;
  assert.ok(before <= ofSmall, `${before} steps of the large store came before ${ofSmall} of the small one`);
  assert.equal(steps.at(-1), large);
});

onBothEngines('a stuck deletion delays no other', async ({ storage }) => {
  await createStores(storage);
  for (const storeId of [large, small]) await begin(storage, storeId);
  const away = unavailable('The database cannot be reached right now.', 2);
  const { dependencies } = handsWith(async (steps) => {
    if (steps.at(-1) === large) throw away;
  });
  for (let look = 0; look < 4; look += 1) await assert.rejects(finishDeletions(storage, dependencies), away);
  assert.deepEqual(await storage.deletions.unfinished(), [large]);
});
