import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createDrivenClock } from '../../test/support/driven-clock.ts';
import { createFairQueue } from './fair-queue.ts';
import { createLongTurns } from './long-turns.ts';
import { createTurnCharges } from './turn-charges.ts';

/** Long and short writes that end only when the test lets them. */
function createProbe(atOnce: number) {
  const clock = createDrivenClock();
  const turns = createFairQueue(atOnce, createTurnCharges(clock));
  const longTurns = createLongTurns(turns, atOnce, createTurnCharges(clock));
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, isLong: boolean) => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end.resolve);
    void (isLong ? longTurns : turns).run(name.slice(0, 1), () => {
      started.push(name);
      return end.promise;
    });
  };
  return {
    started,
    long: (name: string) => add(name, true),
    short: (name: string) => add(name, false),
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
    await end(`v${store}`, 5);
  }
  assert.deepEqual(started.filter((name) => name.endsWith('1')).length, greedy.length);
});

test('long writes leave one place for short ones', async () => {
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

test('stores take turns in the line of long writes', async () => {
  const { long, end, started } = createProbe(1);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) long(name);
  await settle();
  for (let count = 0; count < 5; count += 1) await end(started.at(-1) ?? '', 14_000);
  assert.deepEqual(started, ['a1', 'b1', 'c1', 'a2', 'a3']);
});
