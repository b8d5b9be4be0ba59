/**
 * The merge thread: merges large segments, so that the index thread is free meanwhile. It reads no database and holds nothing after an
 * answer. A plan that cannot be merged rejects its call alone. Sizes are bytes; started outside of a worker it throws.
 */
// Tests: ./merge-client.test.ts.
import { parentPort } from 'node:worker_threads';
import { mergeSegments } from '../../search/indexing/merge-plan.ts';
import { countIndexMemory, countSharedMemory } from '../lifecycle/external-memory.ts';
import { serveRpc } from '../lifecycle/rpc.ts';
import type { MergeMethods } from './merge-client.ts';

if (parentPort === null) throw new Error('merge-thread.ts runs as a worker thread');
serveRpc<MergeMethods>(parentPort, {
  async merge(plan) {
    countIndexMemory(plan);
    const merged = mergeSegments(plan);
    countSharedMemory(merged);
    return merged;
  },
});
