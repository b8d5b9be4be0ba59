/**
 * Goal: no XML document, however it was written or broken off, is read wrongly, holds memory or holds up the thread.
 * Method: documents made to do so, each with the fault that it must have, and small ones cut at every byte.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { limits } from '../../../contract/limits.ts';
import { caseCount } from '../../../test/support/case-count.ts';
import { startCpuTime } from '../../../test/support/cpu-time.ts';
import type { HeldTexts } from '../../../test/support/held-texts-thread.ts';
import { readDocument } from '../../../test/support/read-document.ts';
import { createDocumentReader } from './create-document-reader.ts';
import { DocumentError } from './document-reader.ts';

const item = '<item><g:id>1</g:id><g:title>T &amp; é</g:title></item>';
const feed = (items: string) =>
  `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${items}</channel></rss>`;

const refused: readonly (readonly [string, string, string])[] = [
  [
    'billion laughs',
    `<!DOCTYPE r [<!ENTITY a "1234567890"><!ENTITY b "&a;&a;&a;&a;">]>${feed('&b;')}`,
    'document_dtd',
  ],
  [
    'an external entity',
    `<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${feed('&e;')}`,
    'document_dtd',
  ],
  ['an external DTD', `<!DOCTYPE rss SYSTEM "https://x/rss.dtd">${feed(item)}`, 'document_dtd'],
  ['a DTD that does not end', `<!DOCTYPE r [${'<!ENTITY a "b">'.repeat(20_000)}`, 'document_dtd'],
  ['a web page', '<!doctype html><html><head><title>Sign in</title></head></html>', 'document_type'],
  ['a web page without a type', '<HTML><body><br></body></HTML>', 'document_type'],
  ['JSON', '[{"id":1}]', 'document_type'],
  ['text', 'id,title\n1,T\n', 'document_type'],
  ['another kind of XML', '<products><product/></products>', 'document_type'],
  ['nothing', '', 'document_empty'],
  ['blanks', ' \n\n ', 'document_empty'],
  ['no products', feed(''), 'document_empty'],
  ['no root', '<?xml version="1.0"?><!-- nothing -->', 'document_truncated'],
  ['deep elements', feed(`<item>${'<a>'.repeat(300_000)}`), 'document_too_deep'],
  [
    'many attributes',
    feed(`<item ${Array.from({ length: 200_000 }, (_, at) => `a${at}=""`).join(' ')}/>`),
    'document_malformed',
  ],
  ['a name that does not end', feed(`<item><${'a'.repeat(20_000_000)}`), 'document_too_large'],
  ['a long name', feed(`<item><${'a'.repeat(200_000)}/></item>`), 'document_too_large'],
  ['a long target', feed(`<item><?${'a'.repeat(200_000)}?></item>`), 'document_too_large'],
  ['an attribute that does not end', feed(`<item a="${'a'.repeat(20_000_000)}`), 'document_too_large'],
  ['a text that does not end', feed(`<item><g:id>${'a'.repeat(20_000_000)}`), 'document_too_large'],
  ['CDATA that does not end', feed(`<item><g:id><![CDATA[${'a'.repeat(20_000_000)}`), 'document_too_large'],
  ['a comment that does not end', `<!-- ${'a'.repeat(100_000)}`, 'document_too_large'],
  [
    'control characters without end',
    feed(`<item><g:id>${'\u0001'.repeat(20_000)}</g:id></item>`),
    'document_malformed',
  ],
  ['two roots', `${feed(item)}${feed(item)}`, 'document_malformed'],
  ['text after the root', `${feed(item)}x`, 'document_malformed'],
  ['tags that cross', feed('<item><g:id>1</g:title></item>'), 'document_malformed'],
  ['an ampersand by itself', feed(`<item><g:title>A & B</g:title></item>${item}`), 'document_malformed'],
  ['an entity outside of a product', feed(`&nbsp;${item}`), 'document_malformed'],
];

test('Contract §6 a document that is no feed is refused with its fault', () => {
  for (const [name, document, fault] of refused) {
    const spentMs = startCpuTime();
    const read = readDocument('google_xml', document);
    assert.equal(read.fault, fault, name);
    assert.ok((read.message ?? '').endsWith('.'), read.message ?? name);
    assert.ok(spentMs() < 5_000, name);
  }
});

test('Contract §6 a feed cut at any byte is never taken as whole', () => {
  const bytes = Buffer.from(
    `<?xml version="1.0"?><!-- c -->${feed(`${item}<item><g:title><![CDATA[x]]></g:title></item>`)}`,
  );
  const whole = readDocument('google_xml', bytes);
  assert.deepEqual([whole.fault, whole.rows.length, whole.provesEnd], [null, 2, true]);
  for (let end = 0; end < bytes.length; end += 1) {
    const { fault } = readDocument('google_xml', bytes.subarray(0, end));
    assert.ok(
      fault === 'document_truncated' || (end === 0 && fault === 'document_empty'),
      `${end}: ${fault}`,
    );
    assert.deepEqual(readDocument('google_xml', bytes, { cuts: [end] }), whole);
  }
});

test('Contract §6 an oversized product fails alone, with its id', () => {
  const large = (text: string) => `<item><g:id>big</g:id>${text}</item>`;
  const description = `<g:description>${'a'.repeat(limits.itemMaxLength)}</g:description>`;
  const long = 'a'.repeat(2 * limits.itemMaxLength);
  for (const text of [
    description,
    `<g:x>${description}</g:x>`,
    '<g:color>red</g:color>'.repeat(500_000),
    `<g:description>${'a'.repeat(10 * limits.itemMaxLength)}</g:description>`,
    `<g:description><![CDATA[${long}]]></g:description>`,
    `<!--${long}--><g:color>red</g:color>`,
    `<g:color a="${long}" b="${long}">red</g:color>`,
    `<?a ${long}?>`,
  ]) {
    const { rows, fault } = readDocument('google_xml', feed(`${large(text)}${item}`));
    assert.equal(fault, null);
    assert.deepEqual(
      rows.map(({ id, fault: problem }) => [id, problem?.code]),
      [
        ['big', 'row_malformed'],
        ['1', undefined],
      ],
    );
    assert.deepEqual(rows[0]?.value, { external_id: 'big' });
  }
  const fits = readDocument(
    'google_xml',
    feed(large(`<g:title>${'a'.repeat(limits.itemMaxLength - 100)}</g:title>`)),
  );
  assert.equal(fits.rows[0]?.fault, null);
});

test('an endless feed is read in bounded memory', () => {
  const reader = createDocumentReader('google_xml', { nowMs: 0, contentType: null });
  reader.read(Buffer.from('<rss xmlns:g="http://base.google.com/ns/1.0"><channel>'));
  const piece = Buffer.from(item.repeat(2_000));
  const used = () => process.memoryUsage().rss / 1024 ** 2;
  let rowCount = 0;
  for (let round = 0; round < 20; round += 1) rowCount += reader.read(piece).length;
  const before = used();
  for (let round = 0; round < 150; round += 1) rowCount += reader.read(piece).length;
  assert.equal(rowCount, 170 * 2_000);
  assert.ok(used() - before < 100, `${used() - before} MiB more`);
  assert.throws(() => reader.end(), DocumentError);
});

/** Each 8 Mi characters of one token, or of one tag. */
const longTokens: readonly (readonly [string, Pick<HeldTexts, 'beginning' | 'piece' | 'pieces'>])[] = [
  ['a text', { beginning: '<g:title>', piece: 'ж'.repeat(64 * 1024), pieces: 128 }],
  ['entities', { beginning: '<g:title>', piece: '&lt;'.repeat(16 * 1024), pieces: 128 }],
  ['CDATA', { beginning: '<g:title><![CDATA[', piece: 'ж'.repeat(64 * 1024), pieces: 128 }],
  ['a comment', { beginning: '<!--', piece: 'ж'.repeat(64 * 1024), pieces: 128 }],
  ['attributes', { beginning: '<g:title x="', piece: `${'ж'.repeat(256 * 1024)}"\ty="`, pieces: 32 }],
];

test('documents with texts that are too long hold little', async () => {
  const file = new URL('../../../test/support/held-texts-thread.ts', import.meta.url);
  const head = '<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>';
  for (const [name, { beginning, piece, pieces }] of longTokens) {
    const workerData: HeldTexts = { documents: 3, beginning: head + beginning, piece, pieces };
    const worker = new Worker(file, { workerData, resourceLimits: { maxOldGenerationSizeMb: 40 } });
    assert.deepEqual(await once(worker, 'message'), [3], name);
  }
});

test('an oversized product keeps its first id', () => {
  const long = `<g:description>${'a'.repeat(limits.itemMaxLength)}</g:description>`;
  const id = '<g:id> 1&amp;<!-- -->2 </g:id>';
  for (const content of [
    `${id}${long}`,
    `${long}${id}`,
    `${id}${long}<g:id>3</g:id>`,
    `${long}${id}<g:id>3</g:id>`,
  ]) {
    const { rows, fault } = readDocument('google_xml', feed(`<item>${content}</item>${item}`));
    assert.equal(fault, null);
    assert.deepEqual(
      rows.map((row) => [row.id, row.fault?.code ?? null]),
      [
        ['1&2', 'row_malformed'],
        ['1', null],
      ],
    );
  }
  // Wherever the text is let go, what is left of it is no id.
  for (let more = 0; more <= 128 * 1024; more += 4_000) {
    const longId = `<item>${long}<g:id>${' '.repeat(limits.itemMaxLength + more)}1</g:id></item>`;
    assert.equal(readDocument('google_xml', feed(longId)).rows[0]?.id, null);
  }
});

test('endlessly nested namespaces are refused at once', () => {
  const declare = (depth: number) =>
    `<a ${Array.from({ length: 60 }, (_, at) => `xmlns:n${depth}-${at}="u"`).join(' ')}>`;
  const text = feed(`${declare(1)}${declare(2)}${'<b xmlns:c="d"/>'.repeat(100_000)}`);
  assert.equal(readDocument('google_xml', text).fault, 'document_malformed');
});

test('any bytes make a reader throw only its own error', () => {
  const part = fc.constantFrom(
    '<item>',
    '</item>',
    '<g:id>',
    '</g:id>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '&amp;',
    '&x;',
    '&#0;',
    '"',
    "='",
    '<',
    '>',
    '/',
    '<?',
    '?>',
    '<!DOCTYPE',
    '\u0000',
    'é',
    '\uD83D',
    ' xmlns:g="u"',
    '</rss>',
    '</channel>',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 30 }), fc.boolean(), (parts, isFramed) => {
      const text = parts.join('');
      const { fault, rows } = readDocument('google_xml', isFramed ? feed(text) : text);
      assert.ok(fault !== null || rows.length > 0);
    }),
    { numRuns: caseCount(500) },
  );
});
