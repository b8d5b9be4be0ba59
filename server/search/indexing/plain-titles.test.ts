import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Interner } from '../columns/interner.ts';
import { wordsOf, zoneTitle } from '../document/title-zones.ts';
import { fold } from '../text/fold.ts';
import { PlainTitles } from './plain-titles.ts';

const pieces = [
  ...[
    'case',
    'for',
    'with',
    'of',
    'acme',
    'mouse',
    't-shirt',
    'wi-fi-6',
    'nz-6318g',
    '802',
    '27',
    '27in',
    '4k',
    'x',
  ],
  ...[
    '27"',
    '27 "',
    "15''",
    '10 000 mah',
    '5 fl oz',
    '30 x 40 cm',
    '30x40',
    '2 in 1',
    '1/2"',
    'usb 3 to',
    '1 tb',
    '3.',
  ],
  ...[
    ',',
    ', ',
    ';',
    ' - ',
    ' / ',
    '-',
    '.',
    '. ',
    '(',
    ')',
    "'",
    '&',
    '"',
    '_',
    '*',
    '+',
    'in',
    'inch',
    'kg',
    '5',
  ],
  ...['2.5', '1,000', '3*4', 'é', '手机', '½', 'acme case', 'mouse mouse'],
];

test('plain titles hold any title’s content by numbers', () => {
  const title = fc.array(fc.constantFrom(...pieces), { maxLength: 9 });
  let plainCount = 0;
  fc.assert(
    fc.property(
      title,
      fc.constantFrom(' ', ''),
      fc.constantFrom('', 'Acme', 'acme case'),
      (parts, glue, brand) => {
        const folded = fold(parts.join(glue));
        const words = new Interner();
        const titles = new PlainTitles(words);
        const ofBrand = wordsOf(fold(brand));
        const numbers = ofBrand.map((word) => words.id(word));
        const before = words.texts.length;
        const expected = zoneTitle(folded, ofBrand, null);
        if (!titles.read(folded, numbers)) {
          assert.equal(words.texts.length, before);
          return;
        }
        plainCount += 1;
        const read = Array.from({ length: titles.termCount }, (_, place) => ({
          text: words.texts[titles.terms[place] ?? 0],
          fields: titles.fields[place],
          isWord: place < titles.wordCount,
        }));
        assert.deepEqual(read, expected);
      },
    ),
    { numRuns: 5_000 },
  );
  assert.ok(plainCount > 1_000);
});

test('a long title is read in the usual way', () => {
  const titles = new PlainTitles(new Interner());
  assert.equal(titles.read('a '.repeat(64).trim(), []), true);
  assert.equal(titles.read('a '.repeat(65).trim(), []), false);
});
