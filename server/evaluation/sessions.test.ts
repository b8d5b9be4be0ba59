import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRows } from './read-rows.ts';
import { parseSessions } from './sessions.ts';

function parse(...lines: string[]): string[] {
  return parseSessions(readRows(lines.join('\n'), 'ndjson', 's.ndjson'));
}

test('typing sessions give the text after each key', () => {
  const typed = parse(
    '{"query": "tv", "events": [[120, "t"], [80, "tv"], [5, " "]]}',
    '{"events": [[1, "a"]]}',
  );
  assert.deepEqual(typed, ['t', 'tv', 'a']);
});

test('a malformed typing session refuses the file and names its row', () => {
  const shape = 'takes "events", a list of [milliseconds, text].';
  for (const line of [
    '{"query": "tv"}',
    '{"events": [[1]]}',
    '{"events": ["t"]}',
    '{"events": {}}',
    '7',
    'null',
  ]) {
    assert.throws(() => parse('{"events": []}', line), { message: `s.ndjson, row 2: ${shape}` });
  }
});
