import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './fold.ts';

test('Contract §7 texts that differ in case, marks or width fold alike', () => {
  const equal: readonly (readonly [language: string, text: string, folded: string])[] = [
    ['German', 'GRÖSSE für Straße', 'grosse fur strasse'],
    ['French', "Crème BRÛLÉE d'Œuf", "creme brulee d'oeuf"],
    ['Turkish', 'KIRMIZI İpek ışık', 'kirmizi ipek isik'],
    ['Polish', 'Żółta Łódź', 'zolta lodz'],
    ['Danish', 'Rød Æble på Ø', 'rod aeble pa o'],
    ['Icelandic', 'Þorskur, Ðiskur', 'thorskur, diskur'],
    ['Vietnamese', 'Điện thoại', 'dien thoai'],
    ['Greek', 'ΣΟΦΟΣ Ώρα', 'σοφοσ ωρα'],
    ['Russian', 'Ёлка ЙОД', 'елка йод'],
    ['Ukrainian', 'ЇЖАК', 'їжак'],
    ['Arabic', 'حَقِيبَة أحمد', 'حقيبه احمد'],
    ['Persian', 'کیف ۱۲', 'كيف 12'],
    ['Hebrew', 'שָׁלוֹם', 'שלומ'],
    ['Hebrew begun', 'מסך', 'מסכ'],
    ['Urdu', 'گھڑی ہے', 'گهڑي هے'],
    ['Arabic number', '٢٫٧', '2.7'],
    ['Thai', 'กระเป๋า ๓', 'กระเป๋า 3'],
    ['Hindi', 'क़मीज़', 'क़मीज़'.normalize('NFC')],
    ['Japanese', 'ｶﾞﾗｽ ガラス がらす', 'ガラス ガラス ガラス'],
    ['Korean', '노트북'.normalize('NFD'), '노트북'],
    ['Chinese', 'ＵＳＢ线', 'usb线'],
    ['signs', 'Intel® Core™2 Duo', 'intel core 2 duo'],
    ['quotes', 'Levi’s Wi‐Fi – soft\u00adware', "levi's wi-fi - software"],
    ['inches', '15,6″ “27”', '15,6" "27"'],
    ['fractions', '1½" ¾', '1 1/2" 3/4'],
    ['times', '30×40 30 × 40 A×B', '30x40 30 x 40 a x b'],
    ['space', '  a\u00a0\t b\n', 'a b'],
  ];
  for (const [language, text, folded] of equal) assert.equal(fold(text), folded, language);
});

test('folded text folds to itself', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.string());
  fc.assert(
    fc.property(text, (value) => {
      const folded = fold(value);
      assert.equal(fold(folded), folded);
    }),
    { numRuns: 2_000 },
  );
});

test('Contract §7 composed and decomposed spellings of a text fold alike', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...'aÉßİıйЙёΣςأחםがｶﾞ노กี㎝½×″® ')).map((characters) => characters.join('')),
  );
  fc.assert(
    fc.property(text, (value) => {
      assert.equal(fold(value.normalize('NFD')), fold(value.normalize('NFC')));
    }),
    { numRuns: 2_000 },
  );
});

test('Contract §7 folding marks do not change how other text folds', () => {
  const character = fc.oneof(
    fc.constantFrom(...'aÉßİıйΣςأحםがｶﾞﬁ노ㄳㅏ㎝½®™“× '),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  const text = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''));
  fc.assert(
    fc.property(text, (value) => {
      assert.equal(fold(`${value} 'กี`), fold(`${fold(value)} 'กี`));
      assert.equal(fold(`${value} 'กี`), `${fold(value)} 'กี`.trimStart());
    }),
    { numRuns: 4_000 },
  );
});

test('folded text has at most 30 marks in a row', () => {
  const longest = (text: string) => Math.max(...Array.from(text.matchAll(/\p{M}+/gu), ([run]) => run.length));
  for (const between of ['', '\u200d']) {
    const text = `ก${`\u0e48\u0e38${between}`.repeat(1_000)}`;
    const folded = fold(`${text} ${text}`);
    assert.equal(longest(folded), 30);
    assert.equal(fold(folded), folded);
  }
});
