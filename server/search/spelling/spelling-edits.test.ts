import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editsOfBeginnings } from '../../../test/search/spelling-oracle.ts';
import { EditAutomaton, type EditLimit, editsMax, lettersOf } from './spelling-edits.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', 'ж', '한', '𝒳'), maxLength: 12 });

/** Whether each beginning of a text is accepted, the empty one first. */
function readAll(automaton: EditAutomaton, read: string): boolean[] {
  let state = automaton.start;
  const accepted = [automaton.accepts(state, 0)];
  lettersOf(read).forEach((letter, index) => {
    if (state !== 0) state = automaton.step(state, letter, index + 1);
    accepted.push(automaton.accepts(state, index + 1));
  });
  return accepted;
}

test('the automaton accepts exactly the texts within its edits', () => {
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: editsMax }), (typed, read, edits) => {
      const accepted = readAll(new EditAutomaton(lettersOf(typed), edits), read);
      assert.deepEqual(
        accepted,
        editsOfBeginnings(typed, read).map((distance) => distance <= edits),
      );
    }),
    { numRuns: 3_000 },
  );
});

test('the automaton dies once no continuation can be accepted', () => {
  const typed = 'lamp';
  const letters = fc.string({ unit: fc.constantFrom(...'lampx'), maxLength: 7 });
  // If anything leads to the word, the rest of it does, or the rest after the first of two swapped letters.
  const rests = Array.from({ length: typed.length + 1 }, (_, cut) => typed.slice(cut)).flatMap((rest) => [
    rest,
    ...Array.from(typed, (letter) => letter + rest),
  ]);
  fc.assert(
    fc.property(letters, fc.integer({ min: 0, max: editsMax }), (read, edits) => {
      const automaton = new EditAutomaton(lettersOf(typed), edits);
      let state = automaton.start;
      lettersOf(read).forEach((letter, index) => {
        if (state !== 0) state = automaton.step(state, letter, index + 1);
      });
      const isReachable = rests.some((rest) => (editsOfBeginnings(typed, read + rest).at(-1) ?? 9) <= edits);
      assert.equal(state !== 0, isReachable);
    }),
    { numRuns: 1_000 },
  );
});

test('limits with one letter between accept from either end', () => {
  const share = fc.integer({ min: 0, max: 100 });
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 12 }),
      fc.string({ unit: fc.constantFrom(...'abc'), maxLength: 12 }),
      fc.integer({ min: 1, max: editsMax }),
      share,
      (typed, read, edits, percent) => {
        const letters = lettersOf(typed);
        const first = Math.floor(((letters.length - 1) * percent) / 100);
        const accepts = (word: number[], limit: EditLimit, from: string) =>
          readAll(new EditAutomaton(word, edits, limit), from).at(-1) === true;
        const onward = accepts(letters, { letters: first, edits: edits - 1 }, read);
        const second = { letters: letters.length - 1 - first, edits: 0 };
        const back = accepts(letters.toReversed(), second, Array.from(read).reverse().join(''));
        assert.equal(onward || back, (editsOfBeginnings(typed, read).at(-1) ?? 9) <= edits);
      },
    ),
    { numRuns: 5_000 },
  );
});

test('a limit excludes texts with too many edits there', () => {
  const limited = (edits: number) =>
    new EditAutomaton(lettersOf('wireless'), edits, { letters: 4, edits: edits - 1 });
  const accepts = (read: string) => readAll(limited(2), read).at(-1) === true;
  assert.deepEqual(['wireless', 'wreless', 'wierlses'].map(accepts), [true, true, true]);
  assert.deepEqual(['wxxeless', 'eless'].map(accepts), [false, false]);
  const exactly = (read: string) => readAll(limited(1), read).at(-1) === true;
  assert.deepEqual(['wirelxss', 'wirelss', 'wierless', 'wirless'].map(exactly), [true, true, false, false]);
});
