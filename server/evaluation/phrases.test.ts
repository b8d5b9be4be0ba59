import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePhrases } from './phrases.ts';
import { readRows } from './read-rows.ts';

function parse(...lines: string[]) {
  return parsePhrases(readRows(lines.join('\n'), 'ndjson', 'p.ndjson'));
}

test('phrases belong to products, and the last row wins', () => {
  const phrases = parse(
    '{"external_id": "a", "suggestion_phrases": ["old"]}',
    '{"external_id": "b", "search_phrases": ["night light"]}',
    '{"external_id": "a", "suggestion_phrases": ["red lamp", "desk lamp"], "search_phrases": []}',
  );
  assert.deepEqual(Array.from(phrases), [
    ['a', { suggestionPhrases: ['red lamp', 'desk lamp'], searchPhrases: [] }],
    ['b', { suggestionPhrases: [], searchPhrases: ['night light'] }],
  ]);
});

test('phrases of another shape refuse the file and name the row', () => {
  const wrong = [
    '{"suggestion_phrases": []}',
    '{"external_id": 1}',
    '{"external_id": "a", "search_phrases": "x"}',
    '{"external_id": "a", "search_phrases": [1]}',
    'null',
    '7',
  ];
  for (const line of wrong)
    assert.throws(() => parse(line), { message: /^p\.ndjson, row 1: takes "external_id"/ });
});
