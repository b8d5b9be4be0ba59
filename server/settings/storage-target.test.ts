import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteUsed } from '../storage/connection-use.ts';
import { type Config, loadConfig } from './config.ts';
import { storageTarget, watchTargets } from './storage-target.ts';

function configWith(connections: number): Config {
  const settings = loadConfig(
    {},
    {
      DATABASE_URL: 'postgres://foretype@db.example/foretype',
      FORETYPE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      FORETYPE_DATABASE_CONNECTIONS: String(connections),
    },
  );
  assert.ok(settings.ok);
  return settings.config;
}

function poolSizes(connections: number): number[] {
  const config = configWith(connections);
  return (['http', 'pipeline', 'reader', 'index'] as const).map((use) => {
    const target = storageTarget(config, use);
    return target.engine === 'postgres' ? (target.poolSize ?? 0) : 0;
  });
}

test('all threads share the connections, and each has two', () => {
  assert.deepEqual(poolSizes(30), [6, 12, 6, 6]);
  for (const connections of [10, 12, 16, 30, 136]) {
    const sizes = poolSizes(connections);
    assert.ok(Math.min(...sizes) >= 2, `${sizes}`);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= connections, `${sizes}`);
  }
});

test('connections are counted however often their target was asked for', () => {
  const { targetOf, connections } = watchTargets(configWith(30));
  for (const target of [targetOf('http'), targetOf('http')]) {
    assert.ok(target.engine === 'postgres' && target.use !== undefined);
    noteUsed(target.use, 1);
  }
  assert.deepEqual(connections(), [{ use: 'http', most: 6, used: 2, waiting: 0 }]);
});
