import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { widgetLanguages } from '../../../contract/words/widget.ts';
import { defaultLook, type Look, lookAttributes, lookChoices, previewAddress } from './look.ts';

test('a look is written as its differences from the defaults', () => {
  assert.deepEqual(lookAttributes(defaultLook), {});
  assert.deepEqual(
    lookAttributes({ ...defaultLook, theme: 'sharp', display: 'card', limit: '8', lang: 'ar' }),
    {
      'data-theme': 'sharp',
      'data-product-display': 'card',
      'data-limit': '8',
      'data-lang': 'ar',
    },
  );
  for (const [name, [first]] of Object.entries(lookChoices)) {
    assert.equal(defaultLook[name as keyof typeof lookChoices], first, name);
  }
});

test('a frame runs right to left where its language does', () => {
  const parameters = (lang: Look['lang']) =>
    new URL(previewAddress({ storeId: 's', locale: 'de-AT' }, { ...defaultLook, lang }, 'a&b'), 'http://x')
      .searchParams;
  assert.equal(parameters('ar').get('dir'), 'rtl');
  assert.equal(parameters('de').get('dir'), 'ltr');
  assert.equal(parameters('page').get('lang'), 'de-AT');
  for (const lang of widgetLanguages) {
    const isArabicOrHebrew = ['Arab', 'Hebr'].includes(new Intl.Locale(lang).maximize().script ?? '');
    assert.equal(parameters(lang).get('dir'), isArabicOrHebrew ? 'rtl' : 'ltr', lang);
  }
  assert.equal(parameters('de').get('q'), 'a&b');
});

test('every language of the widget can be chosen', () => {
  const file = new URL('../../../widget/src/languages.json', import.meta.url);
  const files: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'));
  const codes = Object.keys(files).map((names) => names.split(' ')[0]);
  assert.deepEqual([...widgetLanguages], [...codes, 'en'].sort());
});
