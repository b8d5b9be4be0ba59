import assert from 'node:assert/strict';
import { test } from 'node:test';
import { synonymsOf } from './synonyms.ts';

test('a text gets the synonyms of every rule, one-way ones forward', () => {
  const rules = [
    { from: ['wellies', 'Gummi  Boots'], to: ['rubber boots'] },
    { terms: ['Wellies', 'rain boots', 'rubber boots'] },
    { terms: ['lamp', 'light'] },
  ];
  assert.deepEqual(synonymsOf('wellies', rules), ['rubber boots', 'rain boots']);
  assert.deepEqual(synonymsOf('gummi boots', rules), ['rubber boots']);
  assert.deepEqual(synonymsOf('boots', rules), []);
});
