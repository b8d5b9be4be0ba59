import assert from 'node:assert/strict';
import { test } from 'node:test';
import { singularOf } from '../text/inflection.ts';
import { phraseLanguage } from './phrase-languages.ts';
import { titleWords } from './title-words.ts';
import { type TypedPhrase, typedPhrases } from './typed-phrases.ts';

function read(title: string, name: string, locale = 'en', brand = ''): TypedPhrase[] {
  const language = phraseLanguage(locale);
  const context = { brandWords: brand.split(' '), hasValue: () => false };
  const singular = (word: string) => singularOf(word, locale, () => true);
  return typedPhrases(titleWords(title, 10, language, context), name, language, singular);
}

function phrases(title: string, name: string, locale = 'en', brand = ''): string[] {
  return read(title, name, locale, brand).map(({ text }) => text);
}

function open(title: string, name: string, locale = 'en'): string[] {
  return read(title, name, locale).flatMap(({ text, isWhole }) => (isWhole ? [] : text));
}

test('words right before a type qualify it together', () => {
  assert.deepEqual(phrases('high speed hdmi cable', 'cable'), [
    'hdmi cable',
    'speed hdmi cable',
    'high speed hdmi cable',
  ]);
  assert.deepEqual(phrases('very high speed hdmi cable', 'hdmi cable').at(-1), 'very high speed hdmi cable');
});

test('a word that stands apart qualifies a type alone', () => {
  assert.deepEqual(phrases('hdmi cable, black, coiled', 'cable'), [
    'hdmi cable',
    'black cable',
    'coiled cable',
  ]);
  assert.deepEqual(phrases('hdmi cable black male', 'cable'), [
    'hdmi cable',
    'black male cable',
    'black cable',
  ]);
  assert.deepEqual(phrases('wireless, desk lamp', 'lamp'), ['desk lamp', 'wireless lamp']);
});

test('a companion is typed before its thing', () => {
  assert.ok(phrases('case for iphone 7', 'case').includes('iphone case'));
  assert.ok(phrases('acme slim case for apple iphone', 'case', 'en', 'acme').includes('iphone case'));
  assert.deepEqual(phrases('case for samsung galaxy s7 cell phones', 'case'), ['galaxy case']);
});

test('numbers and counted nouns qualify nothing', () => {
  for (const title of ['desk lamp 2 pieces', 'desk lamp, 1 pc(s)', 'desk lamp 60 cm', 'desk lamp, m1857x'])
    assert.deepEqual(phrases(title, 'lamp'), ['desk lamp'], title);
  assert.deepEqual(phrases('bıçak bileyici 2 adet', 'bıçak bileyici', 'tr'), []);
  assert.deepEqual(phrases('4k monitor', 'monitor'), ['4k monitor']);
});

test('noun-first languages put qualifiers after the noun', () => {
  assert.deepEqual(phrases('souris optique noire', 'souris', 'fr'), [
    'souris optique',
    'souris optique noire',
  ]);
  assert.ok(phrases('coque pour iphone', 'coque', 'fr').includes('coque iphone'));
});

test('brands and the type itself qualify nothing', () => {
  assert.deepEqual(phrases('acme lamp', 'lamp', 'en', 'acme'), []);
  assert.deepEqual(phrases('network cable for cable', 'cable'), ['network cable']);
  assert.deepEqual(phrases('steak knives, 6 pieces', 'knife'), ['steak knife']);
  assert.ok(!phrases('aa batteries 4 pack', 'battery').some((text) => text.includes('batteries')));
});

test('a type that its title lacks takes its words', () => {
  assert.deepEqual(phrases('blue velvet, long', 'dress'), [
    'blue velvet dress',
    'blue dress',
    'velvet dress',
    'long dress',
  ]);
});

test('a phrase that continues on the other side is open', () => {
  assert.deepEqual(open('bean bag chair', 'chair'), ['bag chair']);
  assert.deepEqual(open('with 16gb memory phone', 'phone'), ['memory phone']);
  assert.deepEqual(open('portable black speaker', 'speaker'), []);
  assert.deepEqual(open('câble haut débit, noir', 'câble', 'fr'), ['câble haut']);
});

test('several things that it goes with qualify nothing', () => {
  assert.deepEqual(phrases('mount for phones', 'mount'), []);
  assert.deepEqual(phrases('20,000 mah charger', 'charger'), []);
});

test('a possessive continues with the next word', () => {
  assert.deepEqual(phrases("ladies' rain jacket", 'rain jacket'), ['ladies rain jacket']);
  assert.deepEqual(phrases("5' cable", 'cable'), []);
});
