import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffences } from './offence.ts';
import { threadsLoadNoSchemas } from './threads.ts';

function judge(files: Record<string, string>): string {
  return describeOffences(
    threadsLoadNoSchemas(Object.entries(files).map(([path, text]) => ({ path, text }))),
  );
}

const schemas = { 'contract/a.ts': "import { Type } from 'typebox';" };

test('an indirect schema load in a thread is reported there', () => {
  const found = judge({
    ...schemas,
    'server/threads/x-thread/x-thread.ts': "import { b } from '../../b.ts';",
    'server/b.ts': "import { type Body, kinds } from '../contract/a.ts';",
  });
  assert.match(found, /^contract\/a\.ts:1: is loaded by a thread/);
});

test('schema types and loads outside threads are allowed', () => {
  const found = judge({
    ...schemas,
    'server/threads/x-thread/x-thread.ts': "import type { Body } from '../../../contract/a.ts';",
    'server/http/c.ts': "import { kinds } from '../../contract/a.ts';",
  });
  assert.equal(found, '');
});
