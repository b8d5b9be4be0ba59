import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { loadConfig } from '../config.ts';
import { createShownMemory } from '../threads/shown-table.ts';
import { createSharedMemory, startHttpThreads } from './http-threads.ts';

test('an HTTP thread that ends unasked is told of, so that the process ends with it', async () => {
  // No database can be made there.
  const settings = loadConfig({}, { FORETYPE_DATA: '/proc/nowhere', FORETYPE_THREADS: '2' }, 'linux');
  assert.ok(settings.ok);
  const death = Promise.withResolvers<Error>();
  const never = () => Promise.reject(new Error('nobody asks'));
  const shared = () => ({ ways: [new MessageChannel().port1] });
  const threads = startHttpThreads({
    ...{
      config: settings.config,
      isTerminal: false,
      target: { engine: 'sqlite', file: '/proc/nowhere/foretype.sqlite' } as const,
      memory: createSharedMemory(),
      shown: createShownMemory(false),
      onDeath: death.resolve,
    },
    ...{ index: shared(), pipeline: shared(), readers: shared() },
    handlers: {
      renderMetrics: never,
      requestsNow: never,
      quarantined: never,
      hashPassword: never,
      matchPassword: never,
    },
  });
  const listening = assert.rejects(threads.listen(0, { day: '2026-11-21', salt: '' }), /stopping/);
  assert.match((await death.promise).message, /nowhere/);
  await listening;
  assert.deepEqual(await threads.stop(0), []);
});
