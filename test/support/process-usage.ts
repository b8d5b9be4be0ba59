/**
 * Tells what a process of Linux uses: memory (MiB), processor time (ms, in steps of 10), threads. It reads `/proc` only and changes
 * nothing. On other systems, or where the process is gone, it throws.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Resident memory in MiB. */
export function residentMiB(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error('The memory of a process is read on Linux only.');
  return Math.round(Number(kibibytes) / 1_024);
}

/** One tick of `/proc/PID/stat` (proc(5)): 1/100 s on every Linux that Node runs on. */
const tickMs = 10;

/** Processor time of all its threads since it started, in milliseconds. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may hold spaces; user and system time are the 12th and 13th field behind it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/** Its threads: names by id. The kernel cuts names at 15 characters. */
export function threadsOf(pid: number): ReadonlyMap<number, string> {
  const tasks = `/proc/${pid}/task`;
  const found = readdirSync(tasks).flatMap((task) => {
    const file = join(tasks, task, 'comm');
    return existsSync(file) ? [[Number(task), readFileSync(file, 'utf8').trim()] as const] : [];
  });
  return new Map(found);
}
