/**
 * Checks what every error answer must be (Contract §3), so that no test has to say it again. It sends nothing and is not meant for
 * answers that succeed: those fail. Statuses are HTTP's; a code that the catalogue does not have fails, too.
 */
import assert from 'node:assert/strict';
import type { ErrorBody, FieldError } from '../../contract/errors.ts';
import { type ErrorCode, errorStatus } from '../../contract/words/errors.ts';
import type { Answer } from './start-test-service.ts';

/**
 * Fails unless the answer is this error in the one shape, with the status that the catalogue has for it. Gives the
 * `errors` of the body, empty where there are none.
 */
export function expectError(
  answer: Pick<Answer, 'status' | 'headers' | 'text'>,
  code: ErrorCode,
): FieldError[] {
  const { status, headers, text } = answer;
  assert.equal(status, errorStatus[code], text);
  const body = expectErrorShape(answer);
  assert.equal(body.code, code, text);
  if (status === 401) assert.equal(headers.get('www-authenticate'), 'Bearer');
  if (status === 429 || status === 503) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  return body.errors ?? [];
}

/** Fails unless the answer is an error in the one shape, whatever its code. */
export function expectErrorShape({ headers, text }: Pick<Answer, 'headers' | 'text'>): ErrorBody {
  assert.match(headers.get('content-type') ?? '', /^application\/json\b/, text);
  const body = JSON.parse(text) as ErrorBody;
  const keys = Object.keys(body).filter((key) => key !== 'errors');
  assert.deepEqual(keys.sort(), ['code', 'message', 'request_id'], text);
  assert.ok(Object.hasOwn(errorStatus, body.code), text);
  assert.ok(body.message.length > 0, text);
  assert.equal(body.request_id, headers.get('x-request-id'));
  for (const error of body.errors ?? []) {
    assert.deepEqual(Object.keys(error).sort(), ['code', 'message', 'path'], text);
  }
  return body;
}
