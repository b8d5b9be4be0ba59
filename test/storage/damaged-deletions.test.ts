/** Goal: a damaged page holds up the deletion of its own store only, which is named and tried again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRounds } from '../../server/jobs/rounds.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import { finishDeletions } from '../../server/stores/delete-store.ts';
import { overwritePage } from '../support/damage.ts';
import { createDrivenClock } from '../support/driven-clock.ts';
import { engineNamed } from '../support/engines.ts';
import { watchedQuarantine } from '../support/quarantines.ts';
import { productWrite, storeRow, uuidOf } from '../support/storage-rows.ts';

const [damagedId, wholeId] = [uuidOf(1), uuidOf(2)];

test('a damaged page holds up its own deletion only', async () => {
  const { target, close } = await engineNamed('sqlite').openEmpty();
  assert.ok(target.engine === 'sqlite');
  const filling = await openStorage(target);
  await filling.migrate();
  for (const [number, id] of [damagedId, wholeId].entries()) {
    await filling.directory.createStore(storeRow({ id, name: `Store ${number}` }), []);
    const writes = Array.from({ length: 400 }, (_, place) => productWrite(`p-${place}`, place));
    await filling.write(id, (writer) => writer.products.upsert(writes, 1));
    await filling.deletions.begin(id, { at: number, by: null });
  }
  await filling.close();
  assert.notEqual(overwritePage(target.file, { table: 'products', storeId: damagedId }), null);
  const storage = await openStorage(target);
  const clock = createDrivenClock();
  const { notices, quarantine } = watchedQuarantine(clock, 'deletion');
  let steps = 0;
  const dependencies = {
    clock,
    quarantine,
    rounds: createRounds(),
    stopping: new AbortController().signal,
    inTurn: async <Result>(_storeId: string, task: () => Promise<Result>) => {
      steps += 1;
      return await task();
    },
  };
  await finishDeletions(storage, dependencies);
  assert.deepEqual(await storage.deletions.unfinished(), [damagedId]);
  const [notice, ...more] = notices;
  assert.deepEqual([notice?.storeId, notice?.work, notice?.state?.cause], [damagedId, 'deletion', 'page']);
  assert.match(notice?.state?.reason ?? '', /deleted store "Store 0".* table products\. .*foretype repair/);
  // Not at once, then again; told once.
  steps = 0;
  await finishDeletions(storage, dependencies);
  assert.equal(steps, 0);
  clock.advanceMs(1_000);
  await finishDeletions(storage, dependencies);
  assert.deepEqual([steps, more, notices.length], [1, [], 1]);
  await storage.close();
  await close();
});
