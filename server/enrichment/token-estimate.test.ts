import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cutToTokens, estimateTextTokens } from './token-estimate.ts';

/** What o200k_base makes of texts, counted once with its vocabulary. */
const counted: readonly (readonly [string, number])[] = [
  ['Waterproof trail running shoes for women, lightweight, size 7.5', 15],
  ['Bosch Serie 6 WGG24400NL washing machine 9 kg 1400 rpm', 19],
  ['Çelik termos matara 750 ml, sızdırmaz kapaklı, sıcak ve soğuk tutar', 24],
  ['กระเป๋าเดินทางล้อลาก 24 นิ้ว กันน้ำ น้ำหนักเบา', 20],
  ['Красные кроссовки для бега мужские лёгкие дышащие размер 42', 20],
  ['无线蓝牙耳机降噪运动跑步防水超长续航', 17],
  ['ワイヤレスイヤホン ノイズキャンセリング 防水', 13],
  ['무선 블루투스 이어폰 노이즈 캔슬링 방수 운동용', 19],
  ['حذاء جري رجالي خفيف الوزن مقاس 42', 14],
  ['Damen-Winterstiefel mit Reißverschluss, gefüttert, wasserabweisend', 20],
  ['{"id":"p1","title":"Lamp","attributes":{"Colour":"black","Size":"30 x 40 cm"}}', 24],
];

test('estimates come close to a tokenizer in any script', () => {
  for (const [text, tokens] of counted) {
    const ratio = estimateTextTokens(text) / tokens;
    assert.ok(ratio > 0.7 && ratio < 1.6, `${text}: ${ratio}`);
  }
});

test('a cut text is a beginning within its bound', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.integer({ min: 0, max: 60 }),
      (text, maxTokens) => {
        const cut = cutToTokens(text, maxTokens);
        assert.ok(text.startsWith(cut));
        assert.ok(estimateTextTokens(cut) <= maxTokens + 1);
        assert.ok(cut.isWellFormed() || !text.isWellFormed());
        if (estimateTextTokens(text) <= maxTokens) assert.equal(cut, text);
      },
    ),
  );
});

test('a long run without spaces is cut inside', () => {
  const cut = cutToTokens('กระเป๋าเดินทาง'.repeat(100), 50);
  assert.ok(cut.length > 100 && cut.length < 150, String(cut.length));
  assert.equal(cutToTokens('one two three', 2), 'one two');
});
