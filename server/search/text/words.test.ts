import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseQuery } from '../query/query.ts';
import { fold } from './fold.ts';
import { codeTerms, indexTerms, scanWords } from './words.ts';

test('Contract §7 every language is cut into words that shoppers type', () => {
  const cuts: readonly (readonly [language: string, text: string, words: string])[] = [
    ['German', 'Kühlschrank für 2', 'kuhlschrank fur 2'],
    ['French', "L'été à Nîmes", 'l ete a nimes'],
    ['Turkish', 'Kırmızı çanta', 'kirmizi canta'],
    ['Polish', 'żółta łódź', 'zolta lodz'],
    ['Cyrillic', 'Красный чайник', 'красный чайник'],
    ['Greek', 'Καφές', 'καφεσ'],
    ['Arabic', 'حقيبة يد', 'حقيبه يد'],
    ['Hebrew', 'תיק יד', 'תיק יד'],
    ['Hebrew ends', 'ארון בגדים', 'ארונ בגדימ'],
    ['Korean', '노트북 가방', '노트북 가방'],
    ['Hindi', 'कमीज़ नीली', 'कमीज़ नीली'.normalize('NFC')],
    ['Chinese', '手机壳', '手机 机壳 壳'],
    ['Japanese', 'ノートPC', 'ノー ート ト pc'],
    ['Thai', 'กีตาร์', 'กี ีต ตา าร ร์ ์'],
    ['beyond the basic plane', '𠮷野家', '𠮷野 野家 家'],
    ['punctuation', '(a), [b]; c!', 'a b c'],
    ['symbols', '😀 + ***', ''],
    ['decimals', '2.7 2,7 0,5l v2.1', '2.7 2.7 0.5l v2.1'],
    ['groups', '1,000 1.000,5 1,234,567', '1.000 1.000.5 1.234.567'],
    ['lists', '2.0,3.5mm 38,40 M,L 4, 5', '2.0 3.5mm 38.40 m l 4 5'],
    ['ends', '2. 7, .5 5.a 1.5a.5', '2 7 5 5 a 1.5a 5'],
    ['stars', '30*40*2 5* a*b', '30x40x2 5 a b'],
  ];
  for (const [language, text, words] of cuts) {
    const found = scanWords(fold(text)).map((word) => word.text);
    assert.equal(found.join(' '), words, language);
  }
});

test('compounds are held split, in pairs and as a whole', () => {
  const terms = (text: string) => indexTerms(scanWords(text)).sort();
  assert.deepEqual(terms('t-shirt'), ['shirt', 't', 'tshirt']);
  assert.deepEqual(terms('wi-fi-6'), ['6', 'fi', 'fi6', 'wi', 'wifi', 'wifi6']);
  assert.deepEqual(terms('red, blue'), ['blue', 'red']);
  assert.deepEqual(terms('a-b c-d'), ['a', 'ab', 'b', 'c', 'cd', 'd']);
});

test('a number knows the sign for inches behind it', () => {
  const inches = (text: string) =>
    scanWords(fold(text))
      .filter((word) => word.inches)
      .map((word) => word.text);
  assert.deepEqual(inches(`15.6" 27'' 1/2″ 5 " (8")`), ['15.6', '27', '2', '5', '8']);
  assert.deepEqual(inches(`"red" 5 "big" levi's 6' a" 7 ' 8 ' 2.5a"`), []);
});

test('Contract §7 a code loses its punctuation and spaces', () => {
  assert.deepEqual(codeTerms('a-12/3'), ['a123']);
  assert.deepEqual(codeTerms('0 95205 60320'), ['09520560320']);
  assert.deepEqual(codeTerms('型号-12'), ['型号12']);
  assert.deepEqual(codeTerms('--'), []);
  assert.equal(codeTerms('4.5.1')[0], '451');
});

test('Contract §7 a code with points is held with and without them', () => {
  assert.deepEqual(codeTerms('a-12/3'), ['a123']);
  assert.deepEqual(codeTerms('504.286-41'), ['50428641', '504.28641']);
  assert.deepEqual(codeTerms('12,34'), ['1234', '12.34']);
  assert.deepEqual(codeTerms('--'), []);
});

/** No stems, no synonyms. */
const plainWords = { stem: (word: string) => word, nounFirst: false, expand: () => [] };

test('Contract §7 a text holds the words of each of its beginnings', () => {
  const character = fc.constantFrom(...'aBx99-.,/*"\' ,手机寸ノกีतीéßй가');
  fc.assert(
    fc.property(fc.array(character, { maxLength: 12 }), fc.nat(12), (characters, length) => {
      const text = fold(characters.join(''));
      const terms = indexTerms(scanWords(text));
      const begun = Array.from(text).slice(0, length).join('').trim();
      for (const { own } of parseQuery(begun, plainWords).words) {
        const held = terms.some((term) => (own.prefix ? term.startsWith(own.text) : term === own.text));
        assert.ok(held, `${own.text} of ${begun} in ${text}`);
      }
    }),
    { numRuns: 2_000 },
  );
});
