import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './fold.ts';
import { parseQuery } from './query.ts';
import { foldCode, indexTerms, scanWords } from './words.ts';

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
    ['Korean', '노트북 가방', '노트북 가방'],
    ['Hindi', 'कमीज़ नीली', 'कमीज़ नीली'.normalize('NFC')],
    ['Chinese', '手机壳', '手机 机壳 壳'],
    ['Japanese', 'ノートPC', 'ノー ート ト pc'],
    ['Thai', 'กีตาร์', 'กี ีต ตา าร ร์ ์'],
    ['beyond the basic plane', '𠮷野家', '𠮷野 野家 家'],
    ['punctuation', '(a), [b]; c!', 'a b c'],
    ['symbols', '😀 + ***', ''],
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

test('Contract §7 a code loses its punctuation and spaces', () => {
  assert.equal(foldCode('a-12/3'), 'a123');
  assert.equal(foldCode('0 95205 60320'), '09520560320');
  assert.equal(foldCode('型号-12'), '型号12');
  assert.equal(foldCode('--'), '');
});

test('Contract §7 a text holds the words of each of its beginnings', () => {
  const character = fc.constantFrom(..."aB9-./' ,手机ノกีतीéßй가");
  fc.assert(
    fc.property(fc.array(character, { maxLength: 12 }), fc.nat(12), (characters, length) => {
      const text = fold(characters.join(''));
      const terms = indexTerms(scanWords(text));
      const begun = Array.from(text).slice(0, length).join('').trim();
      for (const { own } of parseQuery(begun).words) {
        const held = terms.some((term) => (own.prefix ? term.startsWith(own.text) : term === own.text));
        assert.ok(held, `${own.text} of ${begun} in ${text}`);
      }
    }),
    { numRuns: 2_000 },
  );
});
