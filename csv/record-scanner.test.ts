import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Papa from 'papaparse';
import { limits } from '../contract/limits.ts';
import { csvSeparators } from '../contract/words/csv.ts';
import { startCpuTime } from '../test/support/cpu-time.ts';
import { type CsvRecord, RecordScanner } from './record-scanner.ts';

/** The records of a text that comes in these pieces. */
function scan(pieces: readonly string[], separator = ','): CsvRecord[] {
  const scanner = new RecordScanner(separator);
  const records: CsvRecord[] = [];
  const take = () => {
    for (let record = scanner.next(); record !== null; record = scanner.next()) records.push(record);
  };
  for (const piece of pieces) {
    scanner.push(piece);
    take();
  }
  scanner.end();
  take();
  return records;
}

function cellsOf(text: string, separator = ','): (readonly string[])[] {
  return scan([text], separator).map(({ cells }) => cells);
}

const cases: readonly (readonly [title: string, text: string, cells: readonly (readonly string[])[]])[] = [
  ['nothing is no record', '', []],
  [
    'a last line needs no line break',
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['LF, CRLF and CR end lines, mixed as they like', 'a\nb\r\nc\rd\r\n', [['a'], ['b'], ['c'], ['d']]],
  ['an empty line is a record of one empty cell', 'a\n\nb', [['a'], [''], ['b']]],
  [
    'a separator at the end makes an empty cell',
    'a,\n,',
    [
      ['a', ''],
      ['', ''],
    ],
  ],
  ['quotes go, and separators and line breaks inside stay', '"a,b","c\r\nd"\n', [['a,b', 'c\r\nd']]],
  ['a doubled quote is one quote', '"a""b",""""\n""', [['a"b', '"'], ['']]],
  ['a quote inside an unquoted cell is text', '5" screen,a"b"c\n', [['5" screen', 'a"b"c']]],
  ['text after a closing quote makes the quote text', 'x,"5" screen",y\nz', [['x', '5" screen', 'y'], ['z']]],
  ['blanks between a closing quote and the separator go', '"a" ,"b"\t\n', [['a', 'b']]],
  ['blanks before a quote make it text', ' "a",b', [[' "a"', 'b']]],
];

for (const [title, text, cells] of cases) {
  test(title, () => assert.deepEqual(cellsOf(text), cells));
}

test('a record names the physical line where it begins', () => {
  const records = scan(['a\r\n"b\nc\r\nd"\r\n\r\n"e\rf",g\nh']);
  assert.deepEqual(
    records.map(({ line, cells }) => [line, cells[0]]),
    [
      [1, 'a'],
      [2, 'b\nc\r\nd'],
      [5, ''],
      [6, 'e\rf'],
      [8, 'h'],
    ],
  );
});

test('an unclosed quote fails only its own line', () => {
  const records = scan(['a,"5 inch,10\nb,c,20\nd,"e",30\n']);
  assert.deepEqual(records, [
    { line: 1, cells: ['a', '"5 inch', '10'], fault: 'unclosed_quote' },
    { line: 2, cells: ['b', 'c', '20'], fault: null },
    { line: 3, cells: ['d', 'e', '30'], fault: null },
  ]);
});

test('an unclosed quote does not end at a later quoted cell', () => {
  const records = scan(['1,"x" y,10\n2,"ok",20\n3,z,30\n']);
  assert.deepEqual(
    records.map(({ line, fault }) => [line, fault]),
    [
      [1, 'unclosed_quote'],
      [2, null],
      [3, null],
    ],
  );
});

test('a cell with undoubled quotes must end on its line', () => {
  const records = scan(['1,"x" y,10\n2,b",20\n']);
  assert.deepEqual(
    records.map(({ line, fault, cells }) => [line, fault, cells.length]),
    [
      [1, 'unclosed_quote', 3],
      [2, null, 3],
    ],
  );
});

test('a quote still open at the file’s end fails its line', () => {
  const records = scan(['a,b\nc,"d\ne,f']);
  assert.deepEqual(
    records.map(({ line, fault, cells }) => [line, fault, cells.length]),
    [
      [1, null, 2],
      [2, 'unclosed_quote', 2],
      [3, null, 2],
    ],
  );
});

test('a quoted cell with one line over the limit fails', () => {
  const lines = (count: number) => `"${'x\n'.repeat(count)}",after\nlast,row\n`;
  assert.equal(scan([lines(limits.csvQuotedMaxLines)])[0]?.fault, null);
  const records = scan([lines(limits.csvQuotedMaxLines + 1)]);
  assert.deepEqual(records[0], { line: 1, cells: ['"x'], fault: 'unclosed_quote' });
  assert.deepEqual(records.at(-1)?.cells, ['last', 'row']);
  assert.equal(records.at(-1)?.line, limits.csvQuotedMaxLines + 3);
});

test('at most a hundred blanks may follow a closing quote', () => {
  const [close, open] = scan([`"a"${' '.repeat(100)},b\n"c"${' '.repeat(101)},d\n`]);
  assert.deepEqual(close?.cells, ['a', 'b']);
  assert.equal(open?.fault, 'unclosed_quote');
});

test('an overlong quoted cell fails, and reading resumes a line later', () => {
  const text = (length: number) => `"${'x'.repeat(length)}",a\nb,c\n`;
  assert.equal(scan([text(limits.csvCellMaxLength - 1)])[0]?.fault, null);
  const records = scan([text(limits.csvCellMaxLength)]);
  assert.deepEqual(
    records.map(({ line, fault }) => [line, fault]),
    [
      [1, 'unclosed_quote'],
      [2, null],
    ],
  );
});

test('an overlong line fails in pieces of any size', () => {
  const text = `${'x,'.repeat(limits.csvRecordMaxLength / 2 + 100_000)}\nb,c\n`;
  const whole = scan([text]);
  assert.deepEqual(
    whole.map(({ line, fault }) => [line, fault]),
    [
      [1, 'too_long'],
      [2, null],
    ],
  );
  assert.ok((whole[0]?.cells.length ?? 0) < 2 * limits.csvColumnsMax, 'few of its cells are kept');
  const pieces = Array.from({ length: Math.ceil(text.length / 65_537) }, (_, index) =>
    text.slice(index * 65_537, (index + 1) * 65_537),
  );
  assert.deepEqual(scan(pieces), whole);
});

test('later text does not change which limit a row exceeds first', () => {
  const start = `${'x'.repeat(limits.csvRecordMaxLength - 500)},"${'\n'.repeat(499)}`;
  const expected = [{ fault: 'too_long', line: 1 }];
  for (const text of [start, `${start}${'\n'.repeat(2_000)}`]) {
    const scanner = new RecordScanner(',');
    scanner.push(text);
    const { fault, line } = scanner.next() ?? {};
    assert.deepEqual([{ fault, line }], expected);
  }
});

test('a long cell in tiny pieces is searched once', () => {
  const pieces = Array.from({ length: limits.csvCellMaxLength / 8 - 1 }, () => 'xxxxxxxx');
  const spentMs = startCpuTime();
  const records = scan(['"', ...pieces, '"']);
  assert.deepEqual([records.length, records[0]?.fault], [1, null]);
  assert.ok(spentMs() < 5_000, `took ${spentMs()} ms`);
});

test('1 GiB without a line break is one unbuffered record', () => {
  const scanner = new RecordScanner(',');
  const piece = 'x'.repeat(1024 * 1024);
  const faults: (string | null)[] = [];
  for (let count = 0; count < 1_024; count += 1) {
    scanner.push(piece);
    for (let record = scanner.next(); record !== null; record = scanner.next()) faults.push(record.fault);
  }
  scanner.end();
  assert.equal(scanner.next(), null);
  assert.deepEqual(faults, ['too_long']);
});

/** Anything that grows with the square of so many quotes would take minutes. */
const hostileMs = 10_000;

for (const hostile of ['"', '""', '"a', 'a"\n', '"\n', ',"', '" ', '"a\n', '""",\n']) {
  test(`a million times ${JSON.stringify(hostile)} is read in linear time`, () => {
    const text = hostile.repeat(1_000_000);
    const spentMs = startCpuTime();
    scan([text]);
    assert.ok(spentMs() < hostileMs, `took ${spentMs()} ms`);
  });
}

const cell = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom('a', 'é', '漢', '"', ',', ';', '\t', '|', '\r', '\n', ' '),
    maxLength: 8,
  }),
);
const separators = fc.constantFrom(...csvSeparators);
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

/** A well-formed file of a table; every cell that may need quotes has them. */
function write(rows: readonly (readonly string[])[], separator: string, newline: string): string {
  const quote = (text: string) =>
    /["\r\n\s]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(quote).join(separator)).join(newline);
}

test('a written table is read back, as by papaparse', () => {
  fc.assert(
    fc.property(table, separators, fc.constantFrom('\n', '\r\n', '\r'), (rows, separator, newline) => {
      // A table that ends with an empty line is the same file as one without it.
      const kept = rows.at(-1)?.join('') === '' && rows.at(-1)?.length === 1 ? [...rows, ['end']] : rows;
      const text = write(kept, separator, newline);
      const read = cellsOf(text, separator);
      assert.deepEqual(read, kept);
      const oracle = Papa.parse<string[]>(text, { delimiter: separator, newline });
      assert.deepEqual(read, oracle.data);
    }),
    { numRuns: 500 },
  );
});

test('records do not depend on where text is cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '"', ',', '\r', '\n', ' ', '漢'), maxLength: 60 });
  fc.assert(
    fc.property(text, (whole) => {
      const expected = scan([whole]);
      assert.deepEqual(scan([...whole]), expected);
      for (let at = 1; at < whole.length; at += 1) {
        assert.deepEqual(scan([whole.slice(0, at), whole.slice(at)]), expected);
      }
    }),
    { numRuns: 400 },
  );
});

test('quotes, separators and line breaks lose no line without a fault', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n'), maxLength: 60 });
  fc.assert(
    fc.property(text, (whole) => {
      const records = scan([whole]);
      for (const [index, { line }] of records.entries()) {
        assert.ok(line > (records[index - 1]?.line ?? 0), 'records begin on lines of their own');
      }
      // After a fault the very next line is a record again.
      for (const [index, { line, fault, cells }] of records.entries()) {
        const next = records[index + 1];
        if (fault === null || next === undefined) continue;
        const consumed = cells.slice(0, -1).join('').split('\n').length;
        assert.ok(next.line <= line + consumed, `line ${line} to ${next.line}`);
      }
    }),
  );
});
