import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOfEnriched } from './phrases.ts';

test('the count of phrases mentions others only if there are some', () => {
  const estimate = {
    products: 0,
    requests: 0,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: null,
    minutes: 0,
  };
  const done = { limit: null, waiting: 0, failed: 0, estimate };
  assert.equal(wordsOfEnriched(done), 'All phrases are written');
  for (const open of [{ waiting: 1 }, { failed: 1 }, { estimate: { ...estimate, products: 1 } }])
    assert.equal(wordsOfEnriched({ ...done, ...open }), 'The others have none yet');
  assert.equal(wordsOfEnriched({ ...done, limit: 100 }), 'of 100 that the plan holds');
});
