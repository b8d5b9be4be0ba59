/**
 * Goal: items that are read without the parser are what the parser would have made of them, in every document. Method:
 * the parser alone is the oracle, on generated feeds, plain and nasty, changed, broken off and cut anywhere.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { readDocument } from '../../../test/support/read-document.ts';
import { type ComparedFeeds, compareReadings, xmlFeeds } from '../../../test/support/xml-feeds.ts';

test('plain items are read as the parser would read them', () => {
  const compared: ComparedFeeds = { rows: 0, whole: 0 };
  fc.assert(
    fc.property(xmlFeeds, (feed) => compareReadings(feed, compared)),
    { numRuns: caseCount(3_000) },
  );
  assert.ok(compared.rows > caseCount(1_000) && compared.whole > caseCount(200), JSON.stringify(compared));
});

const google = 'http://base.google.com/ns/1.0';
const plain = '<item>\n<g:id>1</g:id><g:title>T &amp; &#x1F600;</g:title></item>';
const feed = (items: string, prolog = '') =>
  `${prolog}<rss xmlns:g="${google}"><channel>${plain}${items}${plain}</channel></rss>`;
const titled = (title: string) => feed(`<item><g:id>2</g:id><g:title>${title}</g:title></item>`);
/** Each stands for one thing by which an item is not plain, or must not be taken for one. */
const documents: readonly (string | Uint8Array)[] = [
  ...[
    'a\u0001b',
    'a\uFFFEb',
    'a]]>b',
    'a\rb',
    'a\r\nb',
    'a<b>c</b>',
    '&nbsp;',
    '&#0;',
    '&#xD800;',
    '&#xFFFF;',
    '&#x110000;',
    '&#X41;',
  ].map(titled),
  ...['a<!-- -->b', 'a<?p?>b', 'a & b', '&#13;', '<![CDATA[a]]b]]>c', '<![CDATA[a\r\nb]]>', ']]&gt;'].map(
    titled,
  ),
  Buffer.from(titled('a\u00C3b'), 'latin1'),
  feed(`<item><g:id>${'a'.repeat(limits.itemMaxLength)}</g:id></item>`),
  feed('<item><g:shipping>a<g:id>9</g:id><g:price/></g:shipping><g:id>2</g:id></item>'),
  feed(`<item><a>${'<d>'.repeat(33)}`),
  feed('<item><g:id>2</g:title></item>'),
  feed('<item><g:id>2</g:id><link href="https://x/2"/></item>'),
  feed('<item><g:id a="1" a="2">2</g:id></item>'),
  feed('<item><g:id a="1"b="2">2</g:id></item>'),
  feed(`<item><color xmlns="${google}">red</color></item>`),
  feed('<item><g:id>2</g:id><!-- a --x</item>'),
  feed('<item><!-- a - b --><g:id c="1">2</g:id><!-- a -- b --></item>'),
  feed(
    `${plain}</channel><channel xmlns:g="urn:x" xmlns:y="${google}">${plain}${plain}<item><y:id>3</y:id></item>`,
  ),
  feed(`</channel><other>${plain}</other><channel>`),
  feed(`<other>${plain}</other><!-- ${plain}${plain} --><![CDATA[${plain}${plain}]]>`),
  feed('<item><g:id>2</g:id><g:title>a\u0085b\u2028c</g:title></item>', '<?xml version="1.1"?>'),
];

test('an item that is not plain goes to the parser', () => {
  const compared: ComparedFeeds = { rows: 0, whole: 0 };
  for (const document of documents) {
    const bytes = Buffer.from(document);
    compareReadings({ pieces: [bytes] }, compared);
    const pieces = bytes.toString('latin1').split(/(?<=[\r>])/);
    compareReadings({ pieces: pieces.map((piece) => Buffer.from(piece, 'latin1')) }, compared);
  }
  // The same piece again.
  const [head = '', tail = ''] = feed('|').split('|');
  compareReadings({ pieces: [head, plain, plain, tail].map((piece) => Buffer.from(piece)) }, compared);
  assert.ok(compared.rows > 2 * documents.length);
});

test('plain items that fill every piece do not pile up', () => {
  const item = `<item>${'<g:size>5</g:size>'.repeat(56).padEnd(1_024 - '<item></item>'.length)}</item>`;
  const piece = item.repeat(64);
  const pieceCount = limits.xmlTokenMaxLength / piece.length + 1;
  const head = '<rss><channel><item/>';
  const document = `${head}${piece.repeat(pieceCount)}</channel></rss>`;
  const cuts = Array.from({ length: pieceCount + 1 }, (_, index) => head.length + index * piece.length);
  const { rows, fault } = readDocument('google_xml', document, { cuts });
  assert.deepEqual([rows.length, fault], [1 + 64 * pieceCount, null]);
});
