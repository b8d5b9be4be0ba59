import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleOf } from '../../../test/support/checked-phrases.ts';

test('unjustified words drop a phrase where they outnumber known ones', () => {
  const lamp = { product: { title: 'Desk lamp', brand: null, category: null } };
  for (const strange of ['lamp xyzzy qwerty foobar', 'lamp xyzzy qwerty foobar plugh']) {
    assert.equal(ruleOf(strange, lamp), 'unrelated', strange);
    assert.equal(ruleOf(strange, { ...lamp, titleWords: ['xyzzy', 'qwerty'] }), 'kept', strange);
  }
  for (const plain of ['reading lamp for students', 'study lamp', 'desk light with usb', 'lamp xyzzy qwerty'])
    assert.equal(ruleOf(plain, lamp), 'kept', plain);
  for (const twice of ['lamp lamp lamp', 'desk lamp desk'])
    assert.equal(ruleOf(twice, lamp), 'duplicate', twice);
  assert.equal(ruleOf('duran duran vinyl', { product: { title: 'Duran Duran vinyl' } }), 'kept');
});
