/** Suggestions that read like something a shopper would type (Contract §7), through the engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SearchDocument } from '../../server/search/document/document.ts';
import type { SignalMaps, SynonymSettings } from '../../server/search/engine.ts';
import { openIndex } from '../../server/search/index-reader.ts';
import { createIndexWriter } from '../../server/search/index-writer.ts';
import { isNounFirst } from '../../server/search/phrases/phrase-languages.ts';
import { createStemmer } from '../../server/search/text/stems.ts';
import { createRespell } from '../../server/search/text/text-terms.ts';
import { caseCount } from '../support/case-count.ts';
import { indexOf, noSignals, productDocument } from './documents.ts';
import { oracleDiscover, oracleSearch } from './oracle.ts';

/** Products with these titles, and other fields in common. */
function titled(titles: readonly string[], fields: Partial<SearchDocument> = {}): SearchDocument[] {
  return titles.map((title, index) => productDocument(`${title} ${index}`, { ...fields, title }));
}

function suggestions(query: string, documents: readonly SearchDocument[], locale = 'en'): readonly string[] {
  return indexOf(documents, locale).search(query, 5, noSignals).suggestions;
}

test('Contract §7 no half of a phrase is suggested', () => {
  const titles = ['Intel Core Duo E84', 'Intel Core Duo T99', 'Intel Core Duo X77'];
  assert.deepEqual(suggestions('core', titled(titles)), ['intel core duo']);
});

test('Contract §7 a text that always continues is not suggested', () => {
  const nouns = ['Mouse M185', 'Keyboard K120', 'Headset H390'];
  const titles = ['Ultra', 'Slim', 'Silent', 'Retro'].flatMap((kind) =>
    nouns.map((noun) => `${kind} Wireless ${noun}`),
  );
  const found = suggestions('wireless', titled(titles));
  assert.deepEqual(found, ['wireless headset', 'wireless keyboard', 'wireless mouse']);
});

test('Contract §7 a brand is joined to no category that says nothing', () => {
  const documents = titled(['A1', 'A2'], { brand: 'Logitech', categoryPath: ['Other'] });
  assert.deepEqual(suggestions('logi', documents), ['Logitech']);
  assert.deepEqual(suggestions('other', documents), []);
});

test('Contract §7 singular and plural are one suggestion', () => {
  const documents = [
    ...titled(['Battery A1', 'Battery A2', 'Battery A3']),
    ...titled(['X1', 'X2'], { categoryPath: ['Batteries'] }),
  ];
  assert.deepEqual(suggestions('batt', documents), ['battery']);
});

test('Contract §7 model numbers are suggested only when typed', () => {
  const documents = titled(['Lamp 301 white shade', 'Lamp 301 green shade']);
  assert.deepEqual(suggestions('lamp', documents), ['lamp']);
  assert.deepEqual(suggestions('lamp 30', documents), ['lamp 301']);
});

test('Contract §7 brand and category are suggested, each alone', () => {
  const documents = titled(['A1'], { brand: 'Acme', categoryPath: ['Lamps'] });
  assert.deepEqual(suggestions('acme', documents), ['Acme']);
  assert.deepEqual(suggestions('lam', documents), ['Lamps']);
});

test('Contract §7 no Turkish phrase begins with another’s possession', () => {
  const titles = ['Tencere kapağı cam', 'Tencere kapağı metal', 'Kapak cam', 'Kapak metal'];
  assert.deepEqual(suggestions('kap', titled(titles), 'tr'), ['kapak', 'tencere kapağı']);
});

test('Contract §7 suggestions of scripts without spaces hold all of the typed run', () => {
  const titles = ['กาเลียโน่ ดาวน์', 'กาเลียโน่ ดาวน์', 'กาวร้อน', 'กาวร้อน'];
  assert.deepEqual(suggestions('กาว', titled(titles), 'th'), ['กาวร้อน']);
});

test('Contract §7 phrases that begin with their noun are whole from there', () => {
  const titles = ['Souris optique noire', 'Souris optique grise', 'Souris optique avec fil'];
  assert.deepEqual(suggestions('optique', titled(titles), 'fr'), ['souris optique']);
});

test('Contract §7 discovery suggests no words alone', () => {
  const reader = indexOf(titled(['Lamp A1', 'Lamp A2', 'Desk lamp A3', 'Desk lamp A4']));
  assert.deepEqual(reader.discover(5, noSignals).suggestions, ['desk lamp']);
});

const words = ['wireless', 'mouse', 'mice', 'pad', 'pads', 'black', 's5', '12', 'acme', 'for', 'Laser', 'cm'];

const documents = fc.record({
  id: fc.nat(40).map(String),
  title: fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', ' ', ' ', ', ')), {
      minLength: 1,
      maxLength: 6,
    })
    .map((pairs) => pairs.flat().join('').trim()),
  brand: fc.constantFrom(null, null, 'Acme', 'Laser', '12'),
  leaf: fc.constantFrom(null, 'Mice', 'Mouse pads', 'Other', 'Other mice'),
  phrase: fc.constantFrom(null, null, null, 'wireless mouse', 'Laser pads'),
  type: fc.constantFrom(null, null, 'mouse', 'pad', 'mouse pad', 'wireless'),
  inStock: fc.boolean(),
});

const scenarios = fc.record({
  locale: fc.constantFrom('en', 'fr'),
  batches: fc.array(fc.array(documents, { minLength: 1, maxLength: 24 }), { minLength: 1, maxLength: 5 }),
  merges: fc.boolean(),
  query: fc
    .array(fc.constantFrom(...words, 'm', 'w', 'p', '1', 's', 'la'), { minLength: 1, maxLength: 2 })
    .map((parts) => parts.join(' ')),
  limit: fc.integer({ min: 1, max: 8 }),
  clicks: fc.array(
    fc.tuple(fc.constantFrom('mouse', 'wireless mouse', 'pad', 'acme', 'mouse s5'), fc.constantFrom(0, 1, 2)),
    { maxLength: 2 },
  ),
});

const noSynonyms: SynonymSettings = { rules: [], common: false, version: 0 };

test('Contract §7 a suggestion is found however many are stronger', () => {
  const makers = Array.from({ length: 1_500 }, (_, number) => `maker ${1_000 + number}`);
  const reader = indexOf(makers.map((brand) => productDocument(brand, { brand })));
  assert.deepEqual(reader.search('maker 2499', 5, noSignals).suggestions, ['maker 2499']);
  assert.equal(reader.search('maker', 20, noSignals).suggestions.length, 20);
});

test('Contract §7 engine and oracle suggest the same for any cut', () => {
  fc.assert(
    fc.property(scenarios, ({ locale, batches, merges, query, limit, clicks }) => {
      const writer = createIndexWriter({ locale, synonyms: noSynonyms });
      const store = {
        locale,
        stem: createStemmer(locale),
        respell: createRespell(locale),
        nounFirst: isNounFirst(locale),
        expand: () => [],
      };
      const live = new Map<string, SearchDocument>();
      for (const batch of batches) {
        const applied = batch.map(({ id, title, brand, leaf, phrase, type, inStock }) =>
          productDocument(id, {
            title,
            brand,
            inStock,
            categoryPath: leaf === null ? [] : [leaf],
            suggestionPhrases: phrase === null ? [] : [phrase],
            type: type === null ? null : { name: type, otherNames: [] },
          }),
        );
        writer.apply(applied);
        for (const document of applied) live.set(document.productId, document);
        if (merges) while (writer.merge());
      }
      const reader = openIndex(writer.snapshot());
      const signals: SignalMaps = { ...noSignals, phrases: new Map(clicks) };
      const all = Array.from(live.values());
      assert.deepEqual(
        reader.search(query, limit, signals).suggestions,
        oracleSearch(all, store, query, limit, signals).suggestions,
      );
      assert.deepEqual(
        reader.discover(limit, signals).suggestions,
        oracleDiscover(all, store, limit, signals).suggestions,
      );
    }),
    { numRuns: caseCount(600) },
  );
});

test('a type whose name is begun is suggested, however weak', () => {
  const type = (name: string) => ({ name, otherNames: [] });
  const chargers = ['wall', 'car', 'desk', 'travel', 'solar', 'fast'].flatMap((kind) => [
    ...titled([`${kind} charger`, `${kind} charger, tall`], { type: type(`${kind} charger`) }),
  ]);
  const charger = titled(['charger 5 w'], { type: type('charger') });
  const chair = titled(['chair'], { type: type('chair') });
  const found = suggestions('cha', [...chargers, ...charger, ...chair]);
  assert.equal(found.length, 5);
  assert.ok(found.includes('charger') && found.includes('chair'), found.join());
});

test('three lines of one type give way to another type', () => {
  const type = (name: string) => ({ name, otherNames: [] });
  const cases = ['red', 'blue', 'pink', 'grey', 'gold'].flatMap((colour) =>
    titled(
      ['', '2', '3'].map((copy) => `${colour} galaxy case ${copy}`),
      { type: type('case') },
    ),
  );
  const film = titled(['galaxy film', 'galaxy film 2'], { type: type('film') });
  assert.ok(suggestions('galaxy', [...cases, ...film]).includes('galaxy film'));
});

test('words that belong to a qualifier are suggested with it', () => {
  const fields = { type: { name: 'phone', otherNames: [] } };
  const phones = [8, 16, 32, 64].map((size) => `ax with ${size}gb memory phone`);
  const found = suggestions('phone', titled(phones, fields));
  assert.ok(!found.includes('memory phone'), found.join());
  const plain = titled(['ax, flip phone', 'bx, flip phone'], fields);
  assert.ok(suggestions('phone', plain).includes('flip phone'));
});

test('suggestions continue the typed text where any can', () => {
  const type = (name: string) => ({ name, otherNames: [] });
  const documents = [
    ...titled(['green tea', 'herbal tea'], { type: type('tea') }),
    ...titled(['deep teal swimsuit', 'deep teal swimsuit xl'], { type: type('swimsuit') }),
  ];
  assert.deepEqual(suggestions('tea', documents), ['tea']);
  assert.ok(suggestions('teal', documents).includes('deep teal swimsuit'));
});

test('a begun type is found behind many phrases', () => {
  const phrases = Array.from({ length: 3_000 }, (_, number) => `chalk ${number.toString(36)}`);
  const many = phrases.flatMap((phrase, number) =>
    [0, 1].map((copy) => productDocument(`${number} ${copy}`, { suggestionPhrases: [phrase] })),
  );
  const chair = titled(['chair'], { type: { name: 'chair', otherNames: [] } });
  assert.ok(suggestions('cha', [...many, ...chair]).includes('chair'));
});

test('the strongest begun types are found across any segments', () => {
  const types = Array.from({ length: 1_500 }, (_, number) => `sb${number.toString(36)} thing`);
  const weak = types.map((name) => productDocument(name, { title: name, type: { name, otherNames: [] } }));
  const shirts = titled(
    Array.from({ length: 300 }, () => 'shirt'),
    { type: { name: 'shirt', otherNames: [] } },
  );
  const early = Array.from({ length: 18 }, (_, number) => `sa${'abcdef'[number % 6]} mug`).flatMap((name) =>
    titled([name], { type: { name, otherNames: [] } }),
  );
  const documents = [
    ...early.map((document, at) => ({ ...document, productId: `early ${at}` })),
    ...weak,
    ...shirts,
  ];
  for (const segmentCount of [1, 12]) {
    const writer = createIndexWriter({ locale: 'en' });
    for (let at = 0; at < segmentCount; at += 1)
      writer.apply(documents.filter((_, number) => number % segmentCount === at));
    const { suggestions: found } = openIndex(writer.snapshot()).search('s', 5, noSignals);
    assert.ok(found.includes('shirt'), `${segmentCount}: ${found.join()}`);
  }
});
