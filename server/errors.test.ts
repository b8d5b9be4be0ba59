import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldError } from '../contract/errors.ts';
import { type ErrorCode, errorStatus } from '../contract/words/errors.ts';
import {
  AppError,
  deserializeError,
  notFound,
  serializeError,
  unavailable,
  validationFailed,
} from './errors.ts';

const fault: FieldError = { path: '/price', code: 'price_invalid', message: 'Give a number.' };

test('§7.6 statuses: an error has the status of its code', () => {
  for (const [code, status] of Object.entries(errorStatus)) {
    assert.equal(new AppError(code as ErrorCode, 'Wrong.').status, status);
  }
});

test('a refusal names its first fault and carries all', () => {
  const error = validationFailed([fault, { ...fault, path: '/url', message: 'Give a url.' }]);
  assert.deepEqual([error.code, error.status, error.message], ['validation_failed', 422, 'Give a number.']);
  assert.equal(error.errors?.length, 2);
});

test('a missing resource is reported by its kind', () => {
  assert.deepEqual(
    [notFound('import').status, notFound('import').message],
    [404, 'There is no such import.'],
  );
});

test('an unavailable service says when to come back', () => {
  const cause = new Error('locked');
  const error = unavailable('Later.', 3, cause);
  assert.deepEqual([error.status, error.retryAfterSeconds, error.cause], [503, 3, cause]);
});

test('an AppError survives its way through plain data', () => {
  const errors = [
    validationFailed([fault]),
    unavailable('Later.', 3),
    notFound('product'),
    new AppError('internal', ''),
  ];
  for (const error of errors) {
    const copy = deserializeError(structuredClone(serializeError(error)));
    assert.ok(copy instanceof AppError);
    assert.deepEqual(
      [copy.code, copy.message, copy.stack, copy.errors, copy.retryAfterSeconds],
      [error.code, error.message, error.stack, error.errors, error.retryAfterSeconds],
    );
  }
});

test('a defect survives as a plain error', () => {
  const error = new TypeError('x is not a function');
  const copy = deserializeError(structuredClone(serializeError(error)));
  assert.ok(!(copy instanceof AppError));
  assert.deepEqual([copy.message, copy.stack], [error.message, error.stack]);
});

test('a thrown value of another type becomes an error', () => {
  for (const [thrown, message] of [
    ['text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [7, '7'],
  ]) {
    const copy = deserializeError(serializeError(thrown));
    assert.ok(copy instanceof Error && !(copy instanceof AppError));
    assert.equal(copy.message, message);
  }
});

test('the cause of an error stays in its thread', () => {
  const error = new AppError('internal', 'Wrong.', { cause: new Error('password') });
  assert.doesNotMatch(JSON.stringify({ ...serializeError(error), stack: '' }), /password/);
});
