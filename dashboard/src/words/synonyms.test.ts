import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsOfSynonym } from './synonyms.ts';

test('a synonym is said in words, either way', () => {
  assert.equal(
    wordsOfSynonym({ from: ['wellies'], to: ['rubber boots'] }),
    'wellies also finds rubber boots',
  );
  assert.equal(
    wordsOfSynonym({ from: ['tv', 'telly'], to: ['television'] }),
    'tv and telly also find television',
  );
  assert.equal(
    wordsOfSynonym({ terms: ['lamp', 'light', 'x\u202e'] }),
    'lamp, light, and x‹U+202E› mean the same',
  );
});
