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
