import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCsv, parseCsvObjects } from './csv-rows.ts';

test('quoted cells hold commas, quotes and line breaks', () => {
  assert.deepEqual(parseCsv('a,"b,""c""\r\nd",\r\n1,,"3"\n'), [
    ['a', 'b,"c"\r\nd', ''],
    ['1', '', '3'],
  ]);
});

test('a comma at the very end leaves an empty cell', () => {
  assert.deepEqual(parseCsv('a,b\n1,'), [
    ['a', 'b'],
    ['1', ''],
  ]);
});

test('rows become objects without their blank cells', () => {
  assert.deepEqual(parseCsvObjects('id,title\n1,"A ""B"""\n2,\n'), [
    { id: '1', title: 'A "B"' },
    { id: '2' },
  ]);
});

test('a quote that is never closed is refused', () => {
  assert.throws(() => parseCsv('a,"b\n'), /not well-formed/);
});
