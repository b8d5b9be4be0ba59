/** Goal: no test leaves a server or a folder behind, however it ends. Method: a process is killed with its server running. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

test('a test process that is killed takes its server along', async () => {
  const script = fileURLToPath(new URL('postgres-child.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  let url = '';
  for await (const line of createInterface({ input: child.stdout })) {
    url = line;
    child.kill('SIGKILL');
  }
  const folder = dirname(new URL(url).searchParams.get('host') ?? '');
  for (let turn = 0; turn < 1_000 && existsSync(folder); turn += 1) await sleep(10);
  assert.equal(existsSync(folder), false);
  await assert.rejects(new Client({ connectionString: url }).connect(), { code: 'ENOENT' });
});
