import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { waitUntil } from './wait-until.ts';

/** What a campaign does: a service of its own, until it is ended. */
const parent = `
  const { createServiceData, startChildService } = await import('./test/support/child-service.ts');
  const data = await createServiceData('sqlite');
  process.once('exit', () => data.remove());
  console.log((await startChildService(data)).pid);
  setInterval(() => {}, 1_000);`;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a service ends with the process that started it', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const pid = await new Promise<number>((resolve) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(Number(line)));
  });
  assert.ok(isAlive(pid));
  child.kill('SIGTERM');
  assert.equal(await ended, 143);
  await waitUntil('the service to be gone', async () => !isAlive(pid));
});
