/**
 * Goal: a server starts, stands beside another one and ends as Contract §1 says. Method: real processes on a data folder
 * of their own; what they print and how they end is all that is looked at.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { engineNamed } from '../support/engines.ts';
import {
  addressOf,
  runForetype,
  startForetype,
  withDataFolder,
  withServer,
} from '../support/foretype-process.ts';
import { waitUntil } from '../support/wait-until.ts';

const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

test('a server ends with 0 on either signal', () =>
  withDataFolder(async (folder) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = await startForetype({ FORETYPE_DATA: folder });
      assert.equal((await fetch(`${addressOf(server)}/livez`)).status, 200);
      const { code, stderr } = await server.end(signal);
      assert.deepEqual([code, stderr], [0, '']);
    }
  }));

test('a server of its own warms up before readiness', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder, LOG_LEVEL: 'debug' };
    const server = await startForetype(settings);
    const isReady = async () => (await fetch(`${addressOf(server)}/readyz`)).ok;
    await waitUntil('readiness', isReady);
    const { stderr } = await server.end();
    const readyAt = stderr.search(/"path":"\/readyz","status":200/);
    const warmed = [...stderr.matchAll(/"asked":[1-9]\d*,"msg":"warmed up"/g)];
    assert.equal(warmed.length, 1, stderr);
    for (const { index } of warmed) assert.ok(readyAt < 0 || index < readyAt, stderr);
  }));

test('a signal to npm start reaches the server', () =>
  withDataFolder(async (folder) => {
    // A group of its own, so that whatever is left of it can be ended.
    const { PATH = '', HOME = '' } = process.env;
    const settings = { FORETYPE_DATA: folder, FORETYPE_DEMO: 'off', PORT: '0', LOG_LEVEL: 'error' };
    const npm = spawn('npm', ['start', '--silent', '--ignore-scripts', '--', '--json'], {
      cwd: projectFolder,
      env: { PATH, HOME, ...settings },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(npm, 'exit');
    try {
      const [line] = await once(createInterface({ input: npm.stdout }), 'line');
      const { address } = JSON.parse(String(line));
      npm.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      const isGone = async () =>
        fetch(`${address}/livez`).then(
          () => false,
          () => true,
        );
      await waitUntil('the server to end', isGone, 10_000);
    } finally {
      endGroup(npm.pid);
    }
  }, engineNamed('sqlite')));

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}

test('a second server on one data folder ends with 1', () =>
  withServer(async (folder, origin) => {
    const { code, stdout, stderr } = await runForetype(['serve'], { FORETYPE_DATA: folder, PORT: '0' });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^foretype serve: A server \(process \d+, since .+\) uses .+\n$/);
    assert.equal((await fetch(`${origin}/livez`)).status, 200);
  }, engineNamed('sqlite')));

test('a server whose port is taken ends with 1', () =>
  withServer(async (_folder, origin) => {
    await withDataFolder(async (other) => {
      const settings = { FORETYPE_DATA: other, PORT: new URL(origin).port };
      const { code, stdout, stderr } = await runForetype(['serve'], settings);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, /^foretype serve: .*EADDRINUSE/m);
    });
  }));
