/**
 * Goal: a server starts, stands beside another one and ends as Contract §1 says. Method: real processes on a data folder
 * of their own; what they print and how they end is all that is looked at.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineNamed } from '../support/engines.ts';
import {
  addressOf,
  runForetype,
  startForetype,
  withDataFolder,
  withServer,
} from '../support/foretype-process.ts';

test('a server ends with 0 on either signal', () =>
  withDataFolder(async (folder) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = await startForetype({ FORETYPE_DATA: folder });
      assert.equal((await fetch(`${addressOf(server)}/livez`)).status, 200);
      const { code, stderr } = await server.end(signal);
      assert.deepEqual([code, stderr], [0, '']);
    }
  }));

test('a second server on one data folder ends with 1', () =>
  withServer(async (folder, origin) => {
    const { code, stdout, stderr } = await runForetype(['serve'], { FORETYPE_DATA: folder, PORT: '0' });
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^foretype serve: A server is running on .+\n$/);
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
