import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createTextReader, createUtf8Check, markedEncoding, mayBeUtf8 } from './encoding.ts';

/** The bytes one by one, as the worst cut of them. */
function pieces(bytes: Uint8Array): Uint8Array[] {
  return Array.from(bytes, (byte) => Uint8Array.of(byte));
}

test('UTF-8 detection does not depend on where bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc.string().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        const check = createUtf8Check();
        for (const piece of pieces(bytes)) check.read(piece);
        const expected = isUtf8Text(bytes);
        assert.equal(check.end(), expected);
        assert.equal(mayBeUtf8(bytes, true), expected);
      },
    ),
  );
});

function isUtf8Text(bytes: Uint8Array): boolean {
  return Buffer.from(Buffer.from(bytes).toString('utf8'), 'utf8').equals(Buffer.from(bytes));
}

test('a check says no from the first wrong byte on', () => {
  const check = createUtf8Check();
  check.read(Buffer.from('abc'));
  assert.equal(check.isUtf8(), true);
  check.read(Uint8Array.of(0xff));
  assert.equal(check.isUtf8(), false);
  check.read(Buffer.from('abc'));
  assert.equal(check.end(), false);
});

test('a beginning, but no file, may end inside a character', () => {
  const cut = Buffer.from('ä').subarray(0, 1);
  assert.equal(mayBeUtf8(cut, false), true);
  assert.equal(mayBeUtf8(cut, true), false);
});

test('byte order marks name their encodings', () => {
  assert.equal(markedEncoding(Buffer.of(0xef, 0xbb, 0xbf, 0x61)), 'utf-8');
  assert.equal(markedEncoding(Buffer.of(0xff, 0xfe)), 'utf-16le');
  assert.equal(markedEncoding(Buffer.of(0xfe, 0xff)), 'utf-16be');
  assert.equal(markedEncoding(Buffer.from('abc')), null);
});

test('UTF-16 decodes as in Node, wherever it is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const bytes = Buffer.from(text, 'utf16le');
      const [whole, cut] = [createTextReader('utf-16le'), createTextReader('utf-16le')];
      const expected = text.startsWith('\uFEFF') ? text.slice(1) : text;
      assert.equal(whole.read(bytes) + whole.end(), expected);
      assert.equal(
        pieces(bytes)
          .map((piece) => cut.read(piece))
          .join('') + cut.end(),
        expected,
      );
    }),
  );
});

test('a trailing half UTF-16 unit becomes a broken character', () => {
  const reader = createTextReader('utf-16be');
  assert.equal(reader.read(Buffer.of(0xfe, 0xff, 0x00, 0x61, 0x00)) + reader.end(), 'a\uFFFD');
});
