import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { createFairQueue } from './fair-queue.ts';
import { createTurnCharges, type TurnLength } from './turn-charges.ts';

/** A queue whose tasks note when they start and end only when the test lets them, by a clock that the test drives. */
function createProbe(concurrency: number) {
  const clock = createDrivenClock();
  const queue = createFairQueue(concurrency, createTurnCharges(clock));
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  return {
    queue,
    clock,
    started,
    /** Adds a task named by its store and a number, `a1`. */
    add(
      name: string,
      line: 'run' | 'runSoon' | 'runInTurn' = 'run',
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

test('a store’s tasks run one by one in order', async () => {
  const { add, end, started } = createProbe(4);
  const first = add('a1');
  await settle();
  const results = [first, ...['a2', 'a3'].map((name) => add(name))];
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
  assert.deepEqual(started, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('urgent work goes before its store’s queue, in its order', async () => {
  const { add, end, started } = createProbe(1);
  for (const name of ['a1', 'a2', 'b1']) void add(name);
  await settle();
  for (const name of ['a3', 'a4']) void add(name, 'runSoon');
  for (let turn = 0; turn < 5; turn += 1) await end(started.at(-1) ?? '');
  assert.deepEqual(started, ['a1', 'b1', 'a3', 'a4', 'a2']);
});

test('work beside gets every second turn of its store only', async () => {
  const { add, end, started } = createProbe(1);
  for (const name of ['a1', 'a2', 'a3', 'b1']) void add(name);
  await settle();
  for (const name of ['a4', 'a5']) void add(name, 'runSoon');
  for (const name of ['a6', 'a7', 'a8', 'a9']) void add(name, 'runInTurn');
  for (let turn = 0; turn < 10; turn += 1) await end(started.at(-1) ?? '');
  assert.deepEqual(started, ['a1', 'b1', 'a6', 'a4', 'a7', 'a5', 'a8', 'a2', 'a9', 'a3']);
});

test('a newcomer goes next while others take long turns', async () => {
  const { add, end, started } = createProbe(2);
  for (const name of ['a1', 'a2', 'b1', 'b2']) void add(name);
  await settle();
  void add('v1');
  await end('a1');
  assert.deepEqual(started, ['a1', 'b1', 'v1']);
  await end('b1');
  assert.deepEqual(started, ['a1', 'b1', 'v1', 'a2']);
  for (const name of ['v1', 'a2']) await end(name);
  await end('b2');
});

test('a newcomer is next however many stores wait', async () => {
  const { add, end, started } = createProbe(1);
  const greedy = ['a', 'b', 'c', 'd', 'e'];
  for (const store of greedy) for (const task of ['1', '2']) void add(`${store}${task}`);
  await settle();
  for (const store of greedy.slice(0, -1)) await end(`${store}1`);
  void add('v1');
  await end('e1');
  assert.equal(started.at(-1), 'v1');
  for (const name of ['v1', 'a2', 'b2', 'c2', 'd2', 'e2']) await end(name);
});

test('a store of long turns waits until others catch up', async () => {
  const { add, end, started, clock } = createProbe(1);
  const singles = Array.from({ length: 45 }, (_, number) => `b${number}`);
  for (const name of ['a1', 'a2', ...singles]) void add(name);
  await settle();
  clock.advanceMs(100);
  await end('a1');
  while (!started.includes('a2')) await end(started.at(-1) ?? '');
  // Each counts five milliseconds; the next turn of the other is expected to take as long as its last.
  assert.deepEqual(started, ['a1', ...singles.slice(0, 39), 'a2']);
  while (started.length < 47) await end(started.at(-1) ?? '');
  await end('b44');
});

test('a small request waits for one long turn only', async () => {
  const { add, end, started, clock } = createProbe(1);
  const greedy = ['a', 'b', 'c', 'd'];
  for (const task of ['1', '2', '3', '4']) for (const store of greedy) void add(`${store}${task}`);
  await settle();
  for (const store of greedy) {
    clock.advanceMs(2_000);
    await end(`${store}1`);
  }
  for (let count = 0; count < 12; count += 1) {
    void add(`v${count}`);
    clock.advanceMs(2_000);
    await end(started.at(-1) ?? '');
    assert.equal(started.at(-1), `v${count}`);
    await end(`v${count}`);
  }
  while (started.length < 28) await end(started.at(-1) ?? '');
  await end('d4');
});

test('a long turn counts as a hundred at most', async () => {
  const { add, end, started, clock } = createProbe(1);
  const singles = Array.from({ length: 250 }, (_, number) => `b${number}`);
  for (const name of ['a1', 'a2', ...singles]) void add(name);
  await settle();
  clock.advanceMs(3_600_000);
  await end('a1');
  while (!started.includes('a2')) await end(started.at(-1) ?? '');
  assert.equal(started.length, 201);
  while (started.length < 252) await end(started.at(-1) ?? '');
  await end('b249');
});

test('a store that stays away saves no time up', async () => {
  const { add, end, started, clock } = createProbe(1);
  for (let count = 0; count < 20; count += 1) {
    void add(`a${count}`);
    await settle();
    clock.advanceMs(100);
    await end(`a${count}`);
  }
  for (const name of ['c1', 'a20', ...Array.from({ length: 60 }, (_, number) => `b${number}`)])
    void add(name);
  await settle();
  while (!started.includes('a20')) await end(started.at(-1) ?? '');
  // No more than the last turn of the other and its next one take.
  assert.ok(started.length - 20 <= 42, started.slice(20).join(' '));
  while (started.length < 82) await end(started.at(-1) ?? '');
  await end('b59');
});

test('work that arrives as a turn ends is considered', async () => {
  const { add, end, started, clock } = createProbe(1);
  for (const name of ['a1', 'a2']) void add(name);
  const calls = add('b1').then(() => add('b2'));
  await settle();
  clock.advanceMs(100);
  await end('a1');
  await end('b1');
  assert.deepEqual(started, ['a1', 'b1', 'b2']);
  for (const name of ['b2', 'a2']) await end(name);
  await calls;
});

test('a turn looks at few of ten thousand stores', async () => {
  const charges = createTurnCharges(createDrivenClock());
  let lookCount = 0;
  const expect = (storeId: string, length: TurnLength) => {
    const { start, end } = charges.expect(storeId, length);
    return {
      start,
      get end() {
        lookCount += 1;
        return end;
      },
    };
  };
  const queue = createFairQueue(50, { ...charges, expect });
  const each = 5_000;
  let turnCount = 0;
  const take = async () => {
    turnCount += 1;
  };
  const runEach = (name: string) => Array.from({ length: each }, (_, n) => queue.run(`${name}${n}`, take));
  // Half of the stores had a turn and wait for their second; as many newcomers take places before them.
  const [first, second] = [runEach('known'), runEach('known')];
  await Promise.all(first);
  await Promise.all([...runEach('new'), ...second]);
  assert.equal(turnCount, 3 * each);
  // By halves: 14 comparisons, each of two stores.
  assert.ok(lookCount <= 28 * turnCount, `${lookCount} looks in ${turnCount} turns`);
});

test('a store that returns after a cancel has one place', async () => {
  const { add, end, started } = createProbe(2);
  const gone = new AbortController();
  for (const name of ['a1', 'b1']) void add(name);
  const dropped = assert.rejects(add('c1', 'run', gone.signal));
  gone.abort();
  await dropped;
  await settle();
  for (const name of ['c2', 'c3']) void add(name);
  for (const name of ['a1', 'b1']) await end(name);
  assert.deepEqual(started, ['a1', 'b1', 'c2']);
  for (const name of ['c2', 'c3']) await end(name);
});

test('only as many stores run as the queue allows', async () => {
  const { add, end, started } = createProbe(2);
  for (const name of ['a1', 'b1', 'c1', 'd1']) void add(name);
  await settle();
  assert.deepEqual(started, ['a1', 'b1']);
  await end('b1');
  assert.deepEqual(started, ['a1', 'b1', 'c1']);
  await end('a1');
  assert.deepEqual(started, ['a1', 'b1', 'c1', 'd1']);
});

test('a failing task rejects alone and the queue continues', async () => {
  const { add, end, started } = createProbe(1);
  const failing = assert.rejects(add('a1'), /broken/);
  const next = [add('a2'), add('b1')];
  await settle();
  await end('a1', new Error('broken'));
  await failing;
  await end('b1');
  await end('a2');
  assert.deepEqual(started, ['a1', 'b1', 'a2']);
  assert.deepEqual(await Promise.all(next), ['a2', 'b1']);
});

test('an idle queue says so at once', async () => {
  const queue = createFairQueue(1);
  await queue.idle();
  await queue.run('a', async () => {});
  await queue.idle();
});

test('idle waits for running and waiting work', async () => {
  const { add, end, queue } = createProbe(1);
  for (const name of ['a1', 'a2', 'b1']) void add(name);
  let idleCount = 0;
  for (let waiter = 0; waiter < 2; waiter += 1) {
    void queue.idle().then(() => {
      idleCount += 1;
    });
  }
  await settle();
  for (const name of ['a1', 'b1']) {
    await end(name);
    assert.equal(idleCount, 0);
  }
  await end('a2');
  assert.equal(idleCount, 2);
});

test('any mix of tasks runs once, in order per store', async () => {
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
  await settle();
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

test('a task that has begun continues when cancelled', async () => {
  const { add, end } = createProbe(1);
  const gone = new AbortController();
  const task = add('a1', 'run', gone.signal);
  await settle();
  gone.abort();
  await end('a1');
  assert.equal(await task, 'a1');
});
