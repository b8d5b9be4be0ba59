import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fold } from '../text/fold.ts';
import { phraseLanguage } from './phrase-languages.ts';
import { titleSequences } from './title-sequences.ts';

interface Given {
  readonly locale?: string;
  readonly brand?: string;
  readonly values?: readonly string[];
}

/** Sequences of a title, `|` standing where they break off. */
function sequences(title: string, { locale = 'en', brand = '', values = [] }: Given = {}): string[] {
  const context = {
    brandWords: brand.split(' '),
    hasValue: (text: string) => values.includes(text),
  };
  return titleSequences(title, phraseLanguage(locale), context).map(
    ({ text, breaksBefore, breaksBehind }) => (breaksBefore ? '|' : '') + text + (breaksBehind ? '|' : ''),
  );
}

test('Contract §7 titles give sequences of one to three words', () => {
  assert.deepEqual(sequences('warm wool scarf'), [
    '|warm',
    '|warm wool',
    '|warm wool scarf|',
    'wool',
    'wool scarf|',
    'scarf|',
  ]);
});

test('sequences cross no punctuation and have no outer stop words', () => {
  for (const title of ['scarf, wool', 'scarf (wool)', 'scarf - wool', 'scarf* wool', 'scarf for wool']) {
    assert.deepEqual(
      sequences(title).filter((text) => text.includes(' ') && !text.includes(' for ')),
      [],
      title,
    );
  }
  assert.deepEqual(sequences('the wool'), ['|wool|']);
});

test('an inner preposition needs a phrase that ends behind', () => {
  assert.ok(sequences('bag for tools').includes('|bag for tools|'));
  assert.ok(!sequences('case for apple phone').some((text) => text.includes('case for apple')));
  assert.ok(sequences('salt & pepper').includes('|salt & pepper|'));
});

test('phrases break off at codes, numbers, prepositions and punctuation', () => {
  assert.ok(sequences('wireless mouse m185x').includes('|wireless mouse|'));
  assert.ok(sequences('wireless mouse with cable').includes('|wireless mouse|'));
  assert.ok(sequences('q775-x wireless mouse pro').includes('|wireless mouse'));
  assert.ok(sequences('usb/ps2 wireless mouse').includes('|wireless mouse|'));
});

test('numbers and model codes make no sequences but short ends', () => {
  assert.deepEqual(sequences('galaxy s5'), ['|galaxy|', '|galaxy s5|']);
  assert.deepEqual(sequences('toner 006r90321'), ['|toner|']);
  assert.deepEqual(sequences('12 eggs'), ['|eggs|']);
  assert.deepEqual(sequences('usb 2.0 hub'), ['|usb|', '|usb 2.0', '|hub|']);
});

test('units behind numbers belong to no phrase', () => {
  assert.deepEqual(sequences('12 cm cable'), ['|cable|']);
  assert.deepEqual(sequences('12 v lamp'), ['|lamp|']);
});

test('a number with a unit or second side ends no phrase', () => {
  for (const title of ['laptop 16 gb silver', 'frame 40 x 60 oak']) {
    assert.deepEqual(
      sequences(title).filter((text) => /\d/.test(text)),
      [],
      title,
    );
  }
});

test('noun-last languages begin phrases with colours, never end them', () => {
  assert.deepEqual(sequences('black toner'), ['|black toner|', 'toner|']);
  assert.deepEqual(sequences('toner black'), ['|toner']);
  assert.ok(sequences('camiseta negra', { locale: 'es' }).includes('|camiseta negra|'));
});

test('open sequences do not begin with the brand', () => {
  assert.deepEqual(sequences('acme wireless mouse', { brand: 'acme' }), [
    '|acme wireless mouse|',
    '|wireless',
    '|wireless mouse|',
    'mouse|',
  ]);
  assert.ok(sequences('mouse by acme', { brand: 'acme' }).includes('|acme|'));
});

test('in noun-first languages sequences are whole from the start', () => {
  const found = sequences('acme souris optique noire', { locale: 'fr', brand: 'acme' });
  assert.ok(found.includes('|souris optique'));
  assert.ok(found.includes('|acme souris'));
});

test('variant values that end a title belong to no phrase', () => {
  assert.deepEqual(sequences('warm hoodie-xs-black', { values: ['xs', 'black'] }), [
    '|warm',
    '|warm hoodie|',
    'hoodie|',
  ]);
  assert.ok(sequences('warm t-shirt', { values: ['xs'] }).includes('|warm t-shirt|'));
});

test('brackets inside of a word end it', () => {
  assert.deepEqual(sequences('new piece(s) box'), ['|new', '|new piece|', 'piece|', '|box|']);
});

test('sequences come from the first six words of a title', () => {
  const found = sequences('one two three four five six seven');
  assert.ok(found.includes('five six'));
  assert.ok(!found.some((text) => text.includes('seven')));
});

test('sequences have single spaces', () => {
  assert.ok(sequences('wool \u00a0 scarf').includes('|wool scarf|'));
});

test('the key of a sequence is its folded text', () => {
  const words = fc.constantFrom(
    'größe',
    'ipek',
    '手机壳',
    'ёлка',
    "levi's",
    'a-12',
    '😀',
    '\u0301',
    'ﷺ',
    'ώρα',
    'ß',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 4 })), { maxLength: 5 }),
      (parts) => {
        const title = parts.join(' ').toLowerCase();
        const context = { brandWords: [], hasValue: () => false };
        for (const { key, text } of titleSequences(title, phraseLanguage('en'), context)) {
          assert.equal(key, fold(text));
        }
      },
    ),
  );
});

test('a key keeps signs that stand behind a word', () => {
  const context = { brandWords: [], hasValue: () => false };
  const keys = titleSequences("一' größe", phraseLanguage('en'), context).map(({ key }) => key);
  assert.ok(keys.includes("一' grosse"), keys.join());
});
