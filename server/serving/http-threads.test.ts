import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { loadConfig } from '../config.ts';
import { createShownMemory } from '../threads/shown-table.ts';
import { ThreadEnd } from '../threads/start-thread.ts';
import { createSharedMemory, startHttpThreads } from './http-threads.ts';

test('an HTTP thread that cannot begin fails the start', async () => {
  // No database can be made there.
  const settings = loadConfig({}, { FORETYPE_DATA: '/proc/nowhere', FORETYPE_THREADS: '2' }, 'linux');
  assert.ok(settings.ok);
  const never = () => Promise.reject(new Error('nobody asks'));
  const behind = { openWay: () => new MessageChannel().port1, onStartedAgain() {} };
  const warnings: string[] = [];
  const threads = startHttpThreads({
    config: settings.config,
    isTerminal: false,
    warmUpFile: null,
    target: { engine: 'sqlite', file: '/proc/nowhere/foretype.sqlite' } as const,
    memory: createSharedMemory(),
    shown: createShownMemory(false),
    onWarning: (message: string) => warnings.push(message),
    onDeath: assert.fail,
    index: behind,
    pipeline: behind,
    readers: behind,
    handlers: {
      renderMetrics: never,
      requestsNow: never,
      faults: never,
      noteDamage: never,
      hashPassword: never,
      matchPassword: never,
    },
  });
  await assert.rejects(
    threads.listen(0, { day: '2026-11-21', salt: '' }),
    ({ cause }: Error) => cause instanceof ThreadEnd && cause.message.includes('nowhere'),
  );
  // It would be started again a moment later.
  assert.match(warnings.join(), /HTTP thread ended .*nowhere/);
  assert.deepEqual(await threads.stop(0), []);
});
