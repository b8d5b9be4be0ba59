/** Goal: a CSV feed gives the rows that an import of the same file gives, in one pass, and is refused for the same reasons. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../contract/limits.ts';
import { layoutHeadBytes } from '../../../csv/detect-layout.ts';
import { readCsvFile } from '../../../test/support/csv-files.ts';
import { readDocument } from '../../../test/support/read-document.ts';

const header = 'external_id;title;price;url\n';
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at};Tea é ${at};1,50;https://x/${at}\n`).join('');

test('a CSV feed gives the rows of a CSV import', () => {
  const short = Buffer.from(`${header}${rowsOf(3)}4;"open\n`);
  const expected = readCsvFile(short, {}).rows.map(({ row, line, value, fault, id }) => [
    row,
    line,
    value,
    fault?.code,
    id,
  ]);
  for (let cut = 0; cut <= short.length; cut += 1) {
    const { rows } = readDocument('csv', short, { cuts: [cut] });
    assert.deepEqual(
      rows.map(({ row, line, value, fault, id }) => [row, line, value, fault?.code, id]),
      expected,
    );
  }
  const long = Buffer.from(`${header}${rowsOf(20_000)}`);
  assert.ok(long.length > layoutHeadBytes);
  const { rows, provesEnd } = readDocument('csv', long, {
    cuts: [1, layoutHeadBytes - 1, layoutHeadBytes + 5],
  });
  assert.deepEqual([rows.length, rows.at(-1)?.id, provesEnd], [20_000, '19999', false]);
});

test('Contract §6 a CSV feed that ends within a row fails', () => {
  const rows = [1, 2, 3].map((at) => `${at},"Tea, ""green""",1.50,https://x/${at},"Two\nlines, ""quoted"""`);
  const document = `external_id,title,price,url,description\n${rows.join('\n')}`;
  const secondRow = document.indexOf(rows[1] ?? '');
  for (let cut = secondRow; cut <= document.length; cut += 1) {
    const part = document.slice(0, cut);
    // What remains can be a row of its own: with a blank last cell, a closed one, or a stray quote before a line break.
    const isWhole = part.endsWith('\n') || /x\/\d,(?:"(?:[^"]|"")*")?$/.test(part);
    const { fault, message } = readDocument('csv', part);
    assert.equal(fault, isWhole ? null : 'document_truncated', part.slice(secondRow));
    if (!isWhole) assert.match(message ?? '', /ends within the row of line \d/);
  }
});

test('short rows and stray quotes do not cut a CSV feed off', () => {
  const columns = 'external_id,title,price,url,color';
  const full = 'a,Tea,1,https://x/a,green';
  const short = 'b,Tea,1,https://x/b';
  const stray = 'c,"5 inch,1,https://x/c,red';
  const files = [
    // Some exports leave out the blank cells at a row's end.
    [columns, short, full, short],
    [columns, short],
    [columns, full, stray, full],
    [columns, full, stray, ''],
    [columns, full, short, ''],
  ];
  for (const lines of files) assert.equal(readDocument('csv', lines.join('\n')).fault, null, lines.join('|'));
});

test('a document that is no CSV is refused as in imports', () => {
  const documents: readonly (readonly [string | Uint8Array, string])[] = [
    ['', 'document_empty'],
    [header, 'document_empty'],
    ['<rss/>', 'document_type'],
    ['<!doctype html><html></html>', 'document_type'],
    ['[{"id":1}]', 'document_type'],
    ['a,b\n1,2\n', 'document_type'],
    ['Handle,Title,Variant Price\na,A,1\n', 'document_type'],
    [Uint8Array.of(0x1f, 0x8b, 8, 0), 'document_type'],
    [Uint8Array.of(0x50, 0x4b, 3, 4), 'document_type'],
  ];
  for (const [document, fault] of documents) assert.equal(readDocument('csv', document).fault, fault);
});

test('a CSV feed without its columns gets advice for its owner', () => {
  for (const [document, advice] of [
    ['sku,name,price\n1,Tea,2\n', /writes the feed name these columns in its first row: external_id, title/],
    ['Type,SKU,Name,Regular price\nsimple,a,Tea,1\n', /Have the shop export/],
  ] as const) {
    const { message } = readDocument('csv', document);
    assert.match(message ?? '', advice);
    assert.doesNotMatch(message ?? '', /choose/);
  }
});

test('an unreadable CSV row is known by a leading id', () => {
  const cells = `,T,2,https://x/1,"${'a'.repeat(limits.csvCellMaxLength)}\n","${'b'.repeat(4_000_000)}"\n`;
  const read = (first: string) =>
    readDocument('csv', `external_id,title,price,url,a,b\n${first}${cells}`).rows[0];
  assert.deepEqual([read('big')?.id, read('big')?.isUnidentified], ['big', undefined]);
  const lost = read('');
  assert.deepEqual([lost?.id, lost?.isUnidentified, lost?.fault?.code], [null, true, 'row_malformed']);
  assert.match(lost?.fault?.message ?? '', /take nothing out of stock/);
});
