/** Batches and single writes in one line: neither waits long for the other. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import { createFairQueue } from './fair-queue.ts';
import { createTurnCharges } from './turn-charges.ts';

/** Long and short writes that end only when the test lets them. */
function createProbe(atOnce: number) {
  const clock = createDrivenClock();
  const queue = createFairQueue(atOnce, createTurnCharges(clock));
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, line: 'runShort' | 'runLong') => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end.resolve);
    void queue[line](name.slice(0, 1), () => {
      started.push(name);
      return end.promise;
    });
  };
  return {
    started,
    long: (name: string) => add(name, 'runLong'),
    short: (name: string) => add(name, 'runShort'),
    async end(name: string, tookMs: number): Promise<void> {
      clock.advanceMs(tookMs);
      ends.get(name)?.();
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  for (let count = 0; count < 8; count += 1) await turn();
}

const greedy = Array.from('abcdefghij');

test('a single write waits for one long write only', async () => {
  const { long, short, end, started } = createProbe(1);
  // A turn that took little must not make the next one look short.
  for (const store of greedy) {
    short(`${store}0`);
    await settle();
    await end(`${store}0`, 1);
  }
  for (const store of greedy) long(`${store}1`);
  await settle();
  for (const store of greedy) {
    short(`v${store}`);
    await end(started.at(-1) ?? '', 14_000);
    assert.equal(started.at(-1), `v${store}`);
    // However long it was kept: that is no reason to let the next one wait.
    await end(`v${store}`, 800);
  }
  assert.deepEqual(started.filter((name) => name.endsWith('1')).length, greedy.length);
});

test('long writes leave one slot for short ones', async () => {
  const { long, short, end, started } = createProbe(4);
  for (const store of greedy) long(`${store}1`);
  await settle();
  assert.deepEqual(started, ['a1', 'b1', 'c1']);
  short('v1');
  await settle();
  assert.equal(started.at(-1), 'v1');
  await end('v1', 5);
  assert.equal(started.length, 4);
  await end('b1', 14_000);
  assert.equal(started.at(-1), 'd1');
});

test('stores take turns with long writes', async () => {
  const { long, end, started } = createProbe(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) long(name);
  await settle();
  for (let count = 0; count < 5; count += 1) await end(started.at(-1) ?? '', 14_000);
  assert.deepEqual(started, ['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('a first batch waits for one batch of others each', async () => {
  const clock = createDrivenClock();
  const queue = createFairQueue(1, createTurnCharges(clock));
  const taking = (tookMs: number) => async () => {
    await turn();
    clock.advanceMs(tookMs);
  };
  let isOver = false;
  const repeat = async (call: () => Promise<void>) => {
    while (!isOver) await call();
  };
  const singles = greedy.map((name) => repeat(() => queue.runShort(`single ${name}`, taking(5))));
  const batches = greedy.map((name) => repeat(() => queue.runLong(`batch ${name}`, taking(500))));
  while (clock.monotonicMs() < 30_000) await turn();
  const sinceMs = clock.monotonicMs();
  await queue.runLong('newcomer', taking(0));
  const waitedMs = clock.monotonicMs() - sinceMs;
  isOver = true;
  await Promise.all([...singles, ...batches]);
  // Of each other store one batch, or as many single writes as an unknown batch is expected to take.
  assert.ok(waitedMs <= greedy.length * (500 + 100), `${waitedMs} ms`);
});
