import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { AppError } from '../errors.ts';
import { encodeCursor } from '../operations/cursor.ts';
import { pageSize, type QueryReader, readCursor, readQuery, readQueryBy } from './query.ts';

/** The faults that the reader has found, as `path code`. */
function faultsOf(reader: QueryReader): string[] {
  try {
    reader.finish();
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'validation_failed');
    assert.equal(error.message, error.errors?.[0]?.message);
    return (error.errors ?? []).map(({ path, code }) => `${path} ${code}`);
  }
  return [];
}

const bounds = { min: 1, max: 20, fallback: 5 };

test('Contract §3 every fault of a query is reported, not the first', () => {
  const reader = readQuery({ q: ['a', 'b'], limit: '0', mode: 'x', flag: 'maybe' });
  reader.text('q', '');
  reader.integer('limit', bounds);
  reader.choice('mode', ['a']);
  reader.flag('flag');
  reader.fault('extra', 'day_invalid', 'Found elsewhere.');
  assert.deepEqual(faultsOf(reader), [
    'q repeated',
    'limit out_of_range',
    'mode unknown_value',
    'flag unknown_value',
    'extra day_invalid',
  ]);
});

test('a query without faults is taken as it is', () => {
  const reader = readQuery({ q: ' ä ', limit: '7', mode: 'b', flag: '1' });
  assert.equal(reader.text('q', 'fallback'), ' ä ');
  assert.equal(reader.integer('limit', bounds), 7);
  assert.equal(reader.choice('mode', ['a', 'b']), 'b');
  assert.equal(reader.flag('flag'), true);
  assert.deepEqual(faultsOf(reader), []);
});

test('an absent parameter has its fallback', () => {
  const reader = readQuery({});
  assert.equal(reader.text('q', 'fallback'), 'fallback');
  assert.equal(reader.integer('limit', bounds), 5);
  assert.equal(reader.choice('mode', ['a']), null);
  assert.equal(reader.flag('flag'), false);
  assert.deepEqual(faultsOf(reader), []);
});

test('whole numbers within the bounds are taken, ends included', () => {
  for (const value of ['1', '20', '007']) {
    const reader = readQuery({ limit: value });
    assert.equal(reader.integer('limit', bounds), Number(value));
    assert.deepEqual(faultsOf(reader), []);
  }
});

test('numbers out of bounds or not whole are faults', () => {
  for (const value of [
    '0',
    '21',
    '-1',
    '',
    ' 5',
    '5 ',
    '1.0',
    '1e1',
    '0x5',
    '+5',
    '٥',
    '9'.repeat(30),
    '5\n',
  ]) {
    const reader = readQuery({ limit: value });
    assert.equal(reader.integer('limit', bounds), 5);
    assert.deepEqual(faultsOf(reader), ['limit out_of_range'], JSON.stringify(value));
  }
});

test('a fault names the parameter, its rule and the value', () => {
  const reader = readQuery({ limit: '21' });
  reader.integer('limit', bounds);
  assert.throws(() => reader.finish(), { message: '"limit" takes a whole number from 1 to 20, got "21".' });
});

test('a fault repeats at most fifty characters of a value', () => {
  const reader = readQuery({ limit: 'x'.repeat(5_000) });
  reader.integer('limit', bounds);
  assert.throws(
    () => reader.finish(),
    (error) => error instanceof Error && error.message.endsWith(`got "${'x'.repeat(50)}".`),
  );
});

test('flags take 1, 0, true and false only', () => {
  const taken = { '1': true, true: true, '0': false, false: false };
  for (const [value, expected] of Object.entries(taken)) {
    const reader = readQuery({ flag: value });
    assert.equal(reader.flag('flag'), expected);
    assert.deepEqual(faultsOf(reader), []);
  }
  for (const value of ['', 'yes', 'TRUE', '2', ' 1']) {
    const reader = readQuery({ flag: value });
    assert.equal(reader.flag('flag'), false);
    assert.deepEqual(faultsOf(reader), ['flag unknown_value']);
  }
});

test('a choice is exact', () => {
  for (const value of ['', 'A', 'a ', 'constructor']) {
    const reader = readQuery({ mode: value });
    assert.equal(reader.choice('mode', ['a']), null);
    assert.deepEqual(faultsOf(reader), ['mode unknown_value']);
  }
});

test('a page holds 50 by default, 1 to 200 on demand', () => {
  assert.equal(pageSize(readQuery({})), 50);
  assert.equal(pageSize(readQuery({ limit: '200' })), 200);
  const reader = readQuery({ limit: '201' });
  pageSize(reader);
  assert.deepEqual(faultsOf(reader), ['limit out_of_range']);
});

const anyPlace = () => true;

test('any position comes back from its cursor', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (position) => {
      fc.pre(position.isWellFormed());
      const reader = readQuery({ cursor: encodeCursor(position) });
      assert.equal(readCursor(reader, anyPlace), position);
      assert.deepEqual(faultsOf(reader), []);
    }),
    { numRuns: 200 },
  );
});

test('an absent or blank cursor is the beginning', () => {
  for (const query of [{}, { cursor: '' }]) {
    const reader = readQuery(query);
    assert.equal(readCursor(reader, anyPlace), null);
    assert.deepEqual(faultsOf(reader), []);
  }
});

test('a cursor that no answer gave is a fault', () => {
  for (const cursor of ['?', 'YQ==', 'YR', '_w', 'a b', '%']) {
    const reader = readQuery({ cursor });
    assert.equal(readCursor(reader, anyPlace), null);
    assert.deepEqual(faultsOf(reader), ['cursor cursor_invalid'], cursor);
  }
});

test('a cursor to an impossible place is a fault', () => {
  const reader = readQuery({ cursor: encodeCursor('not a place') });
  assert.equal(
    readCursor(reader, (place) => place !== 'not a place'),
    null,
  );
  assert.deepEqual(faultsOf(reader), ['cursor cursor_invalid']);
});

test('text must fit the length and format of its schema', () => {
  const schema = Type.Object({
    q: Type.String({ maxLength: 3 }),
    external_id: Type.String({ format: 'external-id' }),
  });
  const fits = { q: '🙂🙂🙂', external_id: ' a/1 ' };
  assert.deepEqual(readQueryBy(schema, fits), { q: '🙂🙂🙂', external_id: 'a/1' });
  assert.throws(
    () => readQueryBy(schema, { q: 'four', external_id: ' ' }),
    (error: AppError) => {
      const codes = error.errors?.map(({ path, code }) => [path, code]);
      assert.deepEqual(codes, [
        ['q', 'too_long'],
        ['external_id', 'external_id_invalid'],
      ]);
      return true;
    },
  );
});
