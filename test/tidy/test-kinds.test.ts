import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOffences } from './offence.ts';
import { liveTestsAreNamedSo } from './test-kinds.ts';

function judge(path: string, text: string): string {
  return describeOffences(liveTestsAreNamedSo([{ path, text }]));
}

test('a unit test that starts a thread, process or socket is reported', () => {
  for (const text of [
    "import { Worker } from 'node:worker_threads';",
    "import { spawnSync } from 'node:child_process';",
    "import { createServer } from 'node:http';",
    "import { connect } from 'node:net';",
    "import { anyEngine } from '../../test/support/engines.ts';",
  ]) {
    assert.match(judge('server/a/b.test.ts', text), /call it server\/a\/b\.live\.test\.ts/, text);
  }
});

test('live tests may start anything, unit tests pure functions', () => {
  const thread = "import { Worker } from 'node:worker_threads';";
  for (const path of [
    'server/a/b.live.test.ts',
    'server/b.alone.test.ts',
    'test/api/b.test.ts',
    'server/b.ts',
  ])
    assert.equal(judge(path, thread), '', path);
  for (const text of [
    "import { MessageChannel } from 'node:worker_threads';",
    "import { isIP } from 'node:net';",
    "import type { Server } from 'node:http';",
  ])
    assert.equal(judge('server/a/b.test.ts', text), '', text);
});
