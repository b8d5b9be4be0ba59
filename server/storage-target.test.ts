import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';
import { storageTarget } from './storage-target.ts';

function poolSizes(threads: number, connections: number): number[] {
  const settings = loadConfig(
    {},
    {
      DATABASE_URL: 'postgres://foretype@db.example/foretype',
      FORETYPE_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      FORETYPE_DATABASE_CONNECTIONS: String(connections),
      FORETYPE_THREADS: String(threads),
    },
    'linux',
  );
  assert.ok(settings.ok);
  const { config } = settings;
  const sizeOf = (use: Parameters<typeof storageTarget>[1]) => {
    const target = storageTarget(config, use);
    return target.engine === 'postgres' ? (target.poolSize ?? 0) : 0;
  };
  const others = Array.from({ length: threads - 1 }, () => sizeOf('http-thread'));
  return [sizeOf('http'), sizeOf('pipeline'), sizeOf('reader'), sizeOf('index'), ...others];
}

test('all threads share the connections, and each has two', () => {
  assert.deepEqual(poolSizes(1, 30), [6, 12, 6, 6]);
  for (const [threads, connections] of [
    [1, 10],
    [2, 12],
    [4, 16],
    [4, 30],
    [64, 136],
  ] as const) {
    const sizes = poolSizes(threads, connections);
    assert.equal(sizes.length, 3 + threads);
    assert.ok(Math.min(...sizes) >= 2, `${sizes}`);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= connections, `${sizes}`);
  }
});
