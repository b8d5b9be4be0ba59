import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFairQueue } from './fair-queue.ts';

/** A queue whose tasks note when they start and end only when the test lets them. */
function createProbe(concurrency: number) {
  const queue = createFairQueue(concurrency);
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    queue,
    started,
    /** Adds a task named by its store and a number, `a1`. */
    add(
      name: string,
      line: 'run' | 'runSoon' | 'runBeside' = 'run',
      cancelled?: AbortSignal,
    ): Promise<string> {
      const end = Promise.withResolvers<string>();
      ends.set(name, end);
      const task = () => {
        started.push(name);
        return end.promise;
      };
      return queue[line](name.slice(0, 1), task, cancelled);
    },
    /** Ends a task and lets the queue go on. */
    async end(name: string, error?: Error): Promise<void> {
      const end = ends.get(name);
      assert.ok(end !== undefined && started.includes(name), `${name} has not started`);
      if (error === undefined) end.resolve(name);
      else end.reject(error);
      await settle();
    },
  };
}

/** Lets every promise that can go on go on, and the queue, which starts each task after a turn of the event loop. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('tasks of one store run one after the other in order', async () => {
  const { add, end, started } = createProbe(4);
  const results = ['a1', 'a2', 'a3'].map((name) => add(name));
  await settle();
  assert.deepEqual(started, ['a1']);
  await end('a1');
  assert.deepEqual(started, ['a1', 'a2']);
  await end('a2');
  await end('a3');
  assert.deepEqual(await Promise.all(results), ['a1', 'a2', 'a3']);
});

test('a store with many tasks gives the others their turns', async () => {
  const { add, end, started } = createProbe(1);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void add(name);
  await settle();
  for (let turn = 0; turn < 7; turn += 1) await end(started.at(-1) ?? '');
  assert.deepEqual(started, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('what is wanted soon goes before what waits in its store, in its own order', async () => {
  const { add, end, started } = createProbe(1);
  for (const name of ['a1', 'a2', 'b1']) void add(name);
  for (const name of ['a3', 'a4']) void add(name, 'runSoon');
  await settle();
  for (let turn = 0; turn < 5; turn += 1) await end(started.at(-1) ?? '');
  assert.deepEqual(started, ['a1', 'a3', 'b1', 'a4', 'a2']);
});

test('work beside gets every second turn of its store only', async () => {
  const { add, end, started } = createProbe(1);
  for (const name of ['a1', 'a2', 'a3', 'b1']) void add(name);
  for (const name of ['a4', 'a5']) void add(name, 'runSoon');
  for (const name of ['a6', 'a7', 'a8', 'a9']) void add(name, 'runBeside');
  await settle();
  for (let turn = 0; turn < 10; turn += 1) await end(started.at(-1) ?? '');
  assert.deepEqual(started, ['a1', 'a6', 'b1', 'a4', 'a7', 'a5', 'a8', 'a2', 'a9', 'a3']);
});

test('no more stores run at once than the queue allows', async () => {
  const { add, end, started } = createProbe(2);
  for (const name of ['a1', 'b1', 'c1', 'd1']) void add(name);
  await settle();
  assert.deepEqual(started, ['a1', 'b1']);
  await end('b1');
  assert.deepEqual(started, ['a1', 'b1', 'c1']);
  await end('a1');
  assert.deepEqual(started, ['a1', 'b1', 'c1', 'd1']);
});

test('a task that fails rejects alone and the queue goes on', async () => {
  const { add, end, started } = createProbe(1);
  const failing = assert.rejects(add('a1'), /broken/);
  const next = [add('a2'), add('b1')];
  await settle();
  await end('a1', new Error('broken'));
  await failing;
  await end('a2');
  await end('b1');
  assert.deepEqual(started, ['a1', 'a2', 'b1']);
  assert.deepEqual(await Promise.all(next), ['a2', 'b1']);
});

test('an idle queue says so at once', async () => {
  const queue = createFairQueue(1);
  await queue.idle();
  await queue.run('a', async () => {});
  await queue.idle();
});

test('idle waits for what runs and for what waits', async () => {
  const { add, end, queue } = createProbe(1);
  for (const name of ['a1', 'a2', 'b1']) void add(name);
  let idleCount = 0;
  for (let waiter = 0; waiter < 2; waiter += 1) {
    void queue.idle().then(() => {
      idleCount += 1;
    });
  }
  await settle();
  for (const name of ['a1', 'a2']) {
    await end(name);
    assert.equal(idleCount, 0);
  }
  await end('b1');
  assert.equal(idleCount, 2);
});

test('any mix of tasks runs once each, in order within its store', async () => {
  const names = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(names, fc.integer({ min: 1, max: 4 }), async (stores, concurrency) => {
      const queue = createFairQueue(concurrency);
      const ran: number[] = [];
      const running = new Set<string>();
      await Promise.all(
        stores.map((store, number) =>
          queue.run(store, async () => {
            assert.ok(!running.has(store) && running.size < concurrency);
            running.add(store);
            await settle();
            running.delete(store);
            ran.push(number);
          }),
        ),
      );
      for (const store of new Set(stores)) {
        const ofStore = ran.filter((number) => stores[number] === store);
        assert.deepEqual(
          ofStore,
          ofStore.toSorted((left, right) => left - right),
        );
      }
      assert.equal(ran.length, stores.length);
    }),
    { numRuns: 40 },
  );
});

test('a task that throws at once frees its turn', { timeout: 1_000 }, async () => {
  const queue = createFairQueue(1);
  await assert.rejects(
    queue.run('a', () => {
      throw new Error('at once');
    }),
  );
  assert.equal(await queue.run('a', async () => 'next'), 'next');
});

test('tasks that are cancelled before their turn are dropped', async () => {
  const { add, end, started, queue } = createProbe(1);
  const gone = new AbortController();
  const refusal = { code: 'unavailable', message: 'The caller is gone.' };
  void add('a1');
  const dropped = ['a2', 'c1'].map((name) => assert.rejects(add(name, 'run', gone.signal), refusal));
  void add('b1');
  gone.abort();
  await Promise.all(dropped);
  await assert.rejects(add('a3', 'run', gone.signal), refusal);
  await settle();
  for (const name of ['a1', 'b1']) await end(name);
  await queue.idle();
  assert.deepEqual(started, ['a1', 'b1']);
});

test('a task that has begun goes on when it is cancelled', async () => {
  const { add, end } = createProbe(1);
  const gone = new AbortController();
  const task = add('a1', 'run', gone.signal);
  await settle();
  gone.abort();
  await end('a1');
  assert.equal(await task, 'a1');
});
