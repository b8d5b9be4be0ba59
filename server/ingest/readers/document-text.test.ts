/**
 * Goal: a document's text is the same in every encoding that it may have, wherever its bytes are cut, and bytes that
 * are none are never passed over. Method: one feed in many encodings, cut at every byte.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from '../../../test/support/read-document.ts';

const title = 'Größe „Łódź“';
const xml = (encoding: string | null, text = 'Größe') =>
  `<?xml version="1.0"${encoding === null ? '' : ` encoding="${encoding}"`}?><rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>1</g:id><g:title>${text}</g:title></item></channel></rss>`;

function utf16(text: string, isBigEndian: boolean, mark: boolean): Uint8Array {
  const bytes = Buffer.from(`${mark ? '\uFEFF' : ''}${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

function titleIn(value: unknown): string {
  return (value as { readonly title: string }).title;
}

/** The title of the only row, the same wherever the document is cut in two. */
function titleOf(bytes: Uint8Array, contentType: string | null = null): unknown {
  const whole = readDocument('google_xml', bytes, { contentType });
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    assert.deepEqual(readDocument('google_xml', bytes, { contentType, cuts: [cut] }), whole);
  }
  return whole.fault ?? titleIn(whole.rows[0]?.value);
}

test('an XML feed is decoded by mark, declaration or content type', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const utf8 = (text: string) => Buffer.from(text);
  assert.equal(titleOf(utf8(xml(null, title))), title);
  assert.equal(titleOf(utf8(`\uFEFF${xml('windows-1252', title)}`)), title);
  assert.equal(titleOf(utf16(xml('UTF-16', title), false, true)), title);
  assert.equal(titleOf(utf16(xml('UTF-16', title), true, true)), title);
  assert.equal(titleOf(utf16(xml(null, title), false, false)), title);
  assert.equal(titleOf(utf16(xml(null, title), true, false)), title);
  assert.equal(titleOf(latin1(xml('ISO-8859-1'))), 'Größe');
  assert.equal(titleOf(latin1(xml('windows-1252'))), 'Größe');
  assert.equal(titleOf(latin1(xml(null)), 'text/xml; charset=ISO-8859-1'), 'Größe');
  assert.equal(titleOf(utf8(xml('utf-8')), 'text/xml; charset=ISO-8859-1'), 'Größe');
  // What the bytes show is believed before what the server says, and before a declaration that cannot be.
  assert.equal(titleOf(utf8(xml(null)), 'text/xml; charset=ISO-8859-1'), 'Größe');
  assert.equal(titleOf(utf8(xml('utf-16'))), 'Größe');
});

test('an unknown or wrong encoding refuses the document', () => {
  assert.equal(titleOf(Buffer.from(xml('klingon'))), 'document_encoding');
  const shifted = Buffer.concat([
    Buffer.from(xml('shift_jis').slice(0, 80)),
    Uint8Array.of(0xfd, 0xff, 0x3c),
  ]);
  assert.equal(titleOf(shifted), 'document_encoding');
});

test('invalid UTF-8 fails its product alone, in each format', () => {
  const broken = Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65]);
  const item = (id: string, text: Uint8Array) =>
    Buffer.concat([Buffer.from(`<item><g:id>${id}</g:id><g:title>`), text, Buffer.from('</g:title></item>')]);
  const feed = Buffer.concat([
    Buffer.from('<rss><channel>'),
    item('1', broken),
    item('2', Buffer.from('fine')),
    Buffer.from('</channel></rss>'),
  ]);
  const { rows } = readDocument('google_xml', feed);
  assert.deepEqual(
    rows.map(({ id, fault }) => [id, fault?.code]),
    [
      ['1', 'text_invalid'],
      ['2', undefined],
    ],
  );

  const json = Buffer.concat([Buffer.from('[{"id":1,"title":"'), broken, Buffer.from('"},{"id":2}]')]);
  const [first, second] = readDocument('json', json).rows;
  assert.equal(String(titleIn(first?.value)).isWellFormed(), false);
  assert.equal(second?.id, '2');

  const lines = readDocument(
    'csv',
    Buffer.concat([
      Buffer.from('\uFEFFexternal_id,title,price,url\n1,ok,1,https://x/1\n2,'),
      broken,
      Buffer.from(',2,https://x/2\n'),
    ]),
  ).rows;
  assert.deepEqual(
    lines.map(({ value }) => titleIn(value).isWellFormed()),
    [true, false],
  );
});

test('an unmarked CSV feed is UTF-8, else declared, else Windows-1252', () => {
  const csv = (text: string) => `external_id,title,price,url\n1,${text},1,https://x/1\n`;
  const read = (bytes: Uint8Array, contentType: string | null) =>
    titleIn(readDocument('csv', bytes, { contentType }).rows[0]?.value);
  assert.equal(read(Buffer.from(csv('Größe')), 'text/csv; charset=iso-8859-1'), 'Größe');
  assert.equal(read(Buffer.from(csv('Größe'), 'latin1'), null), 'Größe');
  assert.equal(read(Buffer.from(csv('Gr\xbb\xe6'), 'latin1'), 'text/csv; charset=windows-1250'), 'Gr»ć');
  assert.equal(read(utf16(csv('Größe'), true, true), null), 'Größe');
  // A character at the very end that UTF-8 would go on with.
  const last = Buffer.from('external_id,title,price,url\n1,a,1,https://x/é', 'latin1');
  assert.deepEqual(
    readDocument('csv', last).rows.map(({ value }) => Object.values(value as object)),
    [['1', 'a', '1', 'https://x/é']],
  );
});
