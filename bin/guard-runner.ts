/**
 * Copies of the project in which guards are taken away, one at a time, and the tests run that must notice. The copies share the
 * installed packages; nothing is ever changed in the project itself. Limits: 120 s a test, 45 s without its guard, 300 s a file. A
 * hook that fails says nothing of a guard, and counts as neither found nor missed.
 */
// Tests: none; its own run shows whether it works.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { type Guard, judge, type TestEnd, titlePattern } from '../test/guards/guard.ts';
import { sharedFolderVariable } from '../test/support/postgres.ts';
import { root } from './test-files.ts';

/** Longer than any of the tests takes. */
const testTimeoutMs = 120_000;
/** The limit of a test without its guard, which may wait for what never comes; it has failed then. */
const unguardedTimeoutMs = 45_000;
/** The limit of a test file as a whole, with what it starts and stops. */
const fileTimeoutMs = 300_000;

/** The folders that are not copied: installed, made by runs, or history. */
const leftOut = new Set(['node_modules', '.git', '.cache', 'data']);

/** One copy of the project. */
export interface ProjectCopy {
  /** Runs the tests of all these guards without changing anything, so many files at a time. */
  runUnchanged(guards: readonly Guard[], processes: number): Promise<TestEnd[]>;
  /** Runs the guard's tests with the guard taken away, and puts it back. */
  runWithout(guard: Guard): Promise<TestEnd[]>;
  remove(): void;
}

/** `postgresFolder`: the server that all tests share. */
export function copyProject(postgresFolder: string): ProjectCopy {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-guards-'));
  cpSync(root, folder, {
    recursive: true,
    filter: (path) => !leftOut.has(relative(root, path)),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const runTests = (guards: readonly Guard[], engine: 'sqlite' | 'postgres', processes: number) =>
    runIn({ folder, postgresFolder, engine, processes, timeoutMs: testTimeoutMs }, guards);
  return {
    async runUnchanged(guards, processes) {
      const onPostgres = guards.filter(({ engine }) => engine === 'postgres');
      const ends = await runTests(guards, 'sqlite', processes);
      return onPostgres.length === 0
        ? ends
        : [...ends, ...(await runTests(onPostgres, 'postgres', processes))];
    },
    async runWithout(guard) {
      const path = join(folder, guard.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        text.replace(guard.from, () => guard.to),
      );
      try {
        const { engine = 'sqlite' } = guard;
        const place = {
          folder,
          postgresFolder,
          engine,
          processes: 1,
          timeoutMs: unguardedTimeoutMs,
        } as const;
        return await runIn(place, [guard], (ends) => judge(guard, ends).verdict === 'caught');
      } finally {
        writeFileSync(path, text);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The folder, database and limits with which tests run. */
interface Place {
  readonly folder: string;
  readonly postgresFolder: string;
  readonly engine: 'sqlite' | 'postgres';
  /** Test files at a time. */
  readonly processes: number;
  /** The limit of one test. */
  readonly timeoutMs: number;
}

/** Stops early once `isDecided`: what a failed test left open may keep its file from ending. */
async function runIn(
  { folder, postgresFolder, engine, processes, timeoutMs }: Place,
  guards: readonly Guard[],
  isDecided: (ends: readonly TestEnd[]) => boolean = () => false,
): Promise<TestEnd[]> {
  const tests = guards.flatMap((guard) => Object.entries(guard.tests));
  const stop = new AbortController();
  const files = [...new Set(tests.map(([file]) => file))];
  const timer = setTimeout(() => stop.abort(), fileTimeoutMs * files.length);
  const events = run({
    cwd: folder,
    files: files.map((file) => join(folder, file)),
    testNamePatterns: tests.flatMap(([, titles]) => titles.map((title) => new RegExp(titlePattern(title)))),
    concurrency: processes,
    timeout: timeoutMs,
    signal: stop.signal,
    env: {
      ...process.env,
      // Tests of both databases run on one here, which is quicker; those of PostgreSQL alone do not ask.
      FORETYPE_TEST_ENGINE: engine,
      // A test that waits in vain is one that fails.
      FORETYPE_TEST_WAIT_MS: '5000',
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      [sharedFolderVariable]: postgresFolder,
    },
  });
  const ends: TestEnd[] = [];
  try {
    for await (const event of events) {
      const end = endOf(event, folder);
      if (end !== null) ends.push(end);
      if (isDecided(ends)) stop.abort();
    }
  } finally {
    clearTimeout(timer);
  }
  return ends;
}

/** The failures of something other than the test itself: they say nothing about what it tests. */
const notItsOwn = new Set(['hookFailed', 'cancelledByParent']);

function endOf(event: TestEvent, folder: string): TestEnd | null {
  if (event.type !== 'test:pass' && event.type !== 'test:fail') return null;
  // Where the test file is, not the function that registers its tests.
  const { entryFile, file = '', name, skip } = event.data;
  const end = { file: relative(folder, entryFile ?? file), name };
  if (event.type === 'test:pass') return { ...end, outcome: skip === undefined ? 'passed' : 'skipped' };
  const { error } = event.data.details;
  const failure = 'failureType' in error ? String(error.failureType) : '';
  return { ...end, outcome: notItsOwn.has(failure) ? 'hook' : 'failed' };
}
