import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  flag,
  formedText,
  integer,
  isText,
  json,
  jsonText,
  listOf,
  named,
  object,
  optional,
  text,
  time,
} from './column.ts';
import { closeColumns, DamageError } from './damage/damage.ts';
import { type RecordOf, storeTable } from './table.ts';

const lamps = storeTable('lamps', {
  key: ['room', 'id'],
  columns: {
    room: text(),
    id: integer(),
    is_lit: flag(),
    words: json(listOf(isText)),
    settings: optional(jsonText(object())),
    colour_code: named('colour', optional(formedText((code) => /^#\d{3}$/.test(code), 'is no colour'))),
    lit_at: optional(time()),
  },
});

const lamp: RecordOf<typeof lamps> = {
  room: 'hall',
  id: 7,
  isLit: true,
  words: ['warm'],
  settings: '{"dim":1}',
  colour: '#123',
  litAt: null,
};

const row = {
  room: 'hall',
  id: 7,
  is_lit: true,
  words: '["warm"]',
  settings: '{"dim":1}',
  colour_code: '#123',
  lit_at: null,
};

test('records and rows convert both ways', () => {
  assert.deepEqual(lamps.decode(row), lamp);
  assert.deepEqual(lamps.encode(lamp), row);
  assert.deepEqual(lamps.values(lamp), Object.values(row));
});

test('truth values of both databases become booleans', () => {
  assert.deepEqual(
    [0, 1, false, true].map((is_lit) => lamps.decode({ ...row, is_lit }).isLit),
    [false, true, false, true],
  );
});

test('a part of a table decodes its columns alone', () => {
  assert.deepEqual(lamps.pick('lit_at', 'words').decode({ lit_at: 3, words: '[]' }), { litAt: 3, words: [] });
  assert.deepEqual(lamps.omit('words', 'settings').names, ['room', 'id', 'is_lit', 'colour_code', 'lit_at']);
});

test('an undecodable column is named with its row', () => {
  const cases: [Partial<typeof row>, string, string][] = [
    [{ words: '["warm"' }, 'words', 'is not valid JSON'],
    [{ words: '[1]' }, 'words', 'is JSON of another shape'],
    [{ settings: '[]' }, 'settings', 'is JSON of another shape'],
    [{ colour_code: 'red' }, 'colour_code', 'is no colour'],
  ];
  for (const [damage, column, error] of cases) {
    assert.throws(
      () => lamps.decode({ ...row, ...damage }),
      (thrown) => {
        assert.ok(thrown instanceof DamageError);
        assert.deepEqual(thrown.row, { table: 'lamps', id: 'hall/7', column, error });
        return true;
      },
    );
  }
});

test('every damaged column of a row is found', () => {
  assert.deepEqual(lamps.damageIn({ ...row, store_id: 'a' }), []);
  const damaged = lamps.damageIn({ ...row, words: 3, colour_code: '', lit_at: Number.POSITIVE_INFINITY });
  assert.deepEqual(
    damaged.map(({ column, error }) => [column, error]),
    [
      ['words', 'holds number, where JSON text belongs'],
      ['colour_code', 'is no colour'],
      ['lit_at', 'is no finite number'],
    ],
  );
});

test('a closed column is damage and hides no other', () => {
  const closed = { ...row, words: '{' };
  const damage = { table: 'lamps', id: 'hall/7', column: 'lit_at', error: 'is too large' };
  closeColumns(closed, { ...closed, lit_at: '9007199254740993' }, new Map([['lit_at', damage]]));
  assert.deepEqual(
    lamps.damageIn(closed).map(({ column }) => column),
    ['lit_at', 'words'],
  );
});

test('a row without its key is named by its store', () => {
  assert.equal(lamps.nameRow({ store_id: 'a', words: '' }, 'words', 'is gone').id, 'a');
  assert.equal(lamps.nameRow({ words: '' }, 'words', 'is gone').id, 'unknown');
});
