import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  failureOf,
  fieldMessages,
  messageOf,
  readAnswer,
  unplacedMessage,
  unreachable,
  withQuery,
} from './request.ts';

test('a failed answer keeps its message, code and request id', () => {
  const body = { message: 'Enter a name.', code: 'validation_failed', request_id: 'req_1' };
  const errors = [{ path: '/name', code: 'name_missing', message: 'A name, please.' }];
  const failure = failureOf(422, JSON.stringify({ ...body, errors }));
  assert.equal(messageOf(failure), 'Enter a name.');
  assert.equal(failure.code, 'validation_failed');
  assert.equal(failure.requestId, 'req_1');
  assert.deepEqual(fieldMessages(failure), { name: 'A name, please.' });
});

test('an answer from outside this API still gives a message', () => {
  for (const text of ['<html>502</html>', '', 'null', '[]']) {
    const failure = failureOf(502, text);
    assert.equal(failure.status, 502);
    assert.match(failure.message, /no answer of the service.* Try again; .* ask the operator/);
    assert.deepEqual(fieldMessages(failure), {});
  }
  assert.match(unreachable().message, /does not answer/);
});

test('a good status without a JSON object is a failure', () => {
  assert.deepEqual(readAnswer(200, '{"file":{}}'), { file: {} });
  for (const text of ['<html>Sign in</html>', '', 'null', '"ok"']) {
    assert.throws(() => readAnswer(200, text), { status: 200, code: 'unreadable', message: /Try again/ });
  }
  assert.throws(() => readAnswer(409, '{"message":"Taken.","code":"conflict"}'), { code: 'conflict' });
});

test('a fault is shown once, at its field or below', () => {
  const refused = (...paths: readonly string[]) => {
    const errors = paths.map((path) => ({ path, code: 'x_invalid', message: 'No.' }));
    return failureOf(
      422,
      JSON.stringify({ message: 'Not all is right.', code: 'validation_failed', errors }),
    );
  };
  assert.equal(unplacedMessage(refused('/name'), { name: '' }), null);
  assert.equal(unplacedMessage(refused('/name', '/token'), { name: '' }), 'Not all is right.');
  assert.match(unplacedMessage(unreachable(), { name: '' }) ?? '', /does not answer/);
  assert.equal(unplacedMessage(null, { name: '' }), null);
});

test('blank parameters are left out of an address', () => {
  assert.equal(withQuery('/a', { q: '', cursor: null, limit: undefined }), '/a');
  assert.equal(withQuery('/a', { q: 'b&c d', limit: 0 }), '/a?q=b%26c+d&limit=0');
});
