/**
 * Goal: a server starts, stands beside another one and ends as Contract §1 says. Method: real processes on a data folder
 * of their own; what they print and how they end is all that is looked at.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engineNamed } from '../support/engines.ts';
import {
  addressOf,
  resultOf,
  runForetype,
  type Settings,
  startForetype,
  withDataFolder,
  withServer,
} from '../support/foretype-process.ts';

interface CreatedStore {
  readonly store: { readonly id: string };
  readonly keys: { readonly secret: string; readonly storefront: string };
}

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
    assert.match(stderr, /^foretype serve: Another server is running on .+\n$/);
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

test('Contract §1 the first start makes the demo store, a second none', () =>
  withDataFolder(async (folder) => {
    const settings = { FORETYPE_DATA: folder, FORETYPE_DEMO: 'on' };
    const [first, second] = [await startAndEnd(settings), await startAndEnd(settings)];
    assert.ok(isStart(first) && isStart(second));
    assert.match(first.demo?.keys.secret ?? '', /^ft_sk_/);
    assert.match(first.demo_storefront, /^http:\/\/127\.0\.0\.1:\d+\/demo$/);
    assert.equal(first.demo?.keys.storefront, first.demo_storefront_key);
    assert.equal(second.demo, null);
    assert.equal(second.demo_storefront_key, first.demo_storefront_key);
    const listed = await runForetype(['store', 'list', '--json'], settings);
    assert.equal(resultOf<{ stores: unknown[] }>(listed).stores.length, 1);
  }));

/** What a server printed that was started, asked and ended. */
async function startAndEnd(settings: Settings): Promise<unknown> {
  const server = await startForetype(settings);
  assert.equal((await fetch(`${addressOf(server)}/livez`)).status, 200);
  assert.equal((await server.end()).code, 0);
  return server.started;
}

interface Start {
  readonly demo: { readonly keys: CreatedStore['keys'] } | null;
  readonly demo_storefront: string;
  readonly demo_storefront_key: string;
}

function isStart(started: unknown): started is Start {
  return typeof started === 'object' && started !== null && 'demo' in started && 'demo_storefront' in started;
}
