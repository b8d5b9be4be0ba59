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
    ['Hebrew', 'שָׁלוֹם', 'שלום'],
    ['Thai', 'กระเป๋า ๓', 'กระเป๋า 3'],
    ['Hindi', 'क़मीज़', 'क़मीज़'.normalize('NFC')],
    ['Japanese', 'ｶﾞﾗｽ ガラス', 'ガラス ガラス'],
    ['Korean', '노트북'.normalize('NFD'), '노트북'],
    ['Chinese', 'ＵＳＢ线', 'usb线'],
    ['signs', 'Intel® Core™2 Duo', 'intel core 2 duo'],
    ['quotes', 'Levi’s Wi‐Fi – soft\u00adware', "levi's wi-fi - software"],
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
