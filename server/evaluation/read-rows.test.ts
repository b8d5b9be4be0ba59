import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../errors.ts';
import { type RowFormat, readRows, refuseWrongRows, rowFormatOf, wrongRow } from './read-rows.ts';

function valuesOf(text: string, format: RowFormat): unknown[] {
  return readRows(text, format, 'file').map(({ value }) => value);
}

function complaintsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'validation_failed', String(error));
    return (error.errors ?? []).map(({ message }) => message);
  }
  return assert.fail('nothing was refused');
}

test('the ending of a file gives its format, compressed or not', () => {
  const endings = ['a.csv', 'A.CSV.GZ', 'a.json', 'a.b.ndjson.gz', 'a.jsonl', 'a.tsv', 'csv', 'a.gz'];
  assert.deepEqual(endings.map(rowFormatOf), ['csv', 'csv', 'json', 'ndjson', 'ndjson', null, null, null]);
});

test('an evaluation’s CSV needs a header; blank cells are absent', () => {
  const text = '\ufeffExternal_ID, Title ,Price\r\n1,"A ""lamp"",\nred",\r\n\r\n2,Desk,5\r\n';
  assert.deepEqual(valuesOf(text, 'csv'), [
    { external_id: '1', title: 'A "lamp",\nred' },
    { external_id: '2', title: 'Desk', price: '5' },
  ]);
});

test('CSV labels that are special to JavaScript are plain columns', () => {
  const [row] = valuesOf('id,__proto__\n1,x\n', 'csv');
  assert.ok(typeof row === 'object' && row !== null);
  assert.deepEqual(Object.entries(row), [
    ['id', '1'],
    ['__proto__', 'x'],
  ]);
});

test('JSON rows are an array or object, NDJSON rows are lines', () => {
  assert.deepEqual(valuesOf('[1, {"a": 2}]', 'json'), [1, { a: 2 }]);
  assert.deepEqual(valuesOf('\ufeff{"products": [{"a": 2}]}', 'json'), [{ a: 2 }]);
  assert.deepEqual(valuesOf('{"a": 1}\n\n{"a": 2}\r\n', 'ndjson'), [{ a: 1 }, { a: 2 }]);
});

test('rows are numbered from 1 without blanks and header', () => {
  const numbers = readRows('{}\n\n{}\n', 'ndjson', 'x.ndjson').map(({ file, row }) => `${file} ${row}`);
  assert.deepEqual(numbers, ['x.ndjson 1', 'x.ndjson 2']);
  assert.equal(readRows('a\n1\n', 'csv', 'x.csv')[0]?.row, 1);
});

test('content that contradicts its ending is refused with the place', () => {
  assert.match(
    complaintsOf(() => valuesOf('{"items": []}', 'json'))[0] ?? '',
    /^file, row 1: takes a JSON array/,
  );
  assert.match(
    complaintsOf(() => valuesOf('{}\n{x\n', 'ndjson'))[0] ?? '',
    /^file, row 2: is not JSON: .+\.$/,
  );
  assert.match(complaintsOf(() => valuesOf('a,b\n1,"2\n3,4\n', 'csv'))[0] ?? '', /^file, row \d+: .*quote/i);
});

test('many wrong rows are reported by count and first 20', () => {
  const faults = Array.from({ length: 25 }, (_, index) =>
    wrongRow({ file: 'f', row: index + 1 }, 'is wrong'),
  );
  const complaints = complaintsOf(() => refuseWrongRows(faults));
  assert.equal(complaints.length, 21);
  assert.equal(complaints[0], 'f, row 1: is wrong.');
  assert.equal(complaints[20], '5 more rows are wrong.');
  assert.equal(complaintsOf(() => refuseWrongRows(faults.slice(0, 20))).length, 20);
  assert.doesNotThrow(() => refuseWrongRows([]));
});
