import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailFault, nameFault, normalizeEmail, passwordFault } from './account-fields.ts';

test('an e-mail has one form, however it is typed', () => {
  assert.equal(normalizeEmail('  Ada@Shop.EXAMPLE '), 'ada@shop.example');
  assert.equal(normalizeEmail('u\u0308@x'), normalizeEmail('\u00dc@X'));
});

test('a text beyond any e-mail is cut and not normalized', () => {
  const marks = `a@x.y${'\u0301'.repeat(16_000)}${'\u0316'.repeat(16_000)}`;
  const cut = normalizeEmail(marks);
  assert.equal(cut, marks.slice(0, 509));
  assert.notEqual(emailFault(cut), null);
  // Composed they would be short enough: 170 syllables of three units each.
  assert.notEqual(emailFault(normalizeEmail(`${'\u1112\u1161\u11ab'.repeat(170)}@x`)), null);
});

test('a text that cannot be an e-mail is refused', () => {
  for (const right of ['ada@shop.example', 'ada@localhost', "o'neil+shop@x.y", 'ä@ö.ü']) {
    assert.equal(emailFault(right), null, right);
  }
  const wrong = ['', 'ada', '@x', 'x@', 'a b@x', 'a@b@c', 'a\u0000@x', 'a\n@x', `${'x'.repeat(250)}@x.yz`];
  for (const text of wrong) assert.notEqual(emailFault(text), null, text);
});

test('invisible characters do not make another e-mail or name', () => {
  for (const code of [0x07, 0xad, 0x200b, 0x200d, 0x202e, 0x2066, 0xfeff, 0xe0041]) {
    const character = String.fromCodePoint(code);
    const name = code.toString(16).toUpperCase().padStart(4, '0');
    const email = emailFault(`😀ictim${character}@x.example`);
    assert.match(email ?? '', new RegExp(`^Character 7 of the e-mail is U\\+${name}, `));
    assert.match(nameFault(`A${character}da`) ?? '', new RegExp(`^Character 2 of the name is U\\+${name}, `));
  }
  for (const code of [0x034f, 0x3164, 0xfe0f]) {
    assert.notEqual(emailFault(`victim${String.fromCodePoint(code)}@x.example`), null);
  }
  for (const right of ['می\u200Cروم', '👩\u200D🔧', 'Zoë', 'עדה'])
    assert.equal(nameFault(right), null, right);
});

test('a name takes 1 to 255 characters without control characters', () => {
  for (const right of ['A', '名'.repeat(255), '😀'.repeat(255)]) assert.equal(nameFault(right), null);
  const wrong = ['', 'x'.repeat(256), 'a\u0007b', 'a\nb', `Ada ft_sk_${'a'.repeat(38)}`];
  for (const name of wrong) assert.notEqual(nameFault(name), null);
});

test('a weak password is refused without being repeated', () => {
  const email = 'ada.lovelace@shop.example';
  for (const right of ['correct horse', '😀😀abcdefgh', `${'x'.repeat(199)}y`]) {
    assert.equal(passwordFault(right, email), null, right);
  }
  const wrong = [
    ...['', 'x'.repeat(9), `${'x'.repeat(200)}y`, 'aaaaaaaaaaaa', '😀'.repeat(10)],
    ...['Password123', 'qwertyuiop', ' 1234567890 ', email, email.toUpperCase(), 'ada.lovelace'],
  ];
  for (const text of wrong) {
    const fault = passwordFault(text, email);
    assert.notEqual(fault, null, text);
    if (text !== '') assert.ok(!fault?.includes(text), text);
  }
});
