/**
 * Rows that break importers: names from JavaScript's own objects, broken text, absurd sizes and depths. Each says whether it must be
 * taken or with which code its row must fail (Contract §4, §5); both databases must agree. It imports nothing; names are distinct, so
 * that no row hides another. Lengths are characters, on both sides of each limit.
 */
import type { RowCode } from '../../contract/words/product-import.ts';

export interface HostileRow {
  readonly name: string;
  /** The row as JSON text, since an object literal could not hold all of it. */
  readonly json: string;
  /** The code of its failure, or null where the row is taken. */
  readonly fails: RowCode | null;
  /** The external id under which a taken row is stored. */
  readonly externalId?: string;
  /** Attributes that the stored product must hold. */
  readonly attributes?: readonly (readonly [string, string])[];
}

/** A row as JSON text; `members` go in as they are written. */
function row(id: string, members = ''): string {
  return `{"external_id":${id},"title":"Hostile","price":1,"url":"https://shop.example/p"${members}}`;
}

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
}

/** Shown as it is; searched by its first marks. */
const manyMarks = `e${'\u0301\u0323'.repeat(499)}`;

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty'];

const namedKeys: readonly HostileRow[] = names.map((name) => ({
  name: `the top-level key ${name}`,
  json: row(`"key ${name}"`, `,"${name}":"top"`),
  fails: null,
  externalId: `key ${name}`,
  attributes: [[name, 'top']],
}));

const namedLabels: readonly HostileRow[] = names.map((name) => ({
  name: `the attribute label ${name}`,
  json: row(`"label ${name}"`, `,"attributes":{"${name}":"inner","${name}2":{"${name}":"deep"}}`),
  fails: null,
  externalId: `label ${name}`,
  attributes: [
    [name, 'inner'],
    [`${name}2.${name}`, 'deep'],
  ],
}));

const ids: readonly HostileRow[] = [
  ...[
    'a/b',
    '%2F',
    '%',
    'a b',
    '😀',
    '.',
    '..',
    '__proto__',
    '"',
    "'; drop table products; --",
    'ı',
    '#?&',
  ].map((id) => ({ name: `the id ${id}`, json: row(JSON.stringify(id)), fails: null, externalId: id })),
  {
    name: 'an id of 255 code points',
    json: row(`"${'😀'.repeat(255)}"`),
    fails: null,
    externalId: '😀'.repeat(255),
  },
  { name: 'an id of 256 code points', json: row(`"${'😀'.repeat(256)}"`), fails: 'external_id_invalid' },
  { name: 'a number as id', json: row('42'), fails: null, externalId: '42' },
  { name: 'a fraction as id', json: row('1.50'), fails: null, externalId: '1.5' },
  {
    name: 'a number that a double cannot hold as id',
    json: row('9007199254740993', ',"weight":0.1234567890123456789'),
    fails: null,
    externalId: '9007199254740993',
    attributes: [['weight', '0.1234567890123456789']],
  },
  { name: 'an object as id', json: row('{}'), fails: 'external_id_invalid' },
  { name: 'null as id', json: row('null'), fails: 'external_id_missing' },
  { name: 'a blank id', json: row('" \\t "'), fails: 'external_id_missing' },
];

const texts: readonly HostileRow[] = [
  { name: 'half of a surrogate pair in the id', json: row('"\\ud800"'), fails: 'text_invalid' },
  {
    name: 'half of a surrogate pair in an attribute',
    json: row('"t1"', ',"x":"a\\udc00b"'),
    fails: 'text_invalid',
  },
  { name: 'half of a surrogate pair as a key', json: row('"t2"', ',"\\ud83d":"x"'), fails: 'text_invalid' },
  { name: 'NUL in the description', json: row('"t3"', ',"description":"a\\u0000b"'), fails: 'text_invalid' },
  { name: 'NUL as a key', json: row('"t4"', ',"\\u0000":"x"'), fails: 'text_invalid' },
  { name: 'NUL deep in an attribute', json: row('"t5"', ',"x":{"y":["\\u0000"]}'), fails: 'text_invalid' },
  {
    name: 'NUL in attributes as JSON text',
    json: row('"t6"', `,"attributes":${JSON.stringify('{"a":"\\u0000"}')}`),
    fails: 'text_invalid',
  },
  {
    name: 'an escape character in the brand',
    json: row('"t7"', ',"brand":"\\u001b[31m"'),
    fails: 'text_invalid',
  },
  {
    name: 'DEL and C1 controls',
    json: row('"t8"', ',"x":"\\u007f\\u0085\\u009f"'),
    fails: null,
    externalId: 't8',
  },
  { name: 'a right-to-left override', json: row('"t9"', ',"x":"\\u202eabc"'), fails: null, externalId: 't9' },
  {
    name: 'a value of 998 combining marks',
    json: row('"t11"', `,"attributes":{"x":"${manyMarks}"}`),
    fails: null,
    externalId: 't11',
    attributes: [['x', manyMarks]],
  },
  {
    name: 'a byte order mark within',
    json: row('"t10"', ',"x":"a\\ufeffb"'),
    fails: null,
    externalId: 't10',
  },
];

const shapes: readonly HostileRow[] = [
  {
    name: 'attributes nested 50 deep',
    json: row('"s1"', `,"attributes":${nested(50)}`),
    fails: null,
    externalId: 's1',
  },
  {
    name: 'a list nested 50 deep',
    json: row('"s2"', `,"x":${'['.repeat(50)}${']'.repeat(50)}`),
    fails: null,
    externalId: 's2',
  },
  {
    name: 'a title of 10 MB',
    json: row('"s3"', `,"title":"${'x'.repeat(10_000_000)}"`),
    fails: 'title_too_long',
  },
  {
    name: '1,000 attributes',
    json: row(
      '"s4"',
      `,"attributes":{${Array.from({ length: 1_000 }, (_, index) => `"k${index}":${index}`).join()}}`,
    ),
    fails: null,
    externalId: 's4',
  },
  {
    name: 'a repeated key',
    json: row('"s5"', ',"x":"first","x":"last"'),
    fails: null,
    externalId: 's5',
    attributes: [['x', 'last']],
  },
  { name: 'a list as the row', json: '[1,2]', fails: 'row_malformed' },
  { name: 'text as the row', json: '"row"', fails: 'row_malformed' },
  { name: 'null as the row', json: 'null', fails: 'row_malformed' },
  { name: 'a list as the title', json: row('"s6"', ',"title":["T"]'), fails: 'title_missing' },
  { name: 'an object as the price', json: row('"s7"', ',"price":{"valueOf":1}'), fails: 'price_invalid' },
  { name: 'a price beyond every number', json: row('"s8"', ',"price":1e999'), fails: 'price_invalid' },
  { name: 'a price of thirteen digits', json: row('"s9"', ',"price":1234567890123'), fails: 'price_invalid' },
];

/** Every hostile row; names are distinct. */
export const hostileRows: readonly HostileRow[] = [...namedKeys, ...namedLabels, ...ids, ...texts, ...shapes];
