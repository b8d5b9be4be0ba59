import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { createCsvReader } from '../../../csv/csv-reader.ts';
import { detectLayout } from '../../../csv/detect-layout.ts';
import { restore } from '../../../csv/formula-cell.ts';
import { withAnyEngine } from '../../../test/support/engines.ts';
import { importRun, storeRow, uuidOf } from '../../../test/support/storage-rows.ts';
import type { Failure } from '../../storage/records.ts';
import { type FailuresPart, writeFailures } from './failures-csv.ts';

const urlMissing = { path: '/url', code: 'url_missing', message: 'Give a url.', value: null } as const;

function failureOf(row: number, raw: string | null): Failure {
  return { row, line: null, externalId: null, raw, problems: [urlMissing] };
}

/** The parts of the file of an import that failed in these rows, kept in a real database meanwhile. */
async function partsOf(
  failures: readonly Failure[],
  layout: string | null = null,
  failuresDropped = 0,
): Promise<string[]> {
  const parts: string[] = [];
  await withAnyEngine(async (storage) => {
    const { id } = storeRow();
    const run = importRun(uuidOf(7), { failuresDropped, layout });
    await storage.directory.createStore(storeRow(), []);
    await storage.write(id, async (writer) => {
      await writer.imports.insert(run);
      await writer.imports.insertFailures(run.id, failures);
    });
    let progress: Uint8Array | null = null;
    do {
      const place = { importId: run.id, feedId: null };
      const part: FailuresPart = await writeFailures(storage.reader(id), { ...place, progress });
      parts.push(Buffer.from(part.text).toString());
      progress = part.progress;
    } while (progress !== null);
  });
  return parts;
}

async function csvOf(...file: Parameters<typeof partsOf>): Promise<string> {
  return (await partsOf(...file)).join('');
}

/** The file of one row with one column, that column only. */
async function cellOf(value: unknown): Promise<string> {
  const csv = await csvOf([failureOf(1, JSON.stringify({ x: value }))]);
  const body = csv.slice(csv.indexOf('\r\n') + 2);
  return body.slice(0, body.lastIndexOf(',1,url_missing,'));
}

/** A plain reader of RFC 4180, as a spreadsheet would read it. */
function parseCsv(text: string): string[][] {
  const cells = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cells)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test('Contract §5 the file has the columns as received and three more', async () => {
  const first = '{"external_id":"a","title":"T","price":-1}';
  const csv = await csvOf([failureOf(2, first), failureOf(5, '{"price":"x","color":"red"}')]);
  assert.equal(
    csv,
    'external_id,title,price,color,_row,_error_code,_error\r\n' +
      'a,T,-1,,2,url_missing,Give a url.\r\n' +
      ',,x,red,5,url_missing,Give a url.\r\n',
  );
});

test('every fault of a row stands in its line', async () => {
  const titleMissing = {
    path: '/title',
    code: 'title_missing',
    message: 'Give a title.',
    value: null,
  } as const;
  const failure = { ...failureOf(1, '{}'), problems: [urlMissing, titleMissing] as const };
  assert.equal(
    await csvOf([failure]),
    '_row,_error_code,_error\r\n1,url_missing title_missing,Give a url. Give a title.\r\n',
  );
});

test('text that a spreadsheet would run gets an apostrophe', async () => {
  for (const text of ['=1+1', '+A1', '-A1', '@SUM(A1)', '+1-1', '-1+2', '- 1', '=', '--5', '+1e5']) {
    assert.equal(await cellOf(text), `'${text}`);
  }
  assert.equal(await cellOf('\t=1'), '"\'\t=1"');
  assert.equal(await cellOf('\r=1'), '"\'\r=1"');
  assert.equal(await cellOf('=HYPERLINK("http://x","y")'), '"\'=HYPERLINK(""http://x"",""y"")"');
});

test('numbers and ordinary text stay as they are', async () => {
  for (const text of ['-1', '+1', '-1.50', '-1.299,00', '12,5', 'a=b', 'A-1', "'x", '0049', '']) {
    const cell = await cellOf(text);
    assert.equal(cell, text.includes(',') ? `"${text}"` : text);
  }
  assert.equal(await cellOf('a;=1+1'), '"a;=1+1"', 'also where spreadsheets separate by semicolons');
  assert.equal(await cellOf(-5), '-5');
});

test('values of other types are shown as JSON', async () => {
  assert.equal(await cellOf(true), 'true');
  assert.equal(await cellOf(null), '');
  assert.equal(await cellOf({ a: 1 }), '"{""a"":1}"');
  assert.equal(await cellOf(['a', 'b']), '"[""a"",""b""]"');
});

test('a column whose name is a formula is defused too', async () => {
  assert.match(await csvOf([failureOf(1, '{"=cmd()":1}')]), /^'=cmd\(\),_row/);
});

test('rows that were no objects have no columns', async () => {
  const csv = await csvOf([
    failureOf(1, '"text"'),
    failureOf(2, '[1]'),
    failureOf(3, null),
    failureOf(4, 'null'),
  ]);
  assert.deepEqual(
    parseCsv(csv).map((row) => row[0]),
    ['_row', '1', '2', '3', '4'],
  );
});

test('each record of a product has a line with its faults', async () => {
  const csv = await csvOf([failureOf(3, '[{"Handle":"a","Title":"T"},{"Handle":"a","Image":"i"}]')]);
  assert.deepEqual(parseCsv(csv), [
    ['Handle', 'Title', 'Image', '_row', '_error_code', '_error'],
    ['a', 'T', '', '3', 'url_missing', 'Give a url.'],
    ['a', '', 'i', '3', 'url_missing', 'Give a url.'],
  ]);
});

test('columns such as __proto__ are ordinary', async () => {
  const csv = await csvOf([failureOf(1, '{"__proto__":"p","constructor":"c"}'), failureOf(2, '{"a":"1"}')]);
  assert.deepEqual(
    parseCsv(csv).map((row) => row.slice(0, 3)),
    [
      ['__proto__', 'constructor', 'a'],
      ['p', 'c', ''],
      ['', '', '1'],
    ],
  );
});

test('an import of many failures is written to its last', async () => {
  const failures = Array.from({ length: 401 }, (_, index) => failureOf(index + 1, `{"x":${index}}`));
  const rows = parseCsv(await csvOf(failures));
  assert.deepEqual(
    rows.slice(1).map(([x, row]) => [x, row]),
    failures.map(({ row }) => [String(row - 1), String(row)]),
  );
});

test('the file says that failed rows were not kept', async () => {
  const csv = await csvOf([failureOf(1, '{"x":1}'), failureOf(2, null)], null, 3);
  assert.deepEqual(parseCsv(csv), [
    ['x', '_row', '_error_code', '_error'],
    ['1', '1', 'url_missing', 'Give a url.'],
    ['', '2', 'url_missing', 'Give a url. The text of the row is not kept.'],
    ['', '', '', 'Not kept: 3 more failed rows.'],
  ]);
});

test('columns beyond the bound are left out and counted', async () => {
  const namesOf = (row: number) =>
    Array.from({ length: 600 }, (_, at) => `c${row}_${at}`).map((name) => [name, 'x'] as const);
  const rows = [1, 2, 3].map((row) => failureOf(row, JSON.stringify(Object.fromEntries(namesOf(row)))));
  const [header = [], ...lines] = parseCsv(await csvOf(rows));
  assert.equal(header.length, limits.failedRowsColumnsMax + 3);
  assert.equal(header[999], 'c2_399');
  assert.deepEqual(
    lines.map((line) => [line.filter((cell) => cell === 'x').length, line.at(-1)]),
    [
      [600, 'Give a url.'],
      [400, 'Give a url. Left out: 200 more columns of the row.'],
      [0, 'Give a url. Left out: 600 more columns of the row.'],
    ],
  );
});

test('long names of columns are left out too', async () => {
  const row = { ['x'.repeat(limits.failedRowsHeaderMaxLength - 1)]: 1, ab: 2, c: 3 };
  const [header = []] = parseCsv(await csvOf([{ ...failureOf(1, JSON.stringify(row)) }]));
  assert.deepEqual(header.slice(1), ['c', '_row', '_error_code', '_error']);
});

test('a row of very many records has some lines', async () => {
  const records = Array.from({ length: limits.failedRowLinesMax + 7 }, () => ({}));
  const lines = parseCsv(await csvOf([failureOf(1, JSON.stringify(records))])).slice(1);
  assert.equal(lines.length, limits.failedRowLinesMax);
  assert.equal(lines[0]?.at(-1), 'Give a url. Left out: 7 more lines of the row.');
});

test('a long file is written in parts of bounded size', async () => {
  const raw = JSON.stringify({ x: 'y'.repeat(limits.failureRawMaxLength - 100) });
  const parts = await partsOf(Array.from({ length: 40 }, (_, at) => failureOf(at + 1, raw)));
  assert.ok(parts.length >= 6, 'two passes of three parts');
  for (const part of parts) assert.ok(part.length < limits.answerStreamHeldBytes + 2 * raw.length);
  assert.equal(parseCsv(parts.join('')).length, 41);
});

test('an import without failures is a header alone', async () => {
  assert.equal(await csvOf([]), '_row,_error_code,_error\r\n');
});

test('any text is read back under any column name', async () => {
  const name = fc
    .tuple(fc.constantFrom('', '=', "'=", "''="), fc.string({ minLength: 1 }))
    .map((parts) => parts.join(''));
  const row = fc.dictionary(name, fc.string(), { minKeys: 1, maxKeys: 4, noNullPrototype: true });
  const received = fc.sample(row, 60).map((value) => JSON.stringify(value));
  const [header = [], ...rows] = parseCsv(
    await csvOf(received.map((raw, index) => failureOf(index + 1, raw))),
  );
  const columns = header.map(restore);
  for (const [index, raw] of received.entries()) {
    for (const [key, value] of Object.entries<string>(JSON.parse(raw))) {
      assert.equal(restore(rows[index]?.[columns.indexOf(key)] ?? ''), value);
    }
  }
});

test('a file of failed rows is read back as received', async () => {
  const names = ['external_id', 'title', 'price', 'url', '=sum', '_cell_6'];
  const cell = fc.oneof(fc.string(), fc.constantFrom('=1+1', "'=1", '-5', '@x', ' ', '"', 'a\r\nb'));
  const cells = fc.array(cell, { minLength: names.length, maxLength: names.length });
  const received = fc
    .sample(cells, 60)
    .map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
  const bytes = Buffer.from(
    await csvOf(received.map((row, index) => failureOf(index + 1, JSON.stringify(row)))),
  );
  const result = detectLayout(bytes, {}, { isWhole: true });
  assert.ok(result.ok);
  const reader = createCsvReader(result.layout);
  const rows = [...reader.read(bytes), ...reader.end()];
  assert.equal(rows.length, received.length);
  for (const [index, { original, fault }] of rows.entries()) {
    const { _cell_6: surplus = '', ...row } = received[index] ?? {};
    const isSurplus = surplus.trim() !== '';
    assert.equal(fault?.code, isSurplus ? 'row_malformed' : undefined);
    const { _cell_6: kept, ...rest } = { ...original } as Record<string, string>;
    assert.deepEqual(rest, row);
    assert.equal(kept, isSurplus ? surplus : undefined);
  }
});

test('a file of failed rows keeps its separator and spreadsheet mark', async () => {
  const failures = [failureOf(1, '{"id":"1","price":"12,50","note":"a;b"}')];
  const csv = await csvOf(failures, JSON.stringify({ separator: ';' }));
  assert.equal(
    csv,
    '\uFEFFid;price;note;_row;_error_code;_error\r\n1;"12,50";"a;b";1;url_missing;Give a url.\r\n',
  );
});
