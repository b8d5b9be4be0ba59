/** How long something may take on a machine that has other work as well. */
import { availableParallelism, loadavg } from 'node:os';

/** The milliseconds of an idle machine, and as much more as there is more to do than cores can. */
export function underLoad(ms: number): number {
  return ms * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
