/**
 * Starts servers and measurements that are to be measured, each in its own process. Memory is read in bytes, processor time in
 * milliseconds, both of Linux only: elsewhere they are NaN or null. A child that ends before it is ready, or a measurement with a code
 * other than 0, rejects; `stop` ends only the process that was started here.
 */
// Tests: test/bench/child.live.test.ts.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

export interface Child {
  /** The first line it printed, parsed. */
  readonly started: Readonly<Record<string, unknown>>;
  readonly pid: number;
  /** Processor time of all its threads so far, in milliseconds; null where the system does not tell. */
  cpuMs(): number | null;
  /** Memory that it holds at the moment; NaN where the system does not tell. */
  residentBytes(): number;
  /** The most that it held so far, likewise. */
  peakBytes(): number;
  /** Does nothing where it has ended. */
  stop(): Promise<void>;
}

/** Starts a TypeScript file of this project and waits for the JSON line that it prints when it is ready. */
export async function startChild(
  file: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Child> {
  const path = new URL(file, import.meta.url).pathname;
  const child: ChildProcess = spawn(process.execPath, [decodeURIComponent(path), ...words], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  if (child.stdout === null) throw new Error('the child has no output');
  const died = once(child, 'close').then(([code]) => {
    throw new Error(`${file} ended with ${code ?? 'a signal'} before it was ready`);
  });
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), died])) as [string];
  return {
    started: JSON.parse(line) as Record<string, unknown>,
    pid: child.pid ?? 0,
    cpuMs() {
      // Fields 14 and 15: user and system time in hundredths of a second (proc(5)).
      const file = `/proc/${child.pid}/stat`;
      if (!existsSync(file)) return null;
      const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    residentBytes: () => statusBytes(child.pid, 'VmRSS'),
    peakBytes: () => statusBytes(child.pid, 'VmHWM'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** A line of `/proc/PID/status` (proc(5)); NaN where there is none. */
function statusBytes(pid: number | undefined, name: string): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(file, 'utf8'))?.[1];
  return Number(kibibytes) * 1_024;
}

/**
 * Runs a TypeScript file of this folder to its end and gives back what it printed, parsed. Its memory is its own, so
 * that one measurement leaves nothing for the next to collect. Rejects where it failed; it has said why on standard
 * error.
 */
export async function measureInChild(file: string, words: readonly string[]): Promise<unknown> {
  const path = decodeURIComponent(new URL(file, import.meta.url).pathname);
  const child = spawn(process.execPath, [path, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'close');
  const output = await text(child.stdout);
  const [code] = (await ended) as [number | null];
  process.off('exit', kill);
  if (code !== 0) throw new Error(`${file} ended with ${code ?? 'a signal'}`);
  return JSON.parse(output);
}
