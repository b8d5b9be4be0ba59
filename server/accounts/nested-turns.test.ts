import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createNestedTurns, type Place } from './nested-turns.ts';

const atOnce = 2;
const waitingMax = 3;

interface Caller {
  readonly id: number;
  readonly place: Place;
}

/** Turns whose tasks end on request; records which callers run, were refused, and had a turn. */
function openTurns(bounds = { atOnce, waitingMax }) {
  const turns = createNestedTurns({ ...bounds, refusal: () => new Error('too many') });
  const running: { readonly id: number; end(): void }[] = [];
  const begun: number[] = [];
  const refused: number[] = [];
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    running,
    begun,
    refused,
    settle,
    ask({ id, place }: Caller): void {
      const task = () =>
        new Promise<void>((end) => {
          begun.push(id);
          running.push({ id, end });
        });
      turns.run(place, task).catch(() => refused.push(id));
    },
    async end(index = 0): Promise<void> {
      const [one] = running.splice(index % running.length, 1);
      one?.end();
      await settle();
    },
  };
}

/** Computes the next caller and the refused one from the list of all turns so far. */
function createNaiveTurns() {
  const past: Caller[] = [];
  const waiting: Caller[] = [];
  let running = 0;
  const refused: number[] = [];
  const isWithin = (caller: Caller, place: Place, depth: number) =>
    place.slice(0, depth).every((group, level) => caller.place[level] === group);
  const begin = (caller: Caller) => {
    past.push(caller);
    running += 1;
  };
  return {
    past,
    refused,
    ask(caller: Caller): void {
      if (running < atOnce) {
        begin(caller);
        return;
      }
      waiting.push(caller);
      const inLine = waiting.filter((other) => isWithin(other, caller.place, 1));
      if (inLine.length <= waitingMax) return;
      const greed = (one: Caller) =>
        one.place.map((_, level) => inLine.filter((other) => isWithin(other, one.place, level + 1)).length);
      const [last] = inLine.toSorted(
        (left, right) => compare(greed(right), greed(left)) || right.id - left.id,
      );
      if (last === undefined) return;
      waiting.splice(waiting.indexOf(last), 1);
      refused.push(last.id);
    },
    end(): void {
      running -= 1;
      const turnsOf = (one: Caller) =>
        one.place.map((_, level) => past.findLastIndex((other) => isWithin(other, one.place, level + 1)));
      const [next] = waiting.toSorted(
        (left, right) => compare(turnsOf(left), turnsOf(right)) || left.id - right.id,
      );
      if (next === undefined) return;
      waiting.splice(waiting.indexOf(next), 1);
      begin(next);
    },
  };
}

function compare(left: readonly number[], right: readonly number[]): number {
  const level = left.findIndex((value, index) => value !== right[index]);
  return level === -1 ? 0 : (left[level] ?? 0) - (right[level] ?? 0);
}

test('turns are those of a list of all turns before', async () => {
  const place = fc
    .tuple(fc.constantFrom('known', 'strangers'), fc.nat(2), fc.nat(1), fc.nat(1))
    .map(([line, ...groups]): Place => [line, ...groups.map(String)]);
  const step = fc.oneof({ weight: 3, arbitrary: place }, { weight: 1, arbitrary: fc.constant(null) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const real = openTurns();
      const naive = createNaiveTurns();
      for (const [id, asked] of steps.entries()) {
        if (asked !== null) {
          real.ask({ id, place: asked });
          naive.ask({ id, place: asked });
          await real.settle();
        } else if (real.running.length > 0) {
          await real.end(id);
          naive.end();
        }
        assert.deepEqual([real.begun, real.refused], [naive.past.map((caller) => caller.id), naive.refused]);
      }
    }),
    { numRuns: 300 },
  );
});

for (const [width, floodPlace] of [
  ['/48', (index: number): Place => ['strangers', 'a', 'a1', `${index}`]],
  ['/32', (index: number): Place => ['strangers', 'a', `${index}`, '1']],
] as const) {
  test(`a flood of one ${width} keeps no other caller out`, async () => {
    const turns = openTurns({ atOnce: 2, waitingMax: 50 });
    let id = 0;
    const flood = (count: number) => {
      for (let more = 0; more < count; more += 1) turns.ask({ id: ++id, place: floodPlace(id) });
    };
    flood(2_000);
    await turns.settle();
    const others: Place[] = [
      ['known', 'a', 'a1', 'owner'],
      ['strangers', 'b', 'b1', 'newcomer'],
      // In the wide network of the flood, where only a narrower one tells them from it.
      ...(width === '/48' ? [['strangers', 'a', 'a2', 'neighbour'] as const] : []),
    ];
    for (const [index, place] of others.entries()) turns.ask({ id: -1 - index, place });
    const before = turns.begun.length;
    for (let turn = 0; turn < 4; turn += 1) {
      await turns.end();
      flood(100);
    }
    const served = turns.begun.slice(before).filter((one) => one < 0);
    assert.deepEqual(served, [-1, -2, -3].slice(0, others.length));
    assert.equal(turns.refused.filter((one) => one < 0).length, 0);
  });
}

test('both lines have every second turn', async () => {
  const turns = openTurns({ atOnce: 1, waitingMax: 50 });
  for (let id = 0; id < 40; id += 1) turns.ask({ id, place: [id < 20 ? 'known' : 'strangers', `${id}`] });
  await turns.settle();
  for (let turn = 0; turn < 7; turn += 1) await turns.end();
  assert.deepEqual(turns.begun, [0, 20, 1, 21, 2, 22, 3, 23]);
});

test('networks that wait all the time take turns', async () => {
  const turns = openTurns({ atOnce: 1, waitingMax: 100 });
  const ids = Array.from({ length: 60 }, (_, id) => id);
  // A is one network of forty callers, B two networks of nine callers and of one.
  for (const id of ids) {
    const place: Place = id < 40 ? ['x', 'a', '1'] : ['x', 'b', id < 59 ? '1' : '2'];
    turns.ask({ id, place });
  }
  await turns.settle();
  for (let turn = 0; turn < 9; turn += 1) await turns.end();
  assert.deepEqual(turns.begun, [0, 40, 1, 59, 2, 41, 3, 42, 4, 43]);
});
