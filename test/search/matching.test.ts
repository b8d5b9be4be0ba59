/** Tests which products a query finds at all (Contract §7 matching). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findIds, indexOf, noSignals, productDocument } from './documents.ts';

function isFound(query: string, fields: Parameters<typeof productDocument>[1]): boolean {
  return findIds(indexOf([productDocument('a', fields)]), query).length === 1;
}

test('Contract §7 every searched field is matched', () => {
  for (const fields of [
    { title: 'x Findme' },
    { title: 'x', brand: 'Findme' },
    { title: 'x', categoryPath: ['Findme', 'Other'] },
    { title: 'x', categoryPath: ['Other', 'Findme'] },
    { title: 'x', identifiers: ['find-me'] },
    { title: 'x', attributes: [['label', 'findme'] as const] },
    { title: 'x', attributes: [['findme', 'value'] as const] },
    { title: 'x', suggestionPhrases: ['findme'] },
    { title: 'x', searchPhrases: ['findme'] },
  ]) {
    assert.ok(isFound('findme', fields), JSON.stringify(fields));
    assert.ok(isFound('find', fields), JSON.stringify(fields));
  }
});

test('Contract §7 words are found in any order, the last one begun', () => {
  assert.ok(isFound('lamp re', { title: 'Red lamp' }));
  const reader = indexOf([
    productDocument('a', { title: 'Red lamp' }),
    productDocument('b', { title: 'Red' }),
  ]);
  assert.deepEqual(
    reader.search('re lamp', 5, noSignals).products.map((hit) => hit.tiers.missingWords),
    [1],
  );
});

test('Contract §7 compounds match joined, split and with a hyphen', () => {
  for (const title of ['T-Shirt', 'Tshirt']) {
    for (const query of ['t-shirt', 'tshirt', 't shirt', 't-shi', 'tsh']) {
      assert.ok(isFound(query, { title }), `${query} in ${title}`);
    }
  }
});

test('Contract §7 identifiers match whole or begun without punctuation', () => {
  for (const query of ['A-12/3', 'a123', 'A 12 3', 'a12', 'A-12']) {
    assert.ok(isFound(query, { title: 'x', identifiers: ['A-12/3'] }), query);
  }
  assert.ok(!isFound('123', { title: 'x', identifiers: ['A-12/3'] }));
});

test('Contract §7 folded queries find texts of every language', () => {
  const pairs: readonly (readonly [title: string, query: string])[] = [
    ['Größe für Türen', 'grosse tu'],
    ['Crème brûlée', 'creme BRULEE'],
    ['KIRMIZI ÇANTA', 'kirmizi canta'],
    ['kırmızı ışık', 'KIRMIZI IŞIK'],
    ['Żółta łódź', 'zolta lodz'],
    ['กระเป๋าหนัง', 'หนัง'],
    ['苹果手机壳', '手机'],
    ['苹果手机壳', '壳'],
    ['東京ノートパソコン', 'ノート'],
    ['삼성 노트북', '노트'],
    ['حَقِيبَة يد', 'حقيبة'],
    ['Красный чайник', 'чайник крас'],
    ['Ёлка', 'елка'],
    ['Ελληνικός ΚΑΦΈΣ', 'καφες'],
    ['תִּיק', 'תיק'],
    ['ＵＳＢ ﬁlter', 'usb filter'],
  ];
  for (const [title, query] of pairs) assert.ok(isFound(query, { title }), `${query} in ${title}`);
  assert.ok(!isFound('か', { title: 'がらす' }));
});

test('Contract §7 partial matches fill up to the limit only', () => {
  const reader = indexOf([
    productDocument('all', { title: 'Zz red wool' }),
    productDocument('red', { title: 'Red' }),
    productDocument('none', { title: 'Blue' }),
  ]);
  assert.deepEqual(findIds(reader, 'red wool', 1), ['all']);
  assert.deepEqual(findIds(reader, 'red wool', 5), ['all', 'red']);
});

test('a query without letters and digits finds nothing', () => {
  const reader = indexOf([productDocument('a', { title: '+++', categoryPath: ['***'] })]);
  assert.deepEqual(reader.search('+++', 5, noSignals), {
    products: [],
    categories: [],
    suggestions: [],
    correctedQuery: null,
    fromGraph: false,
  });
});

test('the description of a card is not searched', () => {
  assert.ok(!isFound('hidden', { title: 'x', card: ['{"description":', '"hidden"', '}'] }));
});

test('Contract §7 an attribute the product lacks is not found by label', () => {
  assert.ok(isFound('bluetooth', { title: 'x', attributes: [['Bluetooth', 'yes']] }));
  assert.ok(!isFound('bluetooth', { title: 'x', attributes: [['Bluetooth', 'No']] }));
});

test('Contract §7 other forms of a word are found behind the word', () => {
  const reader = indexOf([
    productDocument('a', { title: 'Battery' }),
    productDocument('b', { title: 'Z batteries' }),
  ]);
  assert.deepEqual(findIds(reader, 'batteries'), ['b', 'a']);
});

test('a query of many one-letter words is answered', () => {
  const query = Array.from({ length: 50 }, () => 'a').join(' ');
  assert.ok(isFound(query, { title: 'a' }));
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789');
  const documents = letters.map((letter, place) =>
    productDocument(letter, { title: letters.slice(place).join(' ') }),
  );
  assert.deepEqual(findIds(indexOf(documents), letters.join(' ')).slice(0, 3), ['a', 'b', 'c']);
});

test('Contract §7 a German store is found without umlauts while typing', () => {
  const fridge = productDocument('fridge', { title: 'Kühlschrank', categoryPath: ['Küchengeräte'] });
  const reader = indexOf([fridge, productDocument('knife', { title: 'Küchenmesser' })], 'de');
  for (const typed of ['kuehl', 'kueh', 'kuehlschrank', 'kühl', 'kuhl']) {
    assert.deepEqual(findIds(reader, typed), ['fridge'], typed);
  }
  assert.deepEqual(findIds(reader, 'kue').toSorted(), ['fridge', 'knife']);
  assert.deepEqual(reader.search('kueche', 5, noSignals).categories, ['Küchengeräte']);
});

test('a trailing price leaves the thing to search', () => {
  const reader = indexOf([
    productDocument('laptop', { title: 'Laptop 15' }),
    productDocument('filter', { title: 'Filter under glass 500' }),
  ]);
  assert.deepEqual(findIds(reader, 'laptop under 500'), ['laptop']);
  assert.deepEqual(findIds(reader, 'under 500'), ['filter']);
});
