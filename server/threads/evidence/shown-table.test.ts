import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import type { Bits64 } from '../../events/keyed-hash.ts';
import { createShownMemory, markStore, ShownRing, ShownTable } from './shown-table.ts';

const slotSeconds = (limits.shownMinutes * 60) / 2;

/** Questions whose low bits put them into few sets, so that they are in each other's way. */
const question = fc.record({ low: fc.nat(40), high: fc.nat(3).map((number) => 2 * number + 1) });
const step = fc.record({ question, seconds: fc.nat(slotSeconds), times: fc.integer({ min: 1, max: 3 }) });

test('the table equals a list of all questions', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      // Room for all: no question evicts another.
      const table = new ShownTable(createShownMemory(false, 1_024));
      const asked: { name: string; at: number; times: number }[] = [];
      let now = 0;
      for (const { question: one, seconds, times } of steps) {
        now += seconds;
        table.note(one, now, times);
        asked.push({ name: `${one.low} ${one.high}`, at: now, times });
        for (let low = 0; low <= 40; low += 1) {
          for (let high = 1; high <= 7; high += 2) {
            const oldest = (Math.floor(now / slotSeconds) - 2) * slotSeconds;
            const expected = asked
              .filter(({ name, at }) => name === `${low} ${high}` && at >= oldest)
              .reduce((sum, { times: count }) => sum + count, 0);
            assert.equal(table.count({ low, high }, now), expected);
          }
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('a full table forgets the oldest and invents nothing', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 200 }), (steps) => {
      const table = new ShownTable(createShownMemory(false, 16));
      const asked = new Map<string, number>();
      let now = 0;
      for (const { question: one, times } of steps) {
        now += 1;
        table.note(one, now, times);
        const name = `${one.low} ${one.high}`;
        asked.set(name, (asked.get(name) ?? 0) + times);
        assert.ok(table.count(one, now) >= times, 'the newest is there');
        let known = 0;
        for (let low = 0; low <= 40; low += 1) {
          for (let high = 1; high <= 7; high += 2) {
            const count = table.count({ low, high }, now);
            known += count > 0 ? 1 : 0;
            assert.ok(count <= (asked.get(`${low} ${high}`) ?? 0));
          }
        }
        assert.ok(known <= 16);
      }
    }),
  );
});

test('a store that is flooded with questions forgets its own', () => {
  const table = new ShownTable(createShownMemory(false, 64));
  const [calm, flooded] = [
    { low: 1, high: 7 << 16 },
    { low: 2, high: -9 << 16 },
  ];
  const asked = (store: Bits64, number: number) => {
    const question = { low: number, high: number };
    markStore(question, store);
    return question;
  };
  for (let number = 0; number < 16; number += 1) table.note(asked(calm, number), 1);
  for (let number = 0; number < 10_000; number += 1) table.note(asked(flooded, number), 2);
  for (let number = 0; number < 16; number += 1) assert.equal(table.count(asked(calm, number), 3), 1);
  assert.equal(table.count(asked(flooded, 9_999), 3), 1);
});

test('a question that is over gives way before others', () => {
  const table = new ShownTable(createShownMemory(false, 8));
  const question = (store: number) => ({ low: store, high: (store << 16) | 1 });
  const [over, now] = [0, 2 * limits.shownMinutes * 60];
  table.note(question(1), over);
  for (let place = 0; place < 7; place += 1) table.note({ low: place, high: (2 << 16) | 1 }, now);
  table.note(question(3), now);
  for (let place = 0; place < 7; place += 1) {
    assert.equal(table.count({ low: place, high: (2 << 16) | 1 }, now), 1);
  }
  assert.equal(table.count(question(3), now), 1);
});

test('a question is remembered for its minutes and then forgotten', () => {
  const table = new ShownTable(createShownMemory(false, 16));
  for (const begun of [0, 1, slotSeconds - 1, 10 * slotSeconds + 7]) {
    const one = { low: begun, high: 1 };
    table.note(one, begun);
    assert.equal(table.count(one, begun + limits.shownMinutes * 60), 1);
    assert.equal(table.count(one, begun + 1.5 * limits.shownMinutes * 60), 0);
  }
});

test('counts stay at their largest and never wrap', () => {
  const table = new ShownTable(createShownMemory(false, 16));
  const one = { low: -7, high: -1 };
  for (let slot = 0; slot < 3; slot += 1) {
    for (let time = 0; time < 1_100; time += 1) table.note(one, slot * slotSeconds);
  }
  assert.equal(table.count(one, 2 * slotSeconds), 3 * 1_023);
});

test('a late question keeps its original time', () => {
  const table = new ShownTable(createShownMemory(false, 16));
  const one = { low: 5, high: 1 };
  table.note(one, 2 * slotSeconds);
  table.note(one, slotSeconds, 4);
  table.note(one, -slotSeconds, 4);
  assert.equal(table.count(one, 2 * slotSeconds), 5);
  assert.equal(table.count(one, 4 * slotSeconds), 1);
});

test('the ring gives each question once and loses the oldest', () => {
  const { ring } = createShownMemory(true, 16);
  assert.ok(ring);
  const [writer, reader] = [new ShownRing(ring), new ShownRing(ring)];
  const counts = () => Array.from(reader.take().values(), ({ low, times }) => [low, times]);
  for (const low of [1, 2, 1, 1]) writer.put({ low, high: 9 });
  assert.deepEqual(counts(), [
    [1, 3],
    [2, 1],
  ]);
  assert.deepEqual(counts(), []);
  for (let low = 0; low < limits.shownRingPlaces + 5; low += 1) writer.put({ low, high: 9 });
  const kept = counts();
  assert.equal(kept.length, limits.shownRingPlaces);
  assert.deepEqual(kept[0], [5, 1]);
  writer.put({ low: 8, high: 9 });
  assert.deepEqual(counts(), [[8, 1]]);
});

test('a second reader of a ring continues after the first', () => {
  const { ring } = createShownMemory(true, 16);
  assert.ok(ring);
  const [writer, first] = [new ShownRing(ring), new ShownRing(ring)];
  for (const low of [1, 2, 3]) writer.put({ low, high: 9 });
  assert.equal(first.take().size, 3);
  assert.deepEqual([first.nextBatch(), first.nextBatch()], [1, 2]);
  first.readUntil = 1_795_000_000_000_001;
  writer.put({ low: 4, high: 9 });
  const second = new ShownRing(ring);
  const taken = () => Array.from(second.take().values(), ({ low }) => low);
  assert.deepEqual(taken(), [4]);
  assert.equal(second.nextBatch(), 3);
  assert.equal(second.readUntil, 1_795_000_000_000_001);
  // A thread that ended between taking a place and filling it.
  Atomics.add(new Int32Array(ring), 0, 1);
  writer.put({ low: 5, high: 9 });
  assert.deepEqual(taken(), []);
  assert.deepEqual(taken(), [5]);
});
