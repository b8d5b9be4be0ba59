import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../text/fold.ts';
import { field } from './occurrence.ts';
import { wordsOf, zoneTitle } from './title-zones.ts';

function zonesOf(title: string, brand: string | null = null) {
  const terms = zoneTitle(fold(title), wordsOf(fold(brand ?? '')), null);
  const withBit = (bit: number) =>
    terms
      .filter(({ fields, isWord }) => isWord && (fields & bit) !== 0)
      .map(({ text }) => text)
      .join(' ');
  return {
    noun: withBit(field.titleNoun),
    name: withBit(field.titleName),
    use: withBit(field.titleUse),
    early: withBit(field.titleEarly),
    beside: terms.filter(({ isWord }) => !isWord).map(({ text }) => text),
    terms,
  };
}

test('Contract §7 a title names a thing, then its companion', () => {
  const titles: readonly (readonly [
    title: string,
    brand: string | null,
    noun: string,
    name: string,
    use: string,
  ])[] = [
    [
      'Logitech wireless mouse M185 for notebooks',
      'Logitech',
      'mouse',
      'logitech wireless m185',
      'for notebooks',
    ],
    [
      'Acme wireless mouse M185, black, for notebooks',
      'ACME',
      'mouse',
      'acme wireless m185 black',
      'for notebooks',
    ],
    ['Case for iPad', null, 'case', '', 'for ipad'],
    ['Set of 3 red lamps with shade', null, 'set lamps', 'of 3 red', 'with shade'],
    ['Bosch Kühlschrank KGN36 mit Gefrierfach', 'Bosch', 'kuhlschrank', 'bosch kgn36', 'mit gefrierfach'],
    ['Kühlschrank für Camping 12 Volt, weiß', 'Bosch', 'kuhlschrank', 'weiss', 'fur camping 12 volt'],
    ['Souris noire 2 boutons pour Mac', null, 'noire boutons', 'souris 2', 'pour mac'],
    ['Funda de cuero para iPhone 12', null, 'funda cuero', 'de', 'para iphone 12'],
    ['Custodia per telefono', null, 'custodia', '', 'per telefono'],
    ['Hoesje voor iPhone', null, 'hoesje', '', 'voor iphone'],
    ['Etui do telefonu', null, 'etui', '', 'do telefonu'],
    ['Kırmızı çanta için kılıf', null, 'canta', 'kirmizi', 'icin kilif'],
    ['Чехол для телефона', null, 'чехол', '', 'для телефона'],
    ['手机壳 红色', null, '机壳 红色', '手机', ''],
    ['For sale sign', 'For', 'sign', 'for sale', ''],
  ];
  for (const [title, brand, noun, name, use] of titles) {
    const found = zonesOf(title, brand);
    assert.deepEqual([found.noun, found.name, found.use], [noun, name, use], title);
  }
});

test('a preposition that begins a title starts no use', () => {
  assert.equal(zonesOf('For Dummies guide', 'For Dummies').noun, 'guide');
  assert.equal(zonesOf('For notebooks mouse').use, '');
});

test('a noun is no brand or number of the naming part', () => {
  assert.equal(zonesOf('Logitech', 'Logitech').noun, '');
  assert.equal(zonesOf('Mouse by Logitech', 'Logitech').noun, 'mouse');
  assert.equal(zonesOf('HP - 27" Monitor - Black', 'HP').noun, 'monitor');
  assert.equal(zonesOf('Monitor, stand').noun, 'monitor');
  assert.equal(zonesOf('Cable 1,5m, black').noun, 'cable');
  assert.equal(zonesOf('Lamp (desk)').noun, 'lamp');
  assert.equal(zonesOf('Mouse/keyboard').noun, 'keyboard');
});

test('early are the first four words behind a leading brand', () => {
  assert.equal(zonesOf('a b c d e f').early, 'a b c d');
  assert.equal(zonesOf('Black & Decker a b c d e', 'Black & Decker').early, 'black decker a b c d');
  assert.equal(zonesOf('a b c d e Acme', 'Acme').early, 'a b c d');
});

test('titles of up to five words are short', () => {
  const isShort = (title: string) =>
    zonesOf(title).terms.map(({ fields }) => (fields & field.titleShort) !== 0);
  assert.deepEqual(isShort('a b, c for d'), Array(5).fill(true));
  assert.deepEqual(isShort('a b, c for d e'), Array(6).fill(false));
});

test('compounds, measures and last characters stand beside their words', () => {
  assert.deepEqual(zonesOf('Sony wi-fi 6 lamp, 15.6" screen').beside, ['wifi', '15.6in']);
  assert.deepEqual(zonesOf('手机壳').beside, ['壳']);
  assert.deepEqual(zonesOf('red lamp').beside, []);
});

test('words come in order, then those beside them', () => {
  const { terms } = zonesOf('t-shirt, wi-fi');
  assert.deepEqual(
    terms.map(({ text, isWord }) => [text, isWord]),
    [
      ['t', true],
      ['shirt', true],
      ['wi', true],
      ['fi', true],
      ['tshirt', false],
      ['wifi', false],
    ],
  );
});

test('words of the other spelling stand where the title’s do', () => {
  const terms = zoneTitle('kuhler tee fur kuhle kopfe', [], 'kuehler tee fuer kuehle koepfe');
  const fieldsOf = (text: string) => terms.find((term) => term.text === text)?.fields;
  assert.equal(fieldsOf('kuehler'), fieldsOf('kuhler'));
  assert.equal(fieldsOf('koepfe'), fieldsOf('kopfe'));
  assert.deepEqual(
    terms.filter(({ text }) => text === 'tee').map(({ isWord }) => isWord),
    [true],
  );
});
