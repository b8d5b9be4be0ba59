import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mouse, ruleOf, unknownStore } from '../../../test/support/checked-phrases.ts';
import { checkPhrases } from '../check-phrases.ts';
import { foreignWords } from './other-language.ts';

const lamp = { title: 'Lampa lampe lamp lámpara lamba', brand: null, category: null };

test('a foreign phrase is dropped although it shares a word', () => {
  const foreign = [
    [
      'en',
      [
        'rote lampe',
        'lampe ohne kabel',
        'lámpara roja',
        'lampe avec interrupteur',
        'kırmızı lamba',
        'czerwona lampa',
        'röda lampa',
      ],
    ],
    ['de', ['zwarte lamp', 'lámpara roja', 'kırmızı lamba', 'lampe blanche', 'green lamp']],
    ['tr', ['rote lampe', 'cheap lamp', 'lámpara azul']],
    ['es', ['schwarze lampe', 'lampe pour les enfants', 'czarna lampa']],
    ['th', ['rote lampe', 'kırmızı lamba']],
    ['nb', ['rote lampe', 'musta lamppu lampa']],
  ] as const;
  for (const [locale, phrases] of foreign) {
    for (const phrase of phrases) {
      assert.equal(ruleOf(phrase, { locale, product: lamp }), 'other_language', `${locale} ${phrase}`);
    }
  }
});

test('small words and long compounds reveal a foreign phrase', () => {
  const desk = { title: 'Brass desk lamp', brand: null, category: null };
  for (const phrase of ['lampe de bureau', 'lámpara de mesa', 'lampe mit schalter', 'lampa dla biurka']) {
    assert.equal(ruleOf(phrase, { product: desk }), 'other_language', phrase);
  }
  assert.equal(ruleOf('schreibtischlampe', { product: desk }), 'unrelated');
  const tisch = { title: 'Schreibtischlampe Lampe Messing', brand: null, category: null };
  for (const phrase of ['red lampe', 'brass desk lamp', 'lampe for office']) {
    assert.equal(ruleOf(phrase, { locale: 'de', product: tisch }), 'other_language', phrase);
  }
  assert.equal(ruleOf('lampe für den schreibtisch', { locale: 'de', product: tisch }), 'kept');
  assert.equal(ruleOf('lampe de bureau', { locale: 'fr', product: { ...desk, title: 'Lampe' } }), 'kept');
  assert.equal(ruleOf('lamp de luxe', { product: { ...desk, title: 'Lamp De Luxe' } }), 'kept');
});

test('words of the store, product or English are not foreign', () => {
  assert.equal(ruleOf('rote lampe', { locale: 'de', product: lamp }), 'kept');
  assert.equal(ruleOf('rote lampe', { product: { title: 'Rote Lampe' } }), 'kept');
  assert.equal(ruleOf('rote lampe', { product: lamp, titleWords: ['rote'] }), 'kept');
  assert.equal(ruleOf('green lamp', { locale: 'th', product: lamp }), 'kept');
  assert.equal(ruleOf('svart lampa', { locale: 'nn', product: lamp }), 'kept');
  // Nothing is known of Catalan, nor of what Bulgarian shares with Russian.
  assert.equal(ruleOf('lámpara blanca', { locale: 'ca', product: lamp }), 'kept');
  assert.equal(ruleOf('лампа без', { locale: 'bg', product: { title: 'лампа' } }), 'kept');
});

test('an English translation may be hidden but not shown', () => {
  const context = { locale: 'de', blocklist: [], otherBrands: new Set<string>(), ...unknownStore };
  const lists = {
    suggestionPhrases: ['green lamp'],
    searchPhrases: ['small lamp', 'lampa czarna'],
    type: null,
  };
  const checked = checkPhrases({ ...mouse, ...lamp }, lists, context);
  assert.deepEqual([checked.suggestionPhrases, checked.searchPhrases], [[], ['small lamp']]);
});

test('no language lists its own word as foreign', () => {
  const own = [
    ['en', 'fur die cut van black store rod mat white sale'],
    ['de', 'rote für mit klein billige'],
    ['fr', 'marron grise avec petite'],
    ['es', 'verde marron una grande con negra'],
    ['it', 'verde grande una con nera'],
    ['pt', 'azul verde grande com'],
    ['nl', 'kleine groen voor'],
    ['da', 'billig og sort grøn'],
    ['cs', 'bez malý modrá'],
    ['uk', 'для без'],
  ] as const;
  for (const [locale, words] of own) {
    const foreign = foreignWords(locale);
    assert.deepEqual(
      words.split(' ').filter((word) => foreign.has(word)),
      [],
      locale,
    );
  }
});
