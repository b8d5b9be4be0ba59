import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import type { StoreTask } from '../../jobs/quarantine.ts';
import { CrashBlame } from './crash-blame.ts';

const defect = new Error('a defect');
const outOfMemory = Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
const [lamps, desks, beds]: readonly StoreTask[] = ['lamps', 'desks', 'beds'].map((storeId) => ({
  storeId,
  work: 'index',
}));
assert.ok(lamps && desks && beds);

function begin() {
  const clock = createDrivenClock();
  const blame = new CrashBlame(clock);
  return { clock, blame, held: () => blame.held().map(({ storeId, pauseMs }) => [storeId, pauseMs]) };
}

test('a store at work in two ends is held', () => {
  const { blame, held } = begin();
  assert.equal(blame.note([lamps, desks], defect), false);
  assert.deepEqual([held(), blame.unexplainedCount()], [[], 1]);
  assert.equal(blame.note([beds, lamps], defect), true);
  // The first end is explained now, too.
  assert.deepEqual([held(), blame.unexplainedCount()], [[['lamps', 5_000]], 0]);
  const [{ state, work } = assert.fail()] = blame.held();
  assert.deepEqual([work, state.cause], ['index', 'defect']);
  assert.match(state.reason, /a defect/);
});

test('a store that takes all memory is held at once', () => {
  const { blame, held } = begin();
  assert.equal(blame.note([lamps], outOfMemory), true);
  assert.deepEqual([held(), blame.unexplainedCount()], [[['lamps', 5_000]], 0]);
});

test('out of memory a preview is the likelier reason', () => {
  const { blame } = begin();
  const preview: StoreTask = { storeId: 'beds', work: 'previews' };
  const [writes, phrases]: readonly StoreTask[] = (['writes', 'enrichment'] as const).map((work) => ({
    storeId: 'lamps',
    work,
  }));
  assert.ok(writes && phrases);
  blame.note([writes, phrases, preview], outOfMemory);
  assert.deepEqual(
    blame.held().map(({ storeId, work }) => [storeId, work]),
    [['beds', 'previews']],
  );
});

test('ends without the same store at work stay unexplained', () => {
  const { blame, clock, held } = begin();
  for (const tasks of [[], [lamps], [desks], []]) assert.equal(blame.note(tasks, defect), false);
  assert.deepEqual([held(), blame.unexplainedCount()], [[], 4]);
  clock.advanceMs(600_001);
  assert.equal(blame.unexplainedCount(), 0);
  assert.equal(blame.note([lamps], defect), false);
});

test('a held store’s pauses grow to five minutes', () => {
  const { blame, clock } = begin();
  const pauses = Array.from({ length: 9 }, () => {
    blame.note([lamps], outOfMemory);
    const [{ pauseMs } = assert.fail()] = blame.held();
    clock.advanceMs(pauseMs);
    assert.deepEqual(blame.held(), []);
    return pauseMs / 1_000;
  });
  assert.deepEqual(pauses, [5, 10, 20, 40, 80, 160, 300, 300, 300]);
});

test('only the guilty one of several held stores stays', () => {
  const { blame, clock, held } = begin();
  blame.note([lamps, desks], outOfMemory);
  // One after the other.
  assert.deepEqual(held(), [
    ['lamps', 5_000],
    ['desks', 10_000],
  ]);
  clock.advanceMs(10_000);
  blame.acquit('desks', 'index');
  assert.equal(blame.note([desks, lamps, beds], defect), true);
  assert.deepEqual(held(), [['lamps', 10_000]]);
});

test('acquitted work is held again at its next end', () => {
  const { blame, held } = begin();
  blame.note([lamps], outOfMemory);
  blame.acquit('lamps', null);
  assert.deepEqual(held(), []);
  assert.equal(blame.note([lamps], defect), true);
  assert.deepEqual(held(), [['lamps', 10_000]]);
});

test('stores explain at most twenty ends within ten minutes', () => {
  const { blame, clock } = begin();
  const isExplained = (storeId: string) => blame.note([{ storeId, work: 'index' }], outOfMemory);
  const explained = Array.from({ length: 100 }, (_, index) => isExplained(String(index)));
  assert.equal(explained.lastIndexOf(true), 19);
  assert.equal(blame.unexplainedCount(), 80);
  assert.equal(blame.held().length, 100, 'all of them are left alone');
  clock.advanceMs(600_001);
  assert.equal(isExplained('lamps'), true);
  assert.equal(blame.unexplainedCount(), 0);
});
