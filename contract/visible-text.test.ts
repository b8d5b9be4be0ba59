import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripInvisible, visibleText } from './visible-text.ts';

test('invisible and reordering characters are named and removed', () => {
  for (const code of [
    0x00, 0x07, 0x7f, 0xad, 0x200b, 0x200e, 0x202e, 0x2028, 0x2066, 0xfeff, 0xe0041, 0xd800,
  ]) {
    const text = `a${String.fromCodePoint(code)}b`;
    assert.equal(visibleText(text), `a‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›b`);
    assert.equal(stripInvisible(text), 'ab');
  }
});

test('joiners stay only between the characters they join', () => {
  for (const text of ['a\u200Cb', '\u200Dab', 'ab\u200C', 'a\u3164b', '1\u200D2'].entries())
    assert.match(visibleText(text[1]), /‹U\+/, String(text[0]));
  for (const text of ['क\u094D\u200Dष', 'می\u200Cروم', '❤\uFE0F\u200D🔥', '👩🏽\u200D🔧'])
    assert.equal(stripInvisible(text), text);
});

test('letters of every script, joiners and emoji stay unchanged', () => {
  for (const text of ['Stiefel größe 42', 'کتاب\u200Cها', 'מגפיים', '長靴', '👩\u200D🔧', 'e\u0301']) {
    assert.equal(visibleText(text), text);
    assert.equal(stripInvisible(text), text);
  }
});
