import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../contract/limits.ts';
import { startCpuTime } from '../test/support/cpu-time.ts';
import { detectLayout, type LayoutResult, layoutHeadBytes } from './detect-layout.ts';
import type { CsvLayout, CsvSettings } from './layout.ts';

const row = 'a,T,1,https://x/a';
const good = `external_id,title,price,url\n${row}\n`;

function detect(content: string | Uint8Array, settings: CsvSettings = {}): LayoutResult {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return detectLayout(bytes, settings, { isWhole: true });
}

function layoutOf(content: string | Uint8Array, settings: CsvSettings = {}): CsvLayout {
  const result = detect(content, settings);
  assert.ok(result.ok, result.ok ? '' : result.message);
  return result.layout;
}

function fieldsOf(header: string, settings: CsvSettings = {}): Record<string, string | null> {
  const { layout } = detect(`${header}\n${row}\n`, settings);
  return Object.fromEntries((layout?.columns ?? []).map(({ name, field }) => [name, field]));
}

test('§2.2 the four required columns are enough', () => {
  assert.deepEqual(layoutOf(good), {
    encoding: 'utf-8',
    separator: ',',
    format: 'columns',
    columns: [
      { name: 'external_id', field: 'external_id', sample: ['a'] },
      { name: 'title', field: 'title', sample: ['T'] },
      { name: 'price', field: 'price', sample: ['1'] },
      { name: 'url', field: 'url', sample: ['https://x/a'] },
    ],
    shopUrl: null,
    notes: [],
    missing: [],
  });
});

test('§2.2 names are compared without case, outer blanks and signs', () => {
  assert.deepEqual(fieldsOf('\uFEFF External ID ,TITLE,\u00A0price\u00A0,Url,Compare-at price,In stock'), {
    'External ID': 'external_id',
    TITLE: 'title',
    price: 'price',
    Url: 'url',
    'Compare-at price': 'compare_at_price',
    'In stock': 'in_stock',
  });
});

test('Contract §4 an alias stands in only where its field is absent', () => {
  assert.deepEqual(fieldsOf('id,name,price,link,availability'), {
    id: 'external_id',
    name: 'title',
    price: 'price',
    link: 'url',
    availability: 'in_stock',
  });
  assert.equal(fieldsOf('id,external_id,title,name,price,url').id, 'attribute');
  assert.equal(fieldsOf('id,external_id,title,name,price,url').name, 'attribute');
});

test('a repeated column name is numbered and reported', () => {
  const layout = layoutOf('external_id,title,price,url,Color,color 2,color\na,T,1,u,x,y,z\n');
  assert.deepEqual(
    layout.columns.slice(4).map(({ name }) => name),
    ['Color', 'color 2', 'color 3'],
  );
  assert.match(
    layout.notes.join(),
    /“color” stands in the first row more than once; column 7 is called “color 3”/,
  );
});

test('an unnamed column gets its position; trailing blanks go', () => {
  const layout = layoutOf('external_id,,title,price,url,,,\na,x,T,1,u,,\n');
  assert.deepEqual(
    layout.columns.map(({ name }) => name),
    ['external_id', 'column 2', 'title', 'price', 'url'],
  );
  assert.match(layout.notes.join(), /Column 2 has no name/);
  assert.equal(layoutOf('external_id,title,price,url,\na,T,1,u,x\n').columns[4]?.name, 'column 5');
  const broken = layoutOf('external_id,title,price,url,,\na,T,1,u\nb,"T,1,u,x,y\n');
  assert.equal(broken.columns.length, 4, 'rows that are broken tell nothing of columns');
});

test('characters that are not seen keep no column from its field', () => {
  const names = [
    '\u0000id',
    'ti\u200btle',
    '\u202eprice',
    'u\u00adrl',
    '\ufeffbra\u200cnd',
    'a\u0007\u2066b',
    '\u200b',
  ];
  const layout = layoutOf(`${names.join()}\n1,T,5,https://a.example,B,x,y\n`);
  assert.deepEqual(
    layout.columns.map(({ name, field }) => `${name} ${field}`),
    [
      'id external_id',
      'title title',
      'price price',
      'url url',
      'bra\u200cnd brand',
      'ab attribute',
      'column 7 attribute',
    ],
  );
});

test('names of any length and number make few short notes', () => {
  const long = 'x'.repeat(10_000);
  const { notes, columns } = layoutOf(
    `external_id,title,price,url,${long},${long}${',same'.repeat(400)}\n${row}\n`,
  );
  assert.equal(columns.length, 406);
  assert.equal(notes.length, 11);
  assert.match(notes.at(-1) ?? '', /^390 more columns have no name of their own/);
  for (const note of notes) assert.ok(note.length < 250, note);
});

test('UTF-16 without its mark is read, and said so', () => {
  for (const [encoding, bytes] of [
    ['utf-16le', Buffer.from(good, 'utf16le')],
    ['utf-16be', Buffer.from(good, 'utf16le').swap16()],
  ] as const) {
    const { layout } = detectLayout(bytes, {}, { isWhole: true, isUtf8: true });
    assert.equal(layout?.encoding, encoding);
    assert.match(layout.notes.join(), /UTF-16 without its mark/);
  }
});

test('the merchant’s choice overrides the usual mapping', () => {
  const settings: CsvSettings = {
    fields: { 'Long name': 'title', title: 'attribute', url: null, page: 'url' },
  };
  assert.deepEqual(fieldsOf('id,title,Long name,price,url,page', settings), {
    id: 'external_id',
    title: 'attribute',
    'Long name': 'title',
    price: 'price',
    url: null,
    page: 'url',
  });
});

test('a field chosen for one column leaves its usual one', () => {
  assert.equal(
    fieldsOf('id,title,headline,price,link', { fields: { headline: 'title' } }).title,
    'attribute',
  );
  const twice = { fields: { a: 'title', b: 'title' } } as const;
  const layout = layoutOf('id,a,b,price,link\n1,x,y,1,u\n', twice);
  assert.deepEqual(
    layout.columns.map(({ field }) => field),
    ['external_id', 'title', 'attribute', 'price', 'url'],
  );
  assert.match(layout.notes.join(), /Both “a” and “b” were chosen as title/);
});

test('confirming a format’s usual mapping changes nothing', () => {
  const header = 'ID,Type,Name,Regular price,Sale price';
  const usual = fieldsOf(header);
  assert.equal(usual['Sale price'], 'price');
  assert.deepEqual(fieldsOf(header, { fields: { 'Regular price': 'price', 'Sale price': 'price' } }), usual);
});

const separated: readonly (readonly [separator: string, text: string])[] = [
  [',', good],
  [';', 'external_id;title;price;url\na;"T;1, and more";1,50;u\nb;T, or not;2,00;u\n'],
  ['\t', 'external_id\ttitle\tprice\turl\na\tT, with; much | else\t1,5\tu\n'],
  ['|', 'external_id|title|price|url\na|T, x, y, z|1|u\n'],
  [';', 'Artikel;Bezeichnung, lang;Preis\n1;a;1,5\n2;b;2,5\n'],
  [',', 'one\ntwo\n'],
];

for (const [separator, text] of separated) {
  test(`${JSON.stringify(separator)} is found to separate ${JSON.stringify(text.slice(0, 24))}`, () => {
    const { layout } = detect(text);
    assert.equal(layout?.separator, separator);
  });
}

test('a separator named in the first line beats any other', () => {
  assert.equal(layoutOf('sep=|\nexternal_id|title|price|url\na|T|1|u\n').separator, '|');
  assert.equal(layoutOf(good, { separator: ',' }).separator, ',');
});

test('text that is not UTF-8 counts as windows-1252, noted', () => {
  const bytes = Buffer.from(good.replace('T', 'Größe'), 'latin1');
  const layout = layoutOf(bytes);
  assert.equal(layout.encoding, 'windows-1252');
  assert.equal(layout.columns[1]?.sample?.[0], 'Größe');
  assert.match(layout.notes.join(), /not UTF-8 and was read as Windows-1252/);
});

test('a pass over the whole file overrides its beginning', () => {
  const facts = { isWhole: false, isUtf8: false };
  assert.equal(detectLayout(Buffer.from(good), {}, facts).layout?.encoding, 'windows-1252');
});

test('a beginning may end inside a character or a row', () => {
  const long = `${good}b,${'ä'.repeat(layoutHeadBytes)}`;
  const bytes = Buffer.from(long).subarray(0, layoutHeadBytes + 1);
  const result = detectLayout(bytes, {}, { isWhole: false });
  assert.ok(result.ok);
  assert.equal(result.layout.encoding, 'utf-8');
  assert.deepEqual(result.layout.columns[0]?.sample, ['a']);
});

test('a wrong UTF-8 mark is reported to the merchant', () => {
  const bytes = Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(good), Buffer.of(0xff)]);
  const layout = layoutOf(bytes);
  assert.equal(layout.encoding, 'utf-8');
  assert.match(layout.notes.join(), /some of its bytes are not/);
});

test('samples are the first different values, cut', () => {
  const lines = ['a', 'b', 'b', 'c', 'd'].map((id) => `${id},${'x'.repeat(200)},1,u`);
  const { columns } = layoutOf(['external_id,title,price,url', ...lines].join('\n'));
  assert.deepEqual(columns[0]?.sample, ['a', 'b', 'c']);
  assert.equal(columns[1]?.sample?.[0]?.length, 80);
});

test('the columns added to failed rows are left out', () => {
  const layout = layoutOf(
    "external_id,title,price,url,'=x,_row,_error_code,_error\na,T,1,u,,7,price_invalid,No.\n",
  );
  assert.deepEqual(
    layout.columns.slice(4).map(({ name, field }) => [name, field]),
    [
      ['=x', 'attribute'],
      ['_row', null],
      ['_error_code', null],
      ['_error', null],
    ],
  );
  assert.match(layout.notes.join(), /file of failed rows/);
});

const zip = Buffer.from('PK\x03\x04');
const refused: readonly (readonly [
  what: string,
  content: string | Uint8Array,
  code: string,
  message: RegExp,
])[] = [
  ['an empty file', '', 'file_empty', /^The file is empty\.$/],
  ['a file of blanks', ' \r\n\t\n', 'file_empty', /nothing but blanks/],
  [
    'an Excel workbook',
    Buffer.concat([zip, Buffer.from('..xl/workbook.xml')]),
    'file_not_csv',
    /\.xlsx.*CSV UTF-8/,
  ],
  ['an old Excel workbook', Buffer.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), 'file_not_csv', /\.xls\).*CSV UTF-8/],
  ['a zip archive', Buffer.concat([zip, Buffer.from('products.csv')]), 'file_not_csv', /zip.*Unpack/],
  ['a gzip archive', Buffer.of(0x1f, 0x8b, 0x08), 'file_not_csv', /gzip.*Unpack/],
  ['a zstd archive', Buffer.of(0x28, 0xb5, 0x2f, 0xfd), 'file_not_csv', /zstd.*Unpack/],
  ['a PDF', '%PDF-1.7', 'file_not_csv', /PDF/],
  ['bytes of zero', Buffer.alloc(5_000), 'file_not_csv', /bytes of zero.*CSV UTF-8/],
  ['a PNG', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), 'file_not_csv', /picture \(PNG\).*CSV/],
  ['a JPEG', Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), 'file_not_csv', /picture \(JPEG\)/],
  [
    'a binary file',
    Buffer.from(Array.from({ length: 99 }, (_, at) => at % 9)),
    'file_not_csv',
    /not text|zero/,
  ],
  ['a web page', '\n<!DOCTYPE html><html><body>Sign in', 'file_not_csv', /web page.*sign-in/],
  ['an XML feed', '<?xml version="1.0"?><rss>', 'file_not_csv', /XML.*feed/],
  ['a JSON document', '[{"id":1}]', 'file_not_csv', /JSON/],
  ['a header alone', 'external_id,title,price,url\n', 'rows_missing', /no products below it/],
  ['a header that is never closed', 'external_id,"title\na,b', 'header_unreadable', /never closed/],
  [
    'too many columns',
    `${good.slice(0, 27)}${',x'.repeat(limits.csvColumnsMax)}\n`,
    'columns_too_many',
    /504.*500/,
  ],
  [
    'a header of endless names',
    `${good.slice(0, 27)},${'x'.repeat(limits.csvHeaderMaxLength)}\n`,
    'columns_too_many',
    /take 32\d{3} characters.*32768/,
  ],
];

for (const [what, content, code, message] of refused) {
  test(`${what} is refused with advice`, () => {
    const result = detect(content);
    assert.ok(!result.ok);
    assert.equal(result.code, code);
    assert.match(result.message, message);
  });
}

test('a first row that does not end is refused', () => {
  const result = detectLayout(Buffer.from('x'.repeat(1_000)), {}, { isWhole: false });
  assert.ok(!result.ok);
  assert.deepEqual([result.code, result.layout], ['header_unreadable', null]);
});

test('§2.2 missing columns are named, with found and likely ones', () => {
  const result = detect('Product ID,Name,Prices,Farbe\n1,a,1,rot\n');
  assert.ok(!result.ok);
  assert.equal(result.code, 'columns_missing');
  assert.deepEqual(result.layout?.missing, ['external_id', 'price', 'url']);
  assert.match(result.message, /no column external_id, price and url/);
  assert.match(result.message, /“Product ID”, “Name”, “Prices”, “Farbe”/);
  assert.match(result.message, /Perhaps “Product ID” is external_id\. Perhaps “Prices” is price\./);
});

test('a long list of columns is cut in the message', () => {
  const result = detect(`${Array.from({ length: 40 }, (_, at) => `c${at}`).join(',')}\n1\n`);
  assert.match(result.ok ? '' : result.message, /“c11” and 28 more\./);
});

test('an export without addresses asks for the shop’s own', () => {
  const shopify = 'Handle,Title,Variant Price\na,T,1\n';
  const result = detect(shopify);
  assert.ok(!result.ok);
  assert.equal(result.code, 'shop_url_missing');
  assert.equal(layoutOf(shopify, { shopUrl: ' shop.example/ ' }).shopUrl, 'https://shop.example');
  for (const shopUrl of [
    'javascript:alert(1)',
    'ftp://shop.example',
    'https://a b',
    '',
    'https://u@shop.example',
  ]) {
    const again = detect(shopify, { shopUrl });
    assert.equal(again.ok ? '' : again.code, 'shop_url_missing', shopUrl);
  }
});

test('the chosen format beats the recognised one', () => {
  const shopify = 'Handle,Title,Variant Price\na,T,1\n';
  assert.equal(detect(shopify, { format: 'columns' }).layout?.format, 'columns');
});

test('no bytes make the detection throw', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    assert.equal(detect(Uint8Array.of(byte, byte, byte)).ok, false);
  }
});

test('a hostile first row is refused as quickly', () => {
  const bodies = ['1,'.repeat(120_000), `external_id,a${' '.repeat(250_000)}b,title,price\n1,2,3,4`];
  for (const body of bodies) {
    const spentMs = startCpuTime();
    assert.equal(detect(body).ok, false);
    assert.ok(spentMs() < 10_000);
  }
});
