/** Phrases that real catalogs once made the offline generator write and nobody types, each with its like. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { buildCatalogProfile } from './catalog-profile.ts';
import { composePhrases } from './compose-phrases.ts';
import { offlineLanguage } from './title-reading.ts';

function product(title: string, given: Partial<PhraseProduct> = {}): PhraseProduct {
  const nothing = {
    description: null,
    category: null,
    brand: null,
    author: null,
    attributes: [],
    identifiers: [],
  };
  return { id: title, title, ...nothing, ...given };
}

/** The phrases of the first product, shown and hidden, in a shop that holds all of them. */
async function phrasesOf(locale: string, first: PhraseProduct, ...others: readonly PhraseProduct[]) {
  const profile = await buildCatalogProfile([first, ...others], locale);
  const { suggestionPhrases, searchPhrases } = composePhrases(first, profile, offlineLanguage(locale));
  return { shown: suggestionPhrases, hidden: searchPhrases };
}

const phones = { category: 'Cell Phones' };

test('what a measure counts is no part of the name behind it', async () => {
  const plum = product('Plum - Coach with 16GB Memory Cell Phone (Unlocked) - White', {
    ...phones,
    brand: 'Plum',
  });
  const others = ['BLU', 'LG', 'Sony', 'CAT', 'HTC'].map((brand) =>
    product(`${brand} - Model with 32GB Memory Cell Phone - Black`, { ...phones, brand }),
  );
  const { shown, hidden } = await phrasesOf('en', plum, ...others);
  assert.ok(shown.includes('16gb cell phone') && shown.includes('Plum cell phone'), shown.join());
  assert.deepEqual(
    [...shown, ...hidden].filter((text) => text.includes('memory')),
    [],
  );
});

test('a technique of phones is not what they are', async () => {
  const [first, ...others] = ['CAT', 'BLU', 'LG', 'Sony', 'HTC'].map((brand) =>
    product(`${brand} - S60 4G LTE with 32GB Memory Cell Phone - Black`, { ...phones, brand }),
  );
  assert.ok(first !== undefined);
  const { shown, hidden } = await phrasesOf('en', first, ...others);
  assert.deepEqual(
    [...shown, ...hidden].filter((text) => text.includes('lte')),
    [],
  );
});

test('a brand with a digit is no model of its own', async () => {
  const { hidden } = await phrasesOf(
    'en',
    product('Tech21 - Evo Wallet Case', { brand: 'Tech21', category: 'Cases' }),
  );
  assert.deepEqual(
    hidden.filter((text) => text.toLowerCase().includes('tech21')),
    [],
  );
});

test('a word that several brands say with another keeps it', async () => {
  const [first, ...others] = ['Modal', 'Acme', 'Belkin'].map((brand) =>
    product(`${brand} - Dual Layer Case for Phones`, { brand, category: 'Cases' }),
  );
  assert.ok(first !== undefined);
  const { shown } = await phrasesOf('en', first, ...others);
  assert.ok(shown.includes('dual layer case') && !shown.includes('layer case'), shown.join());
});

test('a shade before a colour is no thing', async () => {
  const lines = ['Celica', 'Prestige', 'Roman', 'Excella', 'Ayara', 'Oriental'];
  const verges = lines.map((line) => product(`${line} Charcoal Grey Wall Verge`, { brand: 'SCG' }));
  const [first, ...others] = verges;
  assert.ok(first !== undefined);
  const { shown, hidden } = await phrasesOf('en', first, ...others);
  assert.deepEqual(
    [...shown, ...hidden].filter((text) => text.endsWith('charcoal')),
    [],
  );
});

/** A Turkish title, a phrase that it must have, and one that it must not. */
const turkish = [
  ['Bebek Güvenlik Kilidi Yapışkanlı 2 Adet Çekmece ve Dolap için', 'bebek güvenlik kilidi', 'adet çekmece'],
  ['Kazak Tüyü Temizleme Makinesi Şarjlı 15 cm', 'kazak tüyü temizleme makinesi', 'kazak tüyü'],
  ['Çanta İçi Saklama Kutusu 19 cm', 'saklama kutusu', 'çanta içi'],
  ['Deney Ampulü 3.8 V 10 Adet Elektrik Devresi Ampulü', 'deney ampulü', 'elektrik devresi'],
  ['Musluklu Su Sebili 4 LT Antrasit', 'su sebili', 'musluklu su'],
  ['3 Aşamalı Bıçak Bileyici Keskinleştirme Aleti', 'bıçak bileyici', 'aşamalı bıçak bileyici'],
  ['Beton Küllük Boyasız 10,6 cm Ağız Çapı', 'beton küllük', 'cm ağız çapı'],
  ['Kalp Şeklinde Fotoğraf Çerçevesi 10x8 cm', 'fotoğraf çerçevesi', 'şeklinde fotoğraf çerçevesi'],
  ['Çekmece Düzenleyici 8 Gözlü L Beden', 'çekmece düzenleyici', 'gözlü l'],
] as const;

test('Turkish titles name their thing by its noun, whatever else they count and measure', async () => {
  for (const [title, wanted, weak] of turkish) {
    const { shown } = await phrasesOf('tr', product(title));
    assert.ok(shown.includes(wanted) && !shown.includes(weak), `${title}: ${shown.join(' | ')}`);
  }
});

test('Thai things have their other names, and labels of measures are no words of theirs', async () => {
  const light = await phrasesOf('th', product('ไฟเพดาน DY0908 40W', { brand: 'Lampton' }));
  assert.ok(light.hidden.includes('โคมไฟเพดาน'), light.hidden.join());
  const hose = await phrasesOf('th', product('สายน้ำดี ยาว 18 นิ้ว KASSA', { brand: 'KASSA' }));
  assert.deepEqual(
    [...hose.shown, ...hose.hidden].filter((text) => text.includes('ยาว')),
    [],
  );
});
