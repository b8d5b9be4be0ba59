import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../errors.ts';
import { DamageError } from '../damage/damage.ts';
import { translatePostgresError } from './postgres-errors.ts';

function errorWith(code: string | undefined, message = 'from the driver'): Error {
  return Object.assign(new Error(message), code === undefined ? {} : { code });
}

test('a server that is away, full or overloaded is unavailable', () => {
  const codes = [
    '57P01',
    '57P02',
    '57P03',
    '08006',
    '08001',
    '53300',
    '53100',
    '55P03',
    '57014',
    '40P01',
    '25006',
    '25P03',
  ];
  for (const code of [...codes, 'ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'ENOTFOUND', 'EPIPE']) {
    const translated = translatePostgresError(errorWith(code));
    assert.ok(translated instanceof AppError && translated.code === 'unavailable', code);
    assert.ok((translated.retryAfterSeconds ?? 0) > 0, code);
  }
});

test('a page or index that cannot be read is damage', () => {
  for (const code of ['XX001', 'XX002', '58P01']) {
    const translated = translatePostgresError(errorWith(code));
    assert.ok(translated instanceof DamageError && translated.code === 'unavailable', code);
  }
});

test('a lost connection without a code is known by message', () => {
  const messages = [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ];
  for (const message of messages) {
    const translated = translatePostgresError(errorWith(undefined, message));
    assert.ok(translated instanceof AppError && translated.code === 'unavailable', message);
  }
});

test('a full disk gives the operator advice', () => {
  const translated = translatePostgresError(errorWith('53100'));
  assert.match(String(translated), /free some space/);
});

test('our own defect passes with its own message', () => {
  for (const error of [errorWith('42P01'), errorWith('23505'), errorWith('22P02'), errorWith(undefined)]) {
    assert.equal(translatePostgresError(error), error);
  }
  assert.equal(translatePostgresError('text'), 'text');
});

test('text the database cannot store is the caller’s fault', () => {
  const translated = translatePostgresError(errorWith('22021'));
  assert.ok(translated instanceof AppError);
  assert.equal(translated.code, 'validation_failed');
});
