import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailureBody } from '../../../../contract/imports.ts';
import type { CsvRow } from '../../../../csv/csv-row.ts';
import { faultsByRow, rowsToCheck, summaryOf, uncheckedNote } from './check-rows.ts';

function rowOf(row: number, change: Partial<CsvRow> = {}): CsvRow {
  const value = { title: 'T' };
  return { row, line: row + 1, value, original: value, fault: null, id: null, notes: [], ...change };
}

function failureOf(row: number, ...errors: (readonly [path: string, code: string])[]): FailureBody {
  const full = errors.map(([path, code]) => ({ path, code, message: `${code} at ${path}`, value: null }));
  return { row, line: null, external_id: null, ...(full[0] as (typeof full)[0]), errors: full };
}

const broken = rowOf(1, { fault: { code: 'row_malformed', message: 'Not closed.', value: null } });

test('faults stand at the row and key of the file', () => {
  const rows = [broken, rowOf(2), rowOf(3)];
  const faults = faultsByRow(rows, [
    failureOf(2, ['/price', 'price_missing'], ['/a~1b', 'text_invalid'], ['', 'row_malformed']),
    failureOf(9, ['/price', 'price_missing']),
  ]);
  assert.deepEqual([...faults.keys()], [1, 3]);
  assert.deepEqual(
    [...(faults.get(3)?.byKey ?? [])],
    [
      ['price', 'price_missing at /price'],
      ['a/b', 'text_invalid at /a~1b'],
      ['', 'row_malformed at '],
    ],
  );
});

test('a summary counts rows and reasons, most frequent first', () => {
  const rows = [broken, rowOf(2), rowOf(3), rowOf(4)];
  const faults = faultsByRow(rows, [
    failureOf(1, ['/price', 'price_missing']),
    failureOf(2, ['/price', 'price_missing'], ['/title', 'title_missing']),
  ]);
  assert.equal(
    summaryOf(4, faults),
    '3 of the first 4 rows would fail: No price × 2, Row not readable × 1, No title × 1.',
  );
  assert.equal(summaryOf(4, new Map()), null);
});

test('only readable rows that fit a request are sent', () => {
  const long = rowOf(2, { value: { title: 'x'.repeat(300_000) } });
  assert.deepEqual(
    rowsToCheck([broken, long, rowOf(5)]).map(({ row }) => row),
    [5],
    'a long row leaves room for those behind it',
  );
  assert.match(uncheckedNote([broken, long, rowOf(5)]) ?? '', /^1 row is too long .* checks it\.$/);
  assert.equal(uncheckedNote([broken, rowOf(5)]), null);
  assert.equal(rowsToCheck(Array.from({ length: 30 }, (_, at) => rowOf(at + 1))).length, 20);
});
