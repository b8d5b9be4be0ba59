/**
 * Closes what all test files of a process share, after the last of them. The hook belongs to whatever suite is being defined when
 * this module is first imported, so `bin/run-together.ts` imports it outside of any. A close that rejects fails the process's run. It
 * has no time limit and never closes what a single test opened.
 */
import { after } from 'node:test';

const closers: (() => Promise<void>)[] = [];

/** Closes something after the last test of this process. */
export function atEnd(close: () => Promise<void>): void {
  closers.push(close);
}

after(async () => {
  for (const close of closers) await close();
});
