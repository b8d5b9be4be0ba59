import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../errors.ts';
import { DamageError } from '../damage/damage.ts';
import { isBusy, translateSqliteError } from './sqlite-errors.ts';

function errorWith(errcode: number): Error {
  return Object.assign(new Error('from SQLite'), { errcode });
}

test('a failing disk or lock is unavailable, extended codes included', () => {
  const expected: [number, RegExp][] = [
    [5, /busy/],
    [517, /busy/],
    [8, /writable/],
    [10, /check the disk/],
    [778, /check the disk/],
    [13, /free some space/],
  ];
  for (const [errcode, message] of expected) {
    const error = errorWith(errcode);
    const translated = translateSqliteError(error);
    assert.ok(translated instanceof AppError && translated.code === 'unavailable', String(errcode));
    assert.match(translated.message, message);
    assert.equal(translated.cause, error);
  }
});

test('a broken constraint or other error passes unchanged', () => {
  for (const error of [errorWith(19), errorWith(1), new Error('no code')]) {
    assert.equal(translateSqliteError(error), error);
  }
});

test('an unreadable page is damage, extended codes included', () => {
  for (const errcode of [11, 267, 26]) {
    const error = errorWith(errcode);
    const translated = translateSqliteError(error);
    assert.ok(translated instanceof DamageError && translated.code === 'unavailable', String(errcode));
    assert.match(translated.message, /foretype doctor/);
    assert.equal(translated.cause, error);
  }
});

test('only a lock of another connection counts as busy', () => {
  assert.equal(isBusy(errorWith(5)), true);
  assert.equal(isBusy(errorWith(6)), false);
  assert.equal(isBusy(new Error('busy')), false);
});
