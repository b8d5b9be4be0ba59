import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { defuse, restore } from './formula-cell.ts';

test('text that a spreadsheet would run gets an apostrophe', () => {
  for (const text of ['=1+1', '+cmd', '-cmd', '@sum', '\tx', '\rx', '＝1', '＋1', '－1', '＠a'])
    assert.equal(defuse(text), `'${text}`);
});

test('plain numbers and ordinary text stay as they are', () => {
  for (const text of ['-5', '+1.299,00', '12,90', 'shoe', "'quoted'", '', '1=1'])
    assert.equal(defuse(text), text);
});

test('text with any beginning is read back unchanged', () => {
  const beginning = fc.constantFrom('', "'", "''", '=', "'=", "''-", '-1', "'-1", '＝', "'＠");
  fc.assert(
    fc.property(beginning, fc.string(), (start, rest) => {
      assert.equal(restore(defuse(start + rest)), start + rest);
    }),
  );
});
