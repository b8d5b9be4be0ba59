import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultLook, lookAttributes, lookChoices, previewAddress } from './look.ts';

test('a look is written as its differences from the defaults', () => {
  assert.deepEqual(lookAttributes(defaultLook), {});
  assert.deepEqual(
    lookAttributes({ ...defaultLook, theme: 'sharp', display: 'card', limit: '8', lang: 'ar' }),
    {
      'data-theme': 'sharp',
      'data-product-display': 'card',
      'data-limit': '8',
    },
  );
  for (const [name, [first]] of Object.entries(lookChoices)) {
    assert.equal(defaultLook[name as keyof typeof lookChoices], first, name);
  }
});

test('a frame runs right to left where its language does', () => {
  const parameters = (lang: 'ar' | 'de') =>
    new URL(previewAddress('s', { ...defaultLook, lang }, 'a&b'), 'http://x').searchParams;
  assert.equal(parameters('ar').get('dir'), 'rtl');
  assert.equal(parameters('de').get('dir'), 'ltr');
  assert.equal(parameters('de').get('q'), 'a&b');
});
