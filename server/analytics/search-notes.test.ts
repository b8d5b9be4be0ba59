import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSearchCounter, type SearchWatcher } from './search-counter.ts';
import { createSearchNotes, createSearchOrder } from './search-notes.ts';

const today = { day: '2026-11-21', salt: 'salt of the day' };

interface Step {
  readonly caller: number;
  readonly afterMs: number;
  readonly text: string;
  readonly isClick: boolean;
  readonly thread: number;
  /** Whether notes are gathered then. */
  readonly isGathered: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  caller: fc.nat(1),
  afterMs: fc.constantFrom(1, 40, 900, 29_000, 31_000),
  text: fc.constantFrom('', 'a', 'ab', 'abc', 'b', 'bc'),
  isClick: fc.boolean(),
  thread: fc.nat(2),
  isGathered: fc.boolean(),
});

function notify(watcher: SearchWatcher, { caller, text, isClick }: Step): void {
  const who = { storeId: 'store', address: `10.0.0.${caller}`, agent: 'Browser' };
  const click = {
    ...{ query: text, intent: text },
    phrase: null,
    region: 'products',
    position: 1,
    isShown: () => text !== 'b',
  } as const;
  if (isClick) watcher.countClick(who, click);
  else watcher.countQuery(who, text, text.length % 2 === 0);
}

test('searches count alike whichever threads hear of them', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
      const clock = { nowMs: 0 };
      const monotonic = { monotonicMs: () => clock.nowMs };
      const one = createSearchCounter(monotonic);
      const counter = createSearchCounter(monotonic);
      const order = createSearchOrder(counter);
      const threads = [0, 1, 2].map(() => createSearchNotes(monotonic));
      for (const watcher of [one, counter, ...threads]) watcher.beginDay(today);
      for (const given of steps) {
        clock.nowMs += given.afterMs;
        notify(one, given);
        for (const [number, thread] of threads.entries()) if (number === given.thread) notify(thread, given);
        if (!given.isGathered) continue;
        // As the first thread does it: the others answer in any order, and what is noted meanwhile waits.
        const untilMs = clock.nowMs - 50;
        for (const thread of threads.toReversed()) order.add(thread.take());
        order.settle(untilMs);
      }
      for (const thread of threads.toReversed()) order.add(thread.take());
      order.settle(clock.nowMs);
      assert.deepEqual(counter.takeAll(), one.takeAll());
    }),
    { numRuns: 300 },
  );
});

test('searches noted before the first day do not count', () => {
  const notes = createSearchNotes({ monotonicMs: () => 0 });
  notify(notes, { caller: 0, afterMs: 0, text: 'a', isClick: false, thread: 0, isGathered: false });
  assert.deepEqual(notes.take(), []);
});
