import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleOf } from '../../../test/support/checked-phrases.ts';

test('well-known brands are dropped unless the product names them', () => {
  const lamp = { title: 'Desk lamp', brand: 'Nordlux', category: 'Lighting' };
  for (const phrase of ['ikea desk lamp', 'philips hue lamp', 'apple lamp', 'desk lamp coca-cola']) {
    assert.equal(ruleOf(phrase, { product: lamp }), 'other_brand', phrase);
  }
  assert.equal(ruleOf('philips hue lamp', { product: { ...lamp, title: 'Lamp for Philips Hue' } }), 'kept');
  assert.equal(ruleOf('apple lamp', { product: { ...lamp, title: 'Apple shaped lamp' } }), 'kept');
  assert.equal(ruleOf('apple lamp', { product: lamp, titleWords: ['apple'] }), 'kept');
  assert.equal(ruleOf('red apple lamp', { product: lamp }), 'kept');
  // A thing of the language is no brand.
  assert.equal(ruleOf('braun lampe', { locale: 'de', product: { ...lamp, title: 'Lampe' } }), 'kept');
});
