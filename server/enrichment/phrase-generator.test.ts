import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GeneratorError } from './phrase-generator.ts';

test('a failure without details costs nothing and waits by default', () => {
  const error = new GeneratorError('away', 'the provider did not answer');
  assert.deepEqual(
    [error.kind, error.retryAfterMs, error.inputTokens, error.outputTokens],
    ['away', null, 0, 0],
  );
  assert.equal(Object.hasOwn(error, 'cause'), false);
});
