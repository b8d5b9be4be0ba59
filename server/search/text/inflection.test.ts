import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './fold.ts';
import { isUncounted, singularOf } from './inflection.ts';
import { createStemmer, inflections } from './stems.ts';

const nothing = () => false;

function saying(words: string): (word: string) => boolean {
  const said = new Set(words.split(' '));
  return (word) => said.has(word);
}

test('checked words have their singular where a catalog says nothing', () => {
  const pairs =
    'knives knife; lenses lens; potatoes potato; loaves loaf; heroes hero; axes axe; ties tie; bookshelves bookshelf; ' +
    'mice mouse; scarves scarf; cacti cactus; gases gas; canvases canvas; movies movies; tvs tv; cookies cookie';
  for (const pair of pairs.split('; ')) {
    const [several = '', one] = pair.split(' ');
    assert.equal(singularOf(several, 'en-GB', nothing), one);
  }
  assert.equal(singularOf('gartenstühle', 'de', nothing), 'gartenstühle');
  assert.equal(singularOf('handtücher', 'de', nothing), 'handtuch');
});

test('words that only look plural stay unchanged', () => {
  for (const word of [
    'canvas',
    'gas',
    'lens',
    'glass',
    'bus',
    'news',
    'series',
    'cactus',
    'headphones',
    'ink',
  ])
    assert.equal(singularOf(word, 'en', saying('canva ga len glas bu new serie cactu headphone in')), word);
  assert.equal(singularOf('lampe', 'de', saying('lampe lamp')), 'lampe');
});

test('the candidate form that the catalog writes is taken', () => {
  const cases: readonly (readonly [language: string, word: string, said: string, one: string])[] = [
    ['en', 'batteries', 'batterie battery', 'battery'],
    ['en', 'eyries', 'eyrie', 'eyrie'],
    ['en', 'eyries', 'eyr', 'eyries'],
    ['en', 'caches', 'cach', 'cache'],
    ['en', 'boxes', 'box boxe', 'box'],
    ['de', 'lampen', 'lampe', 'lampe'],
    ['de', 'stühle', 'stuhl stühle', 'stuhl'],
    ['de', 'tische', 'tisch', 'tisch'],
    ['fr', 'cadeaux', 'cadeau', 'cadeau'],
    ['fr', 'animaux', 'animal animau', 'animal'],
    ['es', 'pantalones', 'pantalón', 'pantalones'],
    ['es', 'cojines', 'cojín', 'cojín'],
    ['es', 'relojes', 'reloj', 'reloj'],
    ['it', 'giacche', 'giacca', 'giacca'],
    ['pt', 'botões', 'botão', 'botão'],
    ['nl', 'tassen', 'tas', 'tas'],
    ['sv', 'lampor', 'lampa', 'lampa'],
    ['tr', 'çantalar', 'çanta', 'çanta'],
    ['tr', 'bıçakları', 'bıçak bıçağı', 'bıçağı'],
  ];
  for (const [language, word, said, one] of cases)
    assert.equal(singularOf(word, language, saying(said)), one, `${language}: ${word}`);
});

test('a word that is typed in one form is known', () => {
  assert.ok(isUncounted('headphones', 'en-US') && !isUncounted('cable', 'en') && !isUncounted('', 'ja'));
});

/** Every word of the lists of a language, which are checked by hand. */
function checkedWords(language: string): { whole: Set<string>; endings: string[] } {
  const { irregular = [], irregularEndings = [] } = inflections.get(language) ?? {};
  const split = (lines: readonly string[]) => lines.flatMap((line) => line.split(/[ >]/));
  return { whole: new Set(split(irregular)), endings: split(irregularEndings) };
}

const languages = [...inflections.keys()];
const endings = fc.constantFrom(
  ...(
    's es ies ves ches oes xes ses us ss en er e n lar ları ões aux eaux i o a ón ones chi or ' +
    'shelves knife mice ler leri ssen tücher'
  ).split(' '),
);
const madeUpWord = fc
  .tuple(fc.array(fc.constantFrom(...'abeiklmnorstuüıç'), { maxLength: 5 }), endings)
  .map(([letters, ending]) => letters.join('') + ending);

test('a shown form is used, checked or the word itself', () => {
  fc.assert(
    fc.property(
      madeUpWord,
      fc.constantFrom(...languages),
      fc.func(fc.boolean()),
      (word, language, isSaid) => {
        const checked = checkedWords(language);
        const one = singularOf(word, language, isSaid);
        const isChecked = checked.whole.has(one) || checked.endings.some((ending) => one.endsWith(ending));
        assert.ok(one === word || isSaid(one) || isChecked, `${language}: ${word} to ${one}`);
      },
    ),
    { numRuns: 5_000 },
  );
});

test('a checked singular finds the products of its plural', () => {
  fc.assert(
    fc.property(madeUpWord, fc.constantFrom(...languages), (word, language) => {
      const stem = createStemmer(language);
      const one = singularOf(word, language, nothing);
      // Checked short words have no stem: `tv`, `tvs`.
      if (checkedWords(language).whole.has(one)) return;
      assert.equal(stem(fold(one)), stem(fold(word)), `${language}: ${word} and ${one}`);
    }),
    { numRuns: 5_000 },
  );
});
