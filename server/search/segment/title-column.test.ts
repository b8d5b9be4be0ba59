import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../text/fold.ts';
import { buildTitleSlabs, TitleColumn } from './title-column.ts';

function columnOf(titles: readonly string[]): TitleColumn {
  const { titles: given, folded } = buildTitleSlabs(
    titles.map((title) => ({ title, foldedTitle: fold(title) })),
  );
  return new TitleColumn(given, folded);
}

/** Titles whose folded form is stored, and those where it is read off the title. */
const titles = fc.oneof(
  fc.constantFrom(
    'Red Lamp',
    'red lamp',
    'RED LAMP',
    'Réd lamp',
    ' red  lamp',
    'red–lamp',
    'Red lamps',
    'red',
    '',
  ),
  fc
    .array(fc.constantFrom('A', 'a', 'É', 'é', ' ', '\u0301', '手', '\uffee', '😀', '~', '\t'), {
      maxLength: 5,
    })
    .map((letters) => letters.join('')),
);

test('titles compare folded, then raw, by code points', () => {
  fc.assert(
    fc.property(titles, titles, fc.boolean(), (left, right, isOneColumn) => {
      const column = isOneColumn ? columnOf([left, right]) : columnOf([left]);
      const difference = isOneColumn ? column.compare(0, column, 1) : column.compare(0, columnOf([right]), 0);
      const expected =
        Buffer.compare(Buffer.from(fold(left)), Buffer.from(fold(right))) ||
        Buffer.compare(Buffer.from(left), Buffer.from(right));
      assert.equal(Math.sign(difference), expected);
    }),
  );
});

test('a folded title is compared with bytes or their beginning', () => {
  fc.assert(
    fc.property(titles, titles, fc.nat(6), (title, other, length) => {
      const wanted = Buffer.from(fold(other)).subarray(0, length);
      const folded = Buffer.from(fold(title));
      const column = columnOf([title]);
      assert.equal(Math.sign(column.compareBytes(0, wanted)), Buffer.compare(folded, wanted));
      assert.equal(
        Math.sign(column.comparePrefix(0, wanted)),
        Buffer.compare(folded.subarray(0, wanted.length), wanted),
      );
    }),
  );
});

test('a title that folds to its lower case stores nothing', () => {
  const { folded } = buildTitleSlabs(
    ['Red Lamp 15"', 'Réd lamp', 'red  lamp'].map((title) => ({ title, foldedTitle: fold(title) })),
  );
  const lengths = Array.from(folded.offsets.subarray(1), (end, title) => end - (folded.offsets[title] ?? 0));
  assert.deepEqual(lengths, [0, 9, 9]);
});
