import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import Papa from 'papaparse';
import { csvEncodings, csvSeparators } from '../contract/words/csv.ts';
import { caseCount } from '../test/support/case-count.ts';
import { createCsvReader, needsSurvey } from './csv-reader.ts';
import type { CsvRow } from './csv-row.ts';
import { detectLayout } from './detect-layout.ts';
import type { CsvLayout, CsvSettings } from './layout.ts';

const encoder = new TextEncoder();

function layoutOf(bytes: Uint8Array, settings: CsvSettings = {}): CsvLayout {
  const result = detectLayout(bytes, settings, { isWhole: true });
  assert.ok(result.layout !== null, result.ok ? '' : result.message);
  return result.layout;
}

function readPieces(pieces: readonly Uint8Array[], layout: CsvLayout): CsvRow[] {
  const reader = createCsvReader(layout);
  return [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
}

function read(text: string, settings: CsvSettings = {}): CsvRow[] {
  const bytes = encoder.encode(text);
  return readPieces([bytes], layoutOf(bytes, settings));
}

const header = 'external_id,title,price,url';

test('§2.2 each row is an object, numbered without the header', () => {
  const [row, ...others] = read(`${header},color\n a ,T,1,https://x/a,red\n`);
  assert.equal(others.length, 0);
  assert.deepEqual(row, {
    row: 1,
    line: 2,
    value: { external_id: ' a ', title: 'T', price: '1', url: 'https://x/a', color: 'red' },
    original: { external_id: ' a ', title: 'T', price: '1', url: 'https://x/a', color: 'red' },
    fault: null,
    id: 'a',
    notes: [],
  });
  assert.equal(row?.value, row?.original, 'nothing was renamed, so nothing is copied');
});

test('blank lines and lines of separators are no rows', () => {
  const rows = read(`\n${header}\n\na,T,1,u\n,,,\n  \nb,T,1,u\n\n`);
  assert.deepEqual(
    rows.map(({ row, line, id }) => [row, line, id]),
    [
      [1, 4, 'a'],
      [2, 7, 'b'],
    ],
  );
});

test('a row with fewer cells ends in blank ones', () => {
  const [row] = read(`${header},color\na,T\n`);
  assert.deepEqual(row?.value, { external_id: 'a', title: 'T', price: '', url: '', color: '' });
  assert.equal(row?.fault, null);
});

test('a row with surplus filled cells fails', () => {
  const [good, bad] = read(`${header}\na,T,1,u,, ,\nb,T,1,5,u,more\n`);
  assert.equal(good?.fault, null);
  assert.equal(bad?.fault?.code, 'row_malformed');
  assert.match(bad?.fault?.message ?? '', /6 cells.*4 columns/);
  assert.equal(bad?.fault?.value, 'u more');
  assert.deepEqual(bad?.original, {
    external_id: 'b',
    title: 'T',
    price: '1',
    url: '5',
    _cell_5: 'u',
    _cell_6: 'more',
  });
});

test('an unclosed quote in the middle loses only its row', () => {
  const rows = read(`${header}\na,T,1,u\nb,"T,1,u\nc,"T",1,u\nd,T,1,u\n`);
  assert.deepEqual(
    rows.map(({ id, line, fault }) => [id, line, fault === null]),
    [
      ['a', 2, true],
      ['b', 3, false],
      ['c', 4, true],
      ['d', 5, true],
    ],
  );
  assert.match(rows[1]?.fault?.message ?? '', /line 3 is never closed; close it/);
  assert.equal(rows[1]?.fault?.value, 'b "T 1 u');
});

test('columns such as __proto__ are ordinary and reach no prototype', () => {
  const [row] = read(`${header},__proto__,constructor\na,T,1,u,p,c\n`);
  assert.equal(Object.getPrototypeOf(row?.value), Object.prototype);
  assert.deepEqual(Object.entries(row?.value ?? {}).slice(4), [
    ['__proto__', 'p'],
    ['constructor', 'c'],
  ]);
});

test('a renamed column keeps its own name in the original', () => {
  const [row] = read('External ID;Title;Price;Product page;Farbe;Notes\na;T;1;https://x;rot;n\n', {
    fields: { 'Product page': 'url', Notes: null },
  });
  assert.deepEqual(row?.value, { external_id: 'a', title: 'T', price: '1', url: 'https://x', Farbe: 'rot' });
  assert.deepEqual(row?.original, {
    'External ID': 'a',
    Title: 'T',
    Price: '1',
    'Product page': 'https://x',
    Farbe: 'rot',
    Notes: 'n',
  });
});

test('aliases are left to the catalog and not copied', () => {
  const [row] = read('id,name,price,link\na,T,1,u\n');
  assert.equal(row?.value, row?.original);
  assert.equal(row?.id, 'a');
});

test('an attribute named like a field does not replace it', () => {
  const [row] = read('id,title,headline,price,link\na,old,new,1,u\n', {
    fields: { headline: 'title', title: 'attribute' },
  });
  assert.deepEqual(row?.value, { id: 'a', 'title 2': 'old', title: 'new', price: '1', link: 'u' });
});

test('a file of failed rows reads as received', () => {
  const text = `${header},'=sum,_cell_6,_row,_error_code,_error\na,'=1+1,-1,u,'@x,,7,price_negative,Below zero.\nb,T,1,2,u,v,9,row_malformed,Too many.\n`;
  const [row, surplus] = read(text);
  assert.deepEqual(row?.original, { external_id: 'a', title: '=1+1', price: '-1', url: 'u', '=sum': '@x' });
  assert.equal(row?.value, row?.original);
  assert.equal(surplus?.fault?.code, 'row_malformed', 'cells that had no column are still too many');
});

test('a first line sep=; sets the separator and is no header', () => {
  const rows = read('sep=;\nexternal_id;title;price;url\na;T;1,50;u\n');
  assert.deepEqual(rows[0]?.value, { external_id: 'a', title: 'T', price: '1,50', url: 'u' });
  assert.equal(rows[0]?.line, 3);
});

test('files in every encoding are read alike', () => {
  const text = 'external_id,title,price,url\nä,Größe 漢字 👟,1,u\n';
  const utf16 = Buffer.from(text, 'utf16le');
  const files = [
    encoder.encode(text),
    encoder.encode(`\uFEFF${text}`),
    Buffer.concat([Buffer.of(0xff, 0xfe), utf16]),
    Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(utf16).swap16()]),
  ];
  for (const bytes of files) {
    const layout = layoutOf(bytes);
    const [row] = readPieces([bytes], layout);
    assert.equal(row?.value.title, 'Größe 漢字 👟', layout.encoding);
    assert.deepEqual(
      readPieces(
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
        layout,
      ),
      [row],
    );
  }
});

test('windows-1252 is read with its own signs', () => {
  const bytes = Buffer.concat([
    Buffer.from('external_id,title,price,url\na,', 'latin1'),
    Buffer.of(0x80, 0x93, 0xfc, 0x94),
    Buffer.from(',1,u\n', 'latin1'),
  ]);
  const [row] = readPieces([bytes], layoutOf(bytes));
  assert.equal(row?.value.title, '€“ü”');
});

test('half a UTF-16 surrogate pair is left to the catalog', () => {
  const bytes = Buffer.from('\uFEFFexternal_id,title,price,url\na,x\uD800y,1,u\n', 'utf16le');
  const [row] = readPieces([bytes], layoutOf(bytes));
  assert.equal(row?.value.title, 'x\uD800y');
});

test('only files with scattered rows are read twice', () => {
  const layout = layoutOf(encoder.encode(`${header}\na,T,1,u`));
  assert.equal(needsSurvey(layout), false);
  assert.equal(needsSurvey({ ...layout, format: 'woocommerce' }), true);
});

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '漢', '👟', '"', ',', ';', '\r', '\n', ' '),
  maxLength: 8,
});
const row = fc.array(cell, { minLength: 5, maxLength: 5 });

test('any table reads as in papaparse, without blank rows', () => {
  const property = fc.property(
    fc.array(row, { maxLength: 6 }),
    fc.constantFrom(...csvSeparators),
    fc.constantFrom('\n' as const, '\r\n' as const),
    (rows, delimiter, newline) => {
      const text = Papa.unparse([['external_id', 'title', 'price', 'url', 'color'], ...rows], {
        delimiter,
        newline,
        quotes: true,
      });
      const oracle = Papa.parse<Record<string, string>>(text, {
        header: true,
        delimiter,
        newline,
        skipEmptyLines: 'greedy',
      });
      const bytes = encoder.encode(text);
      const layout = layoutOf(bytes, { separator: delimiter });
      const whole = readPieces([bytes], layout);
      assert.deepEqual(
        whole.map(({ original }) => original),
        oracle.data.map((data) => ({ ...data })),
      );
      for (let at = 1; at < bytes.length; at += 1) {
        assert.deepEqual(readPieces([bytes.subarray(0, at), bytes.subarray(at)], layout), whole);
      }
    },
  );
  fc.assert(property, { numRuns: caseCount(60) });
});

test('rows do not depend on where bytes are cut', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', 'é', '👟'), maxLength: 50 });
  fc.assert(
    fc.property(text, (body) => {
      const bytes = encoder.encode(`${header}\n${body}`);
      const layout = layoutOf(bytes);
      const whole = readPieces([bytes], layout);
      assert.deepEqual(
        readPieces(
          Array.from(bytes, (byte) => Uint8Array.of(byte)),
          layout,
        ),
        whole,
      );
    }),
  );
});

const shopHeaders: Readonly<Record<string, string>> = {
  shopify: 'Handle,Title,Variant Price',
  woocommerce: 'ID,Type,SKU,Name,Parent,Regular price,Sale price,Categories',
  google_merchant: 'id,title,link,price,sale_price,availability',
  columns: header,
};

test('no bytes and no layout make a reader throw', () => {
  const layouts = Object.values(shopHeaders).map((names) =>
    layoutOf(encoder.encode(`${names}\na,T,1,u`), { shopUrl: 'shop.example' }),
  );
  assert.deepEqual(
    layouts.map(({ format }) => format),
    Object.keys(shopHeaders),
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .array(fc.constantFrom(0x2c, 0x0a, 0x22, 0xd8, 0x00, 0x61, 0x31), { maxLength: 200 })
      .map((list) => Uint8Array.from(list)),
  );
  fc.assert(
    fc.property(
      bytes,
      fc.constantFrom(...csvEncodings),
      fc.constantFrom(...layouts),
      (file, encoding, layout) => {
        const rows = readPieces([file], { ...layout, encoding });
        assert.ok(rows.length <= file.length);
      },
    ),
    { numRuns: caseCount(1_000) },
  );
});
