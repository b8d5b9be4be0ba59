/**
 * Waits for a service that has saved its index and has nothing left to do, so that it is measured as it is most of the time: less than
 * a tenth of a processor for 8 s (looked at each second). It changes nothing of the service. After ten minutes it rejects.
 */
// Tests: none; `npm run bench` runs it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Child } from './child.ts';
import type { FilledFolder } from './filled-folder.ts';
import { processMicros } from './processor-time.ts';

const pollMs = 1_000;
/** Milliseconds after which late merges have begun: those that wait until nothing has come for five seconds. */
const restMs = 8_000;
/** A service at rest takes 3 %. */
const restMaxShare = 0.1;
const waitMaxMs = 600_000;

/** Resolves when the index of a filled folder is saved, and nothing was done for a while. */
export async function serviceAtRest(child: Child, { folder, storeId }: FilledFolder): Promise<void> {
  const manifest = join(folder, 'indexes', storeId, 'index.manifest');
  await untilAtRest(child, { isDone: () => existsSync(manifest) });
}

/**
 * Resolves when a process took less than `maxShare` of a processor for eight seconds since `isDone` said yes. Rejects after
 * ten minutes.
 */
export async function untilAtRest(
  { pid }: Pick<Child, 'pid'>,
  { isDone = () => true, maxShare = restMaxShare }: { isDone?: () => boolean; maxShare?: number } = {},
): Promise<void> {
  const endMs = performance.now() + waitMaxMs;
  for (let busyAtMs = performance.now(); performance.now() - busyAtMs < restMs; ) {
    const before = processMicros(pid);
    await pause(pollMs);
    const share = (processMicros(pid) - before) / (pollMs * 1_000);
    if (!isDone() || share > maxShare) busyAtMs = performance.now();
    if (performance.now() > endMs) throw new Error('the service did not come to rest');
  }
}
