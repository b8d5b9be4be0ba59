/** Goal: what indexes take together is known at any time, without asking each of them. Method: a naive sum beside it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDrivenClock } from '../../../test/support/driven-clock.ts';
import type { StoreIndex } from '../following/store-index.ts';
import { IndexMemory } from './index-memory.ts';

/** An index of a size that the test sets; counts how often it is asked for it. */
function sizedIndex(storeId: string) {
  const state = { bytes: 0, asked: 0, isComplete: false };
  const index = {
    storeId,
    get isComplete() {
      return state.isComplete;
    },
    get byteLength() {
      state.asked += 1;
      return state.bytes;
    },
  } as Partial<StoreIndex> as StoreIndex;
  return { index, state };
}

const maxBytes = 1_000;
const storeIds = ['a', 'b', 'c', 'd'];

const steps = fc.array(
  fc.record({
    storeId: fc.constantFrom(...storeIds),
    what: fc.constantFrom('add', 'publish', 'grow', 'park', 'forget'),
    bytes: fc.nat({ max: 500 }),
  }),
  { maxLength: 60 },
);

test('the memory of all indexes is the sum of each', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const memory = new IndexMemory(maxBytes, createDrivenClock());
      const there = new Map<string, ReturnType<typeof sizedIndex>>();
      for (const { storeId, what, bytes } of taken) {
        const known = there.get(storeId);
        if (what === 'add' && known === undefined) {
          const made = sizedIndex(storeId);
          there.set(storeId, made);
          memory.add(made.index);
        }
        // A version that is whole is published; until then an index grows as it is read.
        if (what === 'publish' && known !== undefined) {
          Object.assign(known.state, { bytes, isComplete: true });
          memory.noteSize(known.index);
        }
        if (what === 'grow' && known?.state.isComplete === false) known.state.bytes = bytes;
        if (what === 'park' || what === 'forget') {
          memory[what](storeId);
          there.delete(storeId);
          // Its last version may come late.
          if (known !== undefined) memory.noteSize(known.index);
        }
        const sum = [...there.values()].reduce((total, { state }) => total + state.bytes, 0);
        assert.equal(memory.surplusBytes(), sum - maxBytes);
        assert.equal(memory.isFull(), sum >= maxBytes);
      }
    }),
  );
});

test('the bound asks no index that did not change', () => {
  const memory = new IndexMemory(maxBytes, createDrivenClock());
  const all = Array.from({ length: 100 }, (_, number) => sizedIndex(`store ${number}`));
  for (const { index, state } of all) {
    memory.add(index);
    Object.assign(state, { bytes: 1, isComplete: true });
    memory.noteSize(index);
  }
  const asked = () => all.reduce((sum, { state }) => sum + state.asked, 0);
  const before = asked();
  for (let look = 0; look < 100; look += 1) assert.equal(memory.surplusBytes(), 100 - maxBytes);
  assert.equal(asked(), before);
});
