import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normalForm } from './normal-form.ts';

const forms = ['NFC', 'NFKC', 'NFKD'] as const;

/** Marks that stay apart, two of a text each, in the order that Unicode does not keep. */
const marks = {
  Latin: ['e', '\u0301\u0323'],
  Thai: ['ก', '\u0e48\u0e38'],
  'halfwidth Japanese': ['ｶ', '\uff9e\u0323'],
  'marks beyond the basic plane': ['x', '\u{1d16e}\u{1d165}'],
} as const;

for (const [name, [letter, pair]] of Object.entries(marks)) {
  test(`${name} normalizes the first 30 marks in a row`, () => {
    const before = fc.integer({ min: 0, max: 70 }).map((length) => 'a'.repeat(length));
    fc.assert(
      fc.property(before, fc.integer({ min: 15, max: 600 }), (begun, pairs) => {
        const bounded = `${begun}${letter}${pair.repeat(15)}`;
        for (const form of forms) {
          const text = `${begun}${letter}${pair.repeat(pairs)}`;
          assert.equal(normalForm(text, form), bounded.normalize(form));
          assert.equal(normalForm(text + text, form), (bounded + bounded).normalize(form));
        }
      }),
      { numRuns: 200 },
    );
  });
}

test('a text without long runs of marks keeps all', () => {
  const run = fc.array(fc.constantFrom(...'\u0301\u0323\u0e48\u0e38\uff9e'), { maxLength: 30 });
  const marked = fc.tuple(fc.constantFrom(...'aéกカ😀 '), run).map(([letter, own]) => letter + own.join(''));
  const text = fc.array(fc.oneof(marked, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })));
  fc.assert(
    fc.property(text, (parts) => {
      for (const form of forms)
        assert.equal(normalForm(parts.join('x'), form), parts.join('x').normalize(form));
    }),
    { numRuns: 300 },
  );
});
