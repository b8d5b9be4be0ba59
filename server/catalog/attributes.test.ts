import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { startCpuTime } from '../../test/support/cpu-time.ts';
import { readAttributes } from './attributes.ts';
import type { Attribute, RawProduct } from './product.ts';
import { Row } from './row.ts';

/** The attributes of a row that must have neither problems nor, unless expected, warnings. */
function read(raw: RawProduct, warningCount = 0): Attribute[] {
  const row = new Row(raw);
  const attributes = readAttributes(row);
  assert.deepEqual(row.problems, []);
  assert.equal(row.warnings.length, warningCount, JSON.stringify(row.warnings));
  for (const { code } of row.warnings) assert.equal(code, 'attributes_invalid');
  return attributes;
}

function assertRefused(attributes: unknown): void {
  const row = new Row({ attributes });
  assert.deepEqual(readAttributes(row), []);
  assert.deepEqual(
    row.problems.map(({ path, code }) => [path, code]),
    [['/attributes', 'attributes_invalid']],
  );
}

test('§2.1 attributes-strings: attribute values of any type are stored as strings', () => {
  const attributes = { color: ' blue\n', size: 42, big: 1e21, vegan: true, gift: false };
  assert.deepEqual(read({ attributes }), [
    ['color', 'blue'],
    ['size', '42'],
    ['big', '1000000000000000000000'],
    ['vegan', 'true'],
    ['gift', 'false'],
  ]);
});

test('Contract §4 null and blank attribute values are dropped', () => {
  assert.deepEqual(read({ attributes: { a: null, b: '', c: ' \t', d: [], e: {}, f: [null, ''] } }), []);
  for (const attributes of [undefined, null, '', '  ', {}, []]) assert.deepEqual(read({ attributes }), []);
});

test('Contract §4 nested attributes are flattened and lists are joined', () => {
  const attributes = {
    size: { eu: 42, uk: { men: 8 } },
    colors: ['red', 7, null, true],
    mix: [{ a: 1 }, ['b']],
  };
  assert.deepEqual(read({ attributes }), [
    ['size.eu', '42'],
    ['size.uk.men', '8'],
    ['colors', 'red, 7, true'],
    ['mix', '{"a":1}, ["b"]'],
  ]);
});

test('attributes nested beyond the depth limit become JSON text', () => {
  let value: unknown = 'x';
  for (let level = 0; level < 10; level += 1) value = { k: value };
  assert.deepEqual(read({ attributes: { k: value } }), [['k.k.k.k.k.k.k.k.k', '{"k":{"k":"x"}}']]);
});

test('deeply nested attributes do not overflow the stack', () => {
  const levels = 100_000;
  const attributes: unknown = JSON.parse(`${'{"k":'.repeat(levels)}1${'}'.repeat(levels)}`);
  const [[label, value] = ['', '']] = read({ attributes }, 1);
  assert.equal(label, 'k.k.k.k.k.k.k.k.k');
  assert.equal(value.length, 1_000);
  assert.equal(read({ list: JSON.parse('['.repeat(levels) + ']'.repeat(levels)) }, 1).length, 1);
});

test('§2.1 extra-key: other top-level keys are additional attributes', () => {
  assert.deepEqual(
    read({ title: 'x', price: 1, color: 'red', attributes: { size: 'M' }, care: { wash: 30 } }),
    [
      ['size', 'M'],
      ['color', 'red'],
      ['care.wash', '30'],
    ],
  );
});

test('Contract §4 an alias is an attribute only beside its field', () => {
  assert.deepEqual(read({ name: 'n', id: 1, link: 'l' }), []);
  assert.deepEqual(read({ title: ' ', name: 'n' }), []);
  assert.deepEqual(read({ title: 't', name: 'n', external_id: '1', id: 2 }), [
    ['name', 'n'],
    ['id', '2'],
  ]);
});

test('a label keeps its first place and its last value', () => {
  assert.deepEqual(read({ attributes: 'color: red; size: M; color : blue' }), [
    ['color', 'blue'],
    ['size', 'M'],
  ]);
  assert.deepEqual(read({ attributes: { color: 'red' }, color: 'blue' }), [['color', 'blue']]);
  assert.deepEqual(read({ attributes: { color: 'red' }, color: '' }), [['color', 'red']]);
});

test('Contract §4 __proto__ and its kin are ordinary labels', () => {
  const text = '{"__proto__":{"polluted":"1"},"constructor":"c","prototype":"p","toString":"t"}';
  const expected = [
    ['__proto__.polluted', '1'],
    ['constructor', 'c'],
    ['prototype', 'p'],
    ['toString', 't'],
  ];
  assert.deepEqual(read({ attributes: JSON.parse(text) }), expected);
  assert.deepEqual(read(JSON.parse(text)), expected);
  assert.deepEqual(read({ attributes: text }), expected);
  assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false);
});

test('§2.1 attributes-text: label and value text takes colons, equals signs and lines', () => {
  assert.deepEqual(read({ attributes: 'color: red; size=M\nratio: 16:9\r\n fit = a=b ;;' }), [
    ['color', 'red'],
    ['size', 'M'],
    ['ratio', '16:9'],
    ['fit', 'a=b'],
  ]);
});

test('an address in attribute text keeps its colon', () => {
  assert.deepEqual(read({ attributes: 'link: https://a.b/c; see=http://d.e:80/f' }), [
    ['link', 'https://a.b/c'],
    ['see', 'http://d.e:80/f'],
  ]);
  assertRefused('https://a.b/c');
});

test('text without a label is left out and noted', () => {
  assert.deepEqual(read({ attributes: 'waterproof; color: red; new' }, 1), [['color', 'red']]);
  assert.deepEqual(read({ attributes: ': x; color: red' }, 1), [['color', 'red']]);
});

test('a value under a blank label is left out and noted', () => {
  assert.deepEqual(read({ attributes: { ' ': 'x', a: 'y' } }, 1), [['a', 'y']]);
});

test('§2.1 attributes-json: JSON object text is read like the object', () => {
  assert.deepEqual(read({ attributes: ' {"color":"red","size":{"eu":42}} ' }), [
    ['color', 'red'],
    ['size.eu', '42'],
  ]);
  assert.deepEqual(read({ attributes: '[]' }), []);
});

test('§2.1 attributes-object: attributes that are no object, pairs or JSON fail', () => {
  for (const value of [1, true, ['a'], 'no label here', '{"a":', '{a: b}', '["a: b"]', '[1]'])
    assertRefused(value);
});

test('characters escaped in JSON object text are checked like any', () => {
  const row = new Row({ attributes: '{"a":"\\u0000","b":["\\ud800"]}' });
  readAttributes(row);
  assert.deepEqual(
    row.problems.map(({ path, code }) => [path, code]),
    [
      ['/attributes/a', 'text_invalid'],
      ['/attributes/b/0', 'text_invalid'],
    ],
  );
});

test('Contract §4 long labels and values are cut and noted', () => {
  const cut = read({ attributes: { ['l'.repeat(65)]: 'v'.repeat(1_001) } }, 2);
  assert.deepEqual(cut, [['l'.repeat(64), 'v'.repeat(1_000)]]);
  const kept: Attribute = ['😀'.repeat(64), '😀'.repeat(1_000)];
  assert.deepEqual(read({ attributes: { [kept[0]]: kept[1] } }), [kept]);
});

test('Contract §4 a product has at most a hundred attributes', () => {
  const attributes = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`label ${index}`, 'x']));
  assert.equal(read({ attributes }).length, 100);
  assert.equal(
    read({ attributes: { ...attributes, 'one more': 'x', 'and more': 'y' }, color: 'red' }, 1).length,
    100,
  );
});

test('a known label takes a new value when labels are full', () => {
  const attributes = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`label ${index}`, 'x']));
  assert.deepEqual(read({ attributes, 'label 0': 'new' })[0], ['label 0', 'new']);
});

test('a huge label before many keys costs only its length', () => {
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`k${index}`, index]));
  const row = new Row({ attributes: { ['l'.repeat(1_000_000)]: many } });
  const spentMs = startCpuTime();
  assert.equal(readAttributes(row).length, 1);
  assert.equal(row.warnings.length, 20);
  // A copy of the label for every key would take more than ten seconds.
  assert.ok(spentMs() < 5_000, `${spentMs()} ms`);
});

test('attributes written as text are read back equal', () => {
  const word = fc
    .array(fc.constantFrom(...'abcß 😀.-/"'), { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join('').trim())
    .filter((text) => text !== '');
  const pairs = fc.uniqueArray(fc.tuple(word, word), {
    minLength: 1,
    maxLength: 20,
    selector: ([label]) => label,
  });
  fc.assert(
    fc.property(
      pairs,
      fc.constantFrom(': ', '=', ' : '),
      fc.constantFrom('; ', '\n', ';\r\n'),
      (given, is, end) => {
        const attributes = given.map(([label, value]) => `${label}${is}${value}`).join(end);
        assert.deepEqual(read({ attributes }), given);
        assert.deepEqual(read({ attributes: JSON.stringify(Object.fromEntries(given)) }), given);
      },
    ),
  );
});
