import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { createQueryTurns, createSideWork } from './query-turns.ts';

const stepsPerTurn = 100;

/** Turns whose event loop the test drives; a question notes its name and spends its steps. */
function createProbe() {
  let next: (() => void) | null = null;
  const turns = createQueryTurns(stepsPerTurn, (work) => {
    next = work;
  });
  const served: string[] = [];
  const ask = (name: string, steps: number) => {
    const storeId = name.slice(0, 1);
    return turns.run(storeId, () => {
      served.push(name);
      turns.spend(storeId, steps);
      return name;
    });
  };
  return {
    turns,
    served,
    ask,
    /** One look of the event loop for new requests; false where none is wanted. */
    turn(): boolean {
      const work = next;
      next = null;
      work?.();
      return work !== null;
    },
  };
}

test('a quiet store is asked before a greedy one’s hundreds', () => {
  const { ask, served, turn } = createProbe();
  for (let number = 0; number < 300; number += 1) void ask(`a${number}`, 80);
  for (let count = 0; count < 5; count += 1) turn();
  const before = served.length;
  void ask('b0', 1);
  turn();
  assert.deepEqual([served[before], before], ['b0', 10]);
});

test('a lone store gets all questions asked, some each turn', async () => {
  const { ask, served, turn, turns } = createProbe();
  const answers = Array.from({ length: 20 }, (_, number) => ask(`a${number}`, 50));
  let turnCount = 0;
  while (turn()) turnCount += 1;
  assert.deepEqual(await Promise.all(answers), served);
  // Two a turn, and a last one that finds nothing more.
  assert.equal(turnCount, 11);
  assert.equal(turns.isBusy, false);
});

test('questions are asked until a turn has spent its share', () => {
  const { turn, turns } = createProbe();
  turns.spend('a', stepsPerTurn - 1);
  assert.equal(turns.isBusy, false);
  turns.spend('a', 1);
  assert.equal(turns.isBusy, true);
  turn();
  assert.equal(turns.isBusy, false);
});

test('steps spent before the queue was empty are forgotten', () => {
  const { ask, served, turn, turns } = createProbe();
  turns.spend('a', 1_000_000);
  turn();
  for (const name of ['a1', 'b1', 'a2', 'b2']) void ask(name, stepsPerTurn);
  while (turn());
  assert.deepEqual(served, ['a1', 'b1', 'a2', 'b2']);
});

test('a store without savings cannot starve those who asked', () => {
  const { ask, served, turn } = createProbe();
  for (let number = 0; number < 9; number += 1) void ask(`a${number}`, stepsPerTurn);
  for (let count = 0; count < 5; count += 1) turn();
  for (let number = 0; number < 9; number += 1) void ask(`b${number}`, stepsPerTurn);
  while (turn());
  assert.equal(served.slice(5, 13).filter((name) => name.startsWith('a')).length, 4);
});

test('stores that no longer wait are not looked at', () => {
  const { served, turn, turns } = createProbe();
  const free = (storeId: string) => turns.run(storeId, () => served.push(storeId));
  // The store that spent most waits longest, so that no line is forgotten meanwhile.
  turns.spend('a', 1_000_000);
  for (let number = 0; number < limits.queriesWaitingPerStore; number += 1) void free('a');
  for (let number = 0; number < 5 * stepsPerTurn; number += 1) void free(`b${number}`);
  while (served.at(-1) !== 'a') turn();
  const before = served.length;
  turn();
  // Each line looked at is a step: with one line in the search a turn asks as many free questions as it has steps.
  assert.deepEqual(served.slice(before), Array(stepsPerTurn).fill('a'));
});

test('a search among many waiting stores uses up the turn', () => {
  const { ask, served, turn } = createProbe();
  for (let number = 0; number < 60; number += 1) void ask(`${String.fromCharCode(200 + number)}`, 0);
  turn();
  assert.equal(served.length, 2);
});

test('a store with too many questions is refused alone', async () => {
  const { ask, turn } = createProbe();
  const kept = Array.from({ length: limits.queriesWaitingPerStore }, (_, number) => ask(`a${number}`, 1));
  await assert.rejects(ask('a', 1), { code: 'unavailable' });
  kept.push(ask('b', 1));
  while (turn());
  await Promise.all(kept);
});

test('a failing question rejects alone and the turns continue', async () => {
  const { ask, turn, turns } = createProbe();
  const failing = turns.run('a', () => {
    throw new Error('broken');
  });
  const next = ask('b1', 1);
  while (turn());
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'b1');
});

test('a newcomer waits for one question of each greedy store', () => {
  const history = fc.record({
    greedy: fc.integer({ min: 1, max: 5 }),
    costs: fc.array(fc.integer({ min: 0, max: 3 * stepsPerTurn }), { minLength: 1, maxLength: 12 }),
    before: fc.nat(12),
  });
  fc.assert(
    fc.property(history, ({ greedy, costs, before }) => {
      const { ask, served, turn } = createProbe();
      const stores = Array.from('abcde').slice(0, greedy);
      for (let number = 0; number < 40; number += 1) {
        for (const [place, store] of stores.entries()) {
          void ask(`${store}${number}`, costs[(number + place) % costs.length] ?? 0);
        }
      }
      for (let count = 0; count < before; count += 1) turn();
      const start = served.length;
      void ask('z', 1);
      while (!served.includes('z') && turn());
      const waited = served.slice(start, served.indexOf('z'));
      // Those that have spent as little stand before it, once each, and again while they spend nothing.
      const costly = waited.filter((name) => (costs[costOf(name, stores, costs.length)] ?? 0) > 0);
      assert.ok(costly.length <= greedy, waited.join(' '));
    }),
    { numRuns: 100 },
  );
});

/** Returns the cost of a question of the history, as an index into the costs. */
function costOf(name: string, stores: readonly string[], count: number): number {
  return (Number(name.slice(1)) + stores.indexOf(name.slice(0, 1))) % count;
}

test('work beside questions waits apart from its store’s own', () => {
  const { ask, served, turn, turns } = createProbe();
  const { runInTurn } = createSideWork(turns);
  for (let number = 0; number < 300; number += 1) {
    void runInTurn('a', stepsPerTurn, () => served.push(`work ${number}`));
  }
  for (let count = 0; count < 5; count += 1) turn();
  const before = served.length;
  void ask('a0', 1);
  turn();
  assert.deepEqual([served[before], before], ['a0', 6]);
});

test('work beside questions spends the turn of all stores', async () => {
  const turns = createQueryTurns(100, () => {});
  await createSideWork(turns).runInTurn('a', 100, () => null);
  assert.equal(turns.isBusy, true);
});
