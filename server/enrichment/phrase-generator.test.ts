import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GeneratorError } from './phrase-generator.ts';

test('a failed request that says no more waits as long as the queue likes and costs nothing', () => {
  const error = new GeneratorError('away', 'the provider did not answer');
  assert.deepEqual(
    [error.kind, error.retryAfterMs, error.inputTokens, error.outputTokens],
    ['away', null, 0, 0],
  );
  assert.equal(Object.hasOwn(error, 'cause'), false);
});
