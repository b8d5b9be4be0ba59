import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from './fold.ts';
import { addMeasureTerms, measuresOf } from './measures.ts';
import { indexTerms, scanWords } from './words.ts';

function measures(text: string): string {
  return measuresOf(scanWords(fold(text)))
    .map((measure) => `${measure.start}-${measure.end}:${measure.text}`)
    .join(' ');
}

function terms(text: string): string {
  const found: string[] = [];
  addMeasureTerms(scanWords(fold(text)), found);
  return found.join(' ');
}

test('a measure has one spelling for any unit, sign and space', () => {
  const spellings: readonly (readonly [measure: string, texts: readonly string[]])[] = [
    [
      '15.6in',
      ['15.6"', '15,6 zoll', '15.6 inch', '15.6in', '15.6 Zoll', '15,6-Zoll', '15.6″', "15.6''", '15,6 "'],
    ],
    [
      '27in',
      [
        '27 pouces',
        '27-inch',
        '27 дюймов',
        '27인치',
        '27英寸',
        '27 インチ',
        '27寸显示器',
        '27 นิ้ว',
        '27 بوصة',
      ],
    ],
    ['1tb', ['1tb', '1 TB', '1TB', '1.0 TB', '1 Terabyte', '1 тб', '1To']],
    ['500g', ['500 g', '500g', '500 Gramm', '500 грамм', '500克装', '500グラム', '500 جرام']],
    ['0.5l', ['0,5 l', '0.5L', '0.50 Liter', '0,5 литра', '0.5 ลิตร']],
    ['12floz', ['12 fl oz', '12 fl. oz.', '12floz', '12 fluid ounces']],
    ['10000mah', ['10000mAh', '10,000 mAh', '10.000mAh', '10 000 mAh', '10 000mAh']],
    ['60c', ['60°C', '60 ℃', '60ºC', '60 Celsius']],
    ['20m2', ['20 m²', '20 qm', '20 sq m']],
    ['2.4ghz', ['2.4GHz', '2,4 GHz', '2.40 Gigahertz']],
    ['1/2in', ['1/2"', '½"', '1/2 inch', '½ นิ้ว']],
    [
      '30x40cm',
      [
        '30x40cm',
        '30x40 cm',
        '30 x 40 cm',
        '30cm x 40cm',
        '30 cm × 40 cm',
        '30×40 см',
        '30*40cm',
        '30х40 см',
      ],
    ],
  ];
  for (const [measure, texts] of spellings) {
    for (const text of texts) {
      const held = indexTerms(scanWords(fold(text)));
      assert.ok(held.includes(measure), `${measure} in ${text}: ${held.join(' ')}`);
      const words = scanWords(fold(text));
      const asked = [...words.map((word) => word.text), ...measuresOf(words).map((one) => one.text)];
      assert.ok(asked.includes(measure), `${measure} asked by ${text}: ${asked.join(' ')}`);
    }
  }
});

test('a measure of a query spans its words', () => {
  const cases: readonly (readonly [text: string, measures: string])[] = [
    ['laptop 15,6 zoll rot', '1-3:15.6in'],
    ['1tb ssd', ''],
    ['90 x 200', '0-3:90x200'],
    ['bett 90 x 200 cm', '3-5:200cm 1-4:90x200 1-5:90x200cm'],
    ['30cm x 40cm', '0-3:30x40cm'],
    ['12" x 18"', '0-1:12in 2-3:18in 0-3:12x18in'],
    ['3 x 500 ml', '2-4:500ml 0-3:3x500 0-4:3x500ml'],
    ['1½ inch', '1-4:1/2in 0-4:1-1/2in'],
    ['1-1/2"', '0-3:1-1/2in'],
    ['1/2" x 3/4"', '0-2:1/2in 3-5:3/4in'],
    ['1/2 x 3/4 kg', '4-6:4kg'],
    ['1,000', '0-1:1000'],
    ['802.11ac router', '0-1:80211ac'],
    ['4.5.1', '0-1:451'],
    ['2.7', ''],
    ['2.0', ''],
    ['2.70 x 3', '0-3:2.7x3'],
    ['27英寸屏', '0-2:27in'],
    ['27寸', '0-2:27in'],
  ];
  for (const [text, expected] of cases) assert.equal(measures(text), expected, text);
});

test('a document also holds measures and codes without optional parts', () => {
  assert.equal(terms('27in'), '27');
  assert.equal(terms('30x40cm'), '30x40');
  assert.equal(terms('802.11ac'), '80211ac 802 11ac');
  assert.equal(terms('usb3.0'), 'usb30 usb3 0');
  assert.equal(terms('30cm x 40mm'), '30 40 30x40');
});

test('27 and 2.7 share no term, with or without unit', () => {
  for (const unit of ['', '"', 'kg', ' kg', 'x', ' inch', '-inch', ' Zoll', 'in']) {
    for (const [one, other] of [
      [`27${unit}`, `2.7${unit}`],
      [`2,75${unit}`, `275${unit}`],
    ] as const) {
      const [left, right] = [one, other].map((text) => indexTerms(scanWords(fold(text))));
      const common = left?.filter((term) => right?.includes(term) && /\d/.test(term));
      assert.deepEqual(common, [], `${one} and ${other}`);
    }
  }
});

test('words like short unit names are not taken as units', () => {
  for (const text of [
    '2 in 1',
    '2-in-1',
    '2 in-ear',
    '3 a 5',
    '5 g-force',
    'usb 3 to hdmi',
    '100 m-audio',
    'in 5',
  ]) {
    assert.equal(terms(text), '', text);
  }
  for (const text of ['core 2 300', '5 stars', '12 x', 'x 12', '38 40 42', '007 500']) {
    assert.equal(terms(text), '', text);
  }
});

test('rows of numbers are no size and no number', () => {
  assert.equal(terms('1 000 000 000 g'), '1000000000g 000g');
  assert.equal(terms('100 200 300 400 500 g'), '200300400500g 300400500g 400500g 500g');
  assert.equal(terms('2-500 g'), '500g');
  assert.equal(terms('1 x 2 x 3 x 4'), '1x2x3x4');
  assert.equal(terms('1 x 2 x 3 x 4 x 5 x 6'), '1x2x3x4 5x6');
});

test('numbers with points are decimals, groups or codes', () => {
  const cases: readonly (readonly [text: string, terms: string])[] = [
    ['2,75', ''],
    ['3.5x', ''],
    ['1,125', '1125'],
    ['0,125', ''],
    ['1.234.567', '1234567'],
    ['12.05.2024', '12052024 12 05 2024'],
    ['38,40,42', '384042 38 40 42'],
    ['802.11n', '80211n 802 11n'],
    ['802.11g', '80211g 802 11g 802.11'],
    ['1,000w', '1000w 1000'],
    ['10,000mah', '10000mah 10000'],
    ['99.1x67.7', ''],
    ['300.5x40.5', ''],
    ['100.5mm', '100.5'],
  ];
  for (const [text, expected] of cases) assert.equal(terms(text), expected, text);
});

test('measures of any text become words that their query finds', () => {
  const part = fc.constantFrom(
    ...['1', '27', '2.7', '1,000', '000', '500', '30x40', 'x', '×', 'cm', 'in', '"', 'g', 'fl', 'oz'],
  );
  const other = fc.constantFrom('寸', '英寸', 'to', 'a', '802.11ac', '/', '-', 'lamp', '½');
  const texts = fc.array(fc.tuple(fc.oneof(part, other), fc.constantFrom('', ' ')), { maxLength: 8 });
  fc.assert(
    fc.property(texts, (parts) => {
      const words = scanWords(fold(parts.map((pair) => pair.join('')).join('')));
      const held = new Set(indexTerms(words));
      for (const { start, end, text } of measuresOf(words)) {
        assert.ok(start >= 0 && start < end && end <= words.length);
        assert.ok(held.has(text), text);
        assert.ok(end > start + 1 || text !== words[start]?.text, 'a word is no measure of itself');
      }
    }),
    { numRuns: 3_000 },
  );
});
