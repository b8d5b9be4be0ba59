import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCurrency } from '../../../server/catalog/currency.ts';
import { currencyChoices, guessLocale, languageChoices } from './locales.ts';

test('every offered currency and language is accepted', () => {
  const currencies = currencyChoices('EUR');
  assert.ok(currencies.length > 150);
  for (const { value } of currencies) assert.equal(parseCurrency(value), value);
  for (const { value } of languageChoices('en')) assert.deepEqual(Intl.getCanonicalLocales(value), [value]);
});

test('choices have names, and keep an unusual setting', () => {
  assert.ok(currencyChoices('EUR').some(({ value, label }) => value === 'EUR' && label === 'Euro (EUR)'));
  const languages = languageChoices('de-LI');
  assert.ok(
    languages.some(({ value, label }) => value === 'de-LI' && label === 'German (Liechtenstein) (de-LI)'),
  );
  assert.equal(new Set(languages.map(({ value }) => value)).size, languages.length);
});

test('the languages of the browser decide the first choice', () => {
  for (const [preferred, locale, currency] of [
    [['de-AT', 'en'], 'de-AT', 'EUR'],
    [['de'], 'de', 'EUR'],
    [['en-US'], 'en-US', 'USD'],
    [['en-GB'], 'en-GB', 'GBP'],
    [['fr-DZ'], 'fr', 'USD'],
    [['pt-BR', 'pt'], 'pt-BR', 'BRL'],
    [['xx', 'th-TH'], 'th', 'USD'],
    [['?', 'ja'], 'ja', 'JPY'],
    [[], 'en', 'USD'],
  ] as const) {
    const guess = guessLocale(preferred);
    assert.equal(guess.locale, locale, preferred.join());
    if (preferred[0] !== 'xx') assert.equal(guess.currency, currency, preferred.join());
  }
});
