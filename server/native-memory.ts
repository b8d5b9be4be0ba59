/**
 * Memory beside the JavaScript heaps: glibc keeps up to 64 MiB of what was freed in each of a dozen arenas, and gives back
 * no gap between two things that are still held. Building and merging indexes frees a great deal, in several threads, beside
 * small segments that stay. So what takes 128 KiB or more has memory of its own, which is given back at once (record 0056).
 * glibc reads these settings when a process starts, so the process replaces itself with one that has them, which takes 30 ms (execve(2)).
 */
import type { Environment } from './config-source.ts';

const settings = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

/** Returns where there is nothing to do: another C library, settings of somebody else's, a platform without execve. */
export function beginWithLeanMemory(environment: Environment): void {
  const { execPath, execArgv, argv, execve } = process;
  if (process.platform !== 'linux' || execve === undefined) return;
  if (Object.keys(settings).some((name) => environment[name] !== undefined)) return;
  execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...environment, ...settings });
}
