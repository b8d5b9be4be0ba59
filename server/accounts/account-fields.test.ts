import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailFault, nameFault, normalizeEmail, passwordFault } from './account-fields.ts';

test('an e-mail has one form, however it is typed', () => {
  assert.equal(normalizeEmail('  Ada@Shop.EXAMPLE '), 'ada@shop.example');
  assert.equal(normalizeEmail('u\u0308@x'), normalizeEmail('\u00dc@X'));
});

test('what can be no e-mail is refused', () => {
  for (const right of ['ada@shop.example', 'ada@localhost', "o'neil+shop@x.y", 'ä@ö.ü']) {
    assert.equal(emailFault(right), null, right);
  }
  const wrong = ['', 'ada', '@x', 'x@', 'a b@x', 'a@b@c', 'a\u0000@x', 'a\n@x', `${'x'.repeat(250)}@x.yz`];
  for (const text of wrong) assert.notEqual(emailFault(text), null, text);
});

test('a name takes 1 to 255 characters without control characters', () => {
  for (const right of ['A', '名'.repeat(255), '😀'.repeat(255)]) assert.equal(nameFault(right), null);
  for (const wrong of ['', 'x'.repeat(256), 'a\u0007b', 'a\nb']) assert.notEqual(nameFault(wrong), null);
});

test('a password that is short, long, common or the e-mail is refused unsaid', () => {
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
