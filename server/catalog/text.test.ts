import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  cutText,
  hasForbiddenCharacters,
  isLongerThan,
  isPresent,
  mayHoldForbidden,
  toLines,
  toOneLine,
} from './text.ts';

test('Contract §4 NUL, C0 controls and lone surrogates are forbidden characters', () => {
  for (const text of ['\u0000', 'a\u0001b', '\u001b[0m', 'a\u000bb', '\u001f', 'a\ud83d', '\ude00b']) {
    assert.equal(hasForbiddenCharacters(text), true, JSON.stringify(text));
  }
});

test('Contract §4 tabs, line breaks, DEL, C1 and emoji are not forbidden', () => {
  for (const text of ['', 'a\tb\r\nc', '\u007f', '\u0085', '😀', '\u200b', 'ﷺ']) {
    assert.equal(hasForbiddenCharacters(text), false, JSON.stringify(text));
  }
});

test('JSON text shows that no text of it is forbidden', () => {
  for (let unit = 0; unit <= 0xffff; unit += 1) {
    const text = `a${String.fromCharCode(unit)}b`;
    const shown = mayHoldForbidden(JSON.stringify({ [text]: { list: ['"', text] } }));
    assert.ok(shown || !hasForbiddenCharacters(text), `U+${unit.toString(16)}`);
  }
  assert.equal(mayHoldForbidden(JSON.stringify({ a: ['15" x\t\r\n😀', '\u007f\u0085'] })), false);
});

test('Contract §4 tabs and line breaks of one line become single spaces', () => {
  assert.equal(toOneLine('a\tb\nc\rd\r\ne\u2028f\u2029g'), 'a b c d e f g');
});

test('Contract §4 only surrounding white space goes from a line', () => {
  assert.equal(toOneLine('\n \u00a0\ufeff a  b\u00a0c \t'), 'a  b\u00a0c');
});

test('multi-line text keeps its lines and single empty ones', () => {
  assert.equal(toLines(' a\t b \r\n c\rd\n\n \n\ne '), 'a b\nc\nd\n\ne');
});

test('Contract §4 null, undefined and blank text are absent, other values present', () => {
  for (const value of [null, undefined, '', ' \t\n\u00a0']) assert.equal(isPresent(value), false);
  for (const value of [0, false, 'a', [], {}, Number.NaN]) assert.equal(isPresent(value), true);
});

test('lengths count code points, so that an emoji counts once', () => {
  assert.equal(isLongerThan('😀'.repeat(5), 5), false);
  assert.equal(isLongerThan('😀'.repeat(6), 5), true);
  assert.equal(isLongerThan('aaaaa', 5), false);
  assert.equal(isLongerThan('aaaaa😀', 5), true);
});

test('a cut splits no character and leaves no white space', () => {
  assert.equal(cutText('a😀😀', 2), 'a😀');
  assert.equal(cutText('ab   cd', 4), 'ab');
  assert.equal(cutText('ab ', 3), 'ab ');
});

test('a cut text is a well-formed prefix within the limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, maxLength) => {
      const cut = cutText(text, maxLength);
      assert.ok(text.startsWith(cut));
      assert.ok(cut.isWellFormed());
      assert.ok(Array.from(cut).length <= maxLength);
      assert.equal(isLongerThan(text, maxLength), Array.from(text).length > maxLength);
    }),
  );
});
