import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentenceOf } from './count-unopened-secrets.ts';

test('many secrets that no key opens are counted', () => {
  const unopened = Array.from({ length: 25 }, (_, index) => `feed ${index + 1} of store 1`);
  const sentence = sentenceOf({ sealed: 30, unopened }, null) ?? '';
  assert.match(sentence, /^25 of 30 secrets .+: feed 1 of store 1, .+, feed 20 of store 1, 5 more\. /);
  assert.equal(sentenceOf({ sealed: 30, unopened: [] }, null), null);
});
