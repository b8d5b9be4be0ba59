/**
 * Limits the memory beside the JavaScript heaps: glibc keeps up to 64 MiB of freed memory in each of a dozen arenas, and returns no
 * gap between two pieces that are still held. Building and merging indexes frees a great deal, in several threads, beside small
 * segments that stay. So each piece of 128 KiB or more gets memory of its own, which is returned at once (record 0056). glibc reads
 * these settings when a process starts, so the process replaces itself with one that has them (execve(2), 30 ms). It does nothing on
 * other systems than Linux, where the environment sets one of the two already, or where execve is missing; it never changes another
 * variable, and an error of execve throws before anything was opened.
 */
// Tests: ./native-memory.live.test.ts.
import type { Environment } from '../settings/config-source.ts';

const settings = {
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
} as const;

/** Replaces the process. Returns, and changes nothing, with other settings in the environment or on a platform without execve. */
export function beginWithLeanMemory(environment: Environment): void {
  const { execPath, execArgv, argv, execve } = process;
  if (process.platform !== 'linux' || execve === undefined) return;
  if (Object.keys(settings).some((name) => environment[name] !== undefined)) return;
  execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...environment, ...settings });
}
