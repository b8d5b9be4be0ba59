import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './fold.ts';
import { createStemmer, inflections } from './stems.ts';

/** Words as they are written, those of a group having one stem. */
const variants: readonly (readonly [locale: string, groups: string])[] = [
  [
    'en-GB',
    'battery batteries; mouse mice; knife knives; shelf shelves; bookshelf bookshelves; dress dresses',
  ],
  [
    'en-US',
    'box boxes; watch watches; cache caches; brush brushes; case cases; lens lenses; hose hoses; bus buses',
  ],
  [
    'en',
    'cookie cookies; hoodie hoodies; tie ties; shoe shoes; toe toes; tomato tomatoes; size sizes; menu menus',
  ],
  [
    'en',
    'woman women womens; child children; foot feet; phone phones; glass glasses; photo photos; canvas canvases',
  ],
  [
    'de-DE',
    'Stuhl Stühle; Lampe Lampen; Tasche Taschen; Buch Bücher; Kinderbuch Kinderbücher; Handtuch Handtücher',
  ],
  [
    'de',
    'Bett Betten; Tisch Tische; Kamera Kameras; Uhr Uhren; Glas Gläser; Schuh Schuhe; Gabel Gabeln; Maus Mäuse',
  ],
  ['de-AT', 'blau blaue blauen blaues; Batterie Batterien; drahtlos drahtlose; Preis Preise; Handy Handys'],
  ['de-CH', 'Kühlschrank Kuehlschrank Kühlschränke; Möbel Moebel; Gerät Geraet Geräte'],
  [
    'fr-FR',
    'lampe lampes; cadeau cadeaux; bijou bijoux; jeu jeux; animal animaux; noir noire noirs noires; sac sacs',
  ],
  [
    'es-ES',
    'camisa camisas; reloj relojes; cable cables; luz luces; lápiz lápices; pantalón pantalones; coche coches',
  ],
  [
    'it-IT',
    'scarpa scarpe; tavolo tavoli; giacca giacche; colore colori; orologio orologi; specchio specchi',
  ],
  ['it', 'pantalone pantaloni; occhiale occhiali; cuffia cuffie'],
  [
    'pt-BR',
    'botão botões; papel papéis; luz luzes; flor flores; torre torres; imagem imagens; animal animais; mês meses',
  ],
  [
    'nl-NL',
    'lamp lampen; tas tassen; stoel stoelen; schoen schoenen; tafel tafels; horloge horloges; zwart zwarte',
  ],
  ['nl', 'kussen kussens; fiets fietsen; televisie televisies'],
  ['sv-SE', 'lampa lampor lamporna; stol stolar; väska väskor; dator datorer; telefon telefoner'],
  ['da-DK', 'lampe lamper lamperne; stol stole; computer computere; jakke jakker'],
  ['nb-NO', 'lampe lamper lampene; stol stoler; plakat plakater'],
  [
    'pl-PL',
    'lampka lampki lampkami; torebka torebki; laptop laptopy laptopów; czarny czarna czarne czarnych',
  ],
  ['cs-CZ', 'lampička lampičky lampičkami; telefon telefony telefonu; černý černá černé černých'],
  ['ru-RU', 'лампа лампы лампами; чайник чайники чайников; мышь мыши; красный красная красное; линия линии'],
  ['tr-TR', 'çanta çantalar çantaları; kalem kalemler'],
  ['ar-AE', 'حقيبة الحقيبة; ساعة ساعات الساعات'],
];

test('plurals and simple inflections have the stem of their word', () => {
  for (const [locale, groups] of variants) {
    const stem = createStemmer(locale);
    for (const group of groups.split('; ')) {
      const [first = '', ...others] = group.split(' ');
      for (const other of others) {
        assert.equal(stem(fold(other)), stem(fold(first)), `${locale}: ${other} and ${first}`);
      }
    }
  }
});

/** Pairs that shops sell as different things, though a bolder rule makes them one. */
const strangers: readonly (readonly [locale: string, pairs: string])[] = [
  [
    'en',
    'print printer; short shorts; new news; lux luxe; wire wireless; glove globe; valve value; brush bruise',
  ],
  [
    'de',
    'Druck Drucker; Leder LED; Schal Schale; Eis Eisen; Leine Leinen; Reis Reise; Filz Filter; Messe Messer',
  ],
  ['fr', 'port porte; vis visa; bar barre; sac sacoche; fil file; gris grille; tapis tape'],
  ['es', 'bolso bolsa; marco marca; libro libra; cama camara'],
  ['it', 'latte latta; sale sala; porta porto; cappello cappella'],
  ['pt', 'porta porto; mais mal; lapis lapa'],
  ['nl', 'paar paars; man maan; bom boom; laken lak; kart kartel'],
  ['sv', 'filt filter; print printer; post poster; motor mot'],
  ['da', 'print printer; post poster; filt filter; led leder'],
  ['ru', 'час часы; дух духи; кот котел'],
  ['tr', 'rol roller; dol dolar'],
];

test('words for different things have different stems', () => {
  for (const [locale, pairs] of strangers) {
    const stem = createStemmer(locale);
    for (const pair of pairs.split('; ')) {
      const [one = '', other = ''] = pair.split(' ').map(fold);
      assert.notEqual(stem(one), stem(other), `${locale}: ${pair}`);
    }
  }
});

test('numbers, short words and other scripts are their own stems', () => {
  const locales = [...inflections.keys()];
  for (const word of [
    'cds',
    'a123s',
    'mp3s',
    's',
    '',
    '30x40',
    '2.7',
    '手机',
    'กระ',
    '노트북들',
    '__proto__',
  ]) {
    for (const locale of locales) assert.equal(createStemmer(locale)(word), word, `${locale}: ${word}`);
  }
  assert.equal(createStemmer('de')('лампами'), 'лампами');
  assert.equal(createStemmer('ru')('lampen'), 'lampen');
});

test('languages without rules have no stems, English keeps its own', () => {
  for (const locale of ['fi', 'x-unknown', '', 'ja-JP']) {
    assert.equal(createStemmer(locale)('batteries'), 'batteries', locale);
  }
  assert.notEqual(createStemmer('de')('mice'), createStemmer('de')('mouse'));
});

test('a stem keeps three letters and adds at most two', () => {
  const letters = fc.constantFrom(...'aeiousrnlmtкыьяиесا');
  const word = fc.array(letters, { minLength: 4, maxLength: 12 }).map((characters) => characters.join(''));
  fc.assert(
    fc.property(word, fc.constantFrom(...inflections.keys()), (text, locale) => {
      const stem = createStemmer(locale)(text);
      assert.ok(stem.length >= 3 && stem.length <= text.length + 2, `${locale}: ${text} to ${stem}`);
    }),
    { numRuns: 2_000, examples: [['aeae', 'de']] },
  );
});
