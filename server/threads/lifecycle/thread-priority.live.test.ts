import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { lowerPriority } from './thread-priority.ts';

test('on Linux only the named thread gives way', async () => {
  const worker = new Worker('setInterval(() => {}, 1_000);', { eval: true, name: 'a-busy-worker-thread' });
  try {
    await new Promise((resolve) => worker.once('online', resolve));
    const own = getPriority();
    lowerPriority('a-busy-worker-thread', 5);
    if (process.platform !== 'linux') return;
    const idOf = (name: string) =>
      readdirSync('/proc/self/task').find(
        (id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trimEnd() === name,
      );
    // The tests themselves may run at a low priority.
    assert.equal(getPriority(Number(idOf('a-busy-worker-t'))), Math.min(own + 5, 19));
    assert.equal(getPriority(), own);
  } finally {
    await worker.terminate();
  }
});
