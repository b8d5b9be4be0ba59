import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { limits } from '../../../contract/limits.ts';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { createFairQueue } from '../fairness/fair-queue.ts';
import { createTurnCharges } from '../fairness/turn-charges.ts';
import { type BatchTurns, createBatchTurns } from './batch-turns.ts';

/** Batches that note when they are read, and are written only when the test lets them. */
function createProbe(atOnce: number) {
  const batches = createBatchTurns(atOnce, createDrivenClock());
  const read: string[] = [];
  const writes = new Map<string, PromiseWithResolvers<string>>();
  return {
    read,
    add(name: string, bytes: number): Promise<string> {
      const written = Promise.withResolvers<string>();
      writes.set(name, written);
      return batches.run(
        { storeId: name, bytes },
        {
          read: async () => void read.push(name),
          write: () => written.promise,
        },
      );
    },
    async write(name: string, error?: Error): Promise<void> {
      const written = writes.get(name);
      assert.ok(written !== undefined && read.includes(name), `${name} is not read`);
      if (error === undefined) written.resolve(name);
      else written.reject(error);
      await settle();
    },
  };
}

/** As many turns of the event loop as the queue needs to go through the batches of a test. */
async function settle(): Promise<void> {
  for (let count = 0; count < 100; count += 1) await turn();
}

test('stores that import get as many turns as others', async () => {
  const clock = createDrivenClock();
  const turns = createFairQueue(1, createTurnCharges(clock));
  const batches: BatchTurns = createBatchTurns(1, clock);
  const counts = new Map<string, number>();
  const write = (storeId: string) =>
    turns.run(storeId, async () => {
      await turn();
      counts.set(storeId, (counts.get(storeId) ?? 0) + 1);
    });
  const isOver = () => [...counts.values()].some((count) => count === 50);
  async function repeat(call: () => Promise<void>): Promise<void> {
    while (!isOver()) await call();
  }
  const writers = Array.from({ length: 9 }, (_, number) => `writer ${number}`);
  const importers = Array.from({ length: 5 }, (_, number) => `importer ${number}`);
  await Promise.all([
    ...writers.map((storeId) => repeat(() => write(storeId))),
    ...importers.map((storeId) =>
      repeat(() => batches.run({ storeId, bytes: 1 }, { read: () => turn(), write: () => write(storeId) })),
    ),
  ]);
  assert.deepEqual(
    importers.filter((storeId) => (counts.get(storeId) ?? 0) < 45),
    [],
  );
});

test('batches are read while memory has room for them', async () => {
  const { add, read, write } = createProbe(1);
  const half = limits.bodyMaxBytes / 2;
  const all = ['a', 'b', 'c', 'd'].map((name) => add(name, half));
  await settle();
  assert.deepEqual(read, ['a', 'b']);
  await write('b');
  assert.deepEqual(read, ['a', 'b', 'c']);
  await write('a');
  assert.deepEqual(read, ['a', 'b', 'c', 'd']);
  await write('c');
  await write('d');
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd']);
});

test('batches are read beside each other, slice by slice', async () => {
  const batches = createBatchTurns(1, createDrivenClock());
  const counts = new Map<string, number>();
  const run = (name: string, slices: number) =>
    batches.run(
      { storeId: name, bytes: 1 },
      {
        async read(inTurn) {
          for (let count = 1; count <= slices; count += 1) await inTurn(async () => counts.set(name, count));
        },
        write: async () => {},
      },
    );
  const large = run('large', 100);
  await run('other', 2);
  assert.ok((counts.get('large') ?? 0) <= 5, `${counts.get('large')} slices`);
  await large;
});

test('a large batch waits behind no later small ones', async () => {
  const { add, read, write } = createProbe(3);
  const all = ['a', 'b', 'c'].map((name) => add(name, limits.bodyMaxBytes - 1024 * 1024));
  await settle();
  all.push(add('large', limits.bodyMaxBytes), add('small', 1));
  await settle();
  assert.deepEqual(read, ['a', 'b', 'c']);
  await write('b');
  assert.deepEqual(read, ['a', 'b', 'c', 'large', 'small']);
  for (const name of ['a', 'c', 'small', 'large']) await write(name);
  await Promise.all(all);
});

test('a batch that fails gives its memory back', async () => {
  const { add, read, write } = createProbe(1);
  const failing = assert.rejects(add('a', limits.bodyMaxBytes), /broken/);
  const next = add('b', limits.bodyMaxBytes);
  await settle();
  await write('a', new Error('broken'));
  await failing;
  assert.deepEqual(read, ['a', 'b']);
  await write('b');
  assert.equal(await next, 'b');
});
