/**
 * Runs files of tests with `node --test`, several in a process, against one PostgreSQL server that it starts. Compiled code is kept
 * between runs. Returns the exit code; it never repeats a failed test. Files go 60 (unit) or 18 (live) in a process, 9 together where
 * the time is limited. A server that does not start rejects; it ends only processes that it started.
 */
// Tests: none; its own run shows whether it works.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedFolderVariable, startPostgres } from '../test/support/postgres.ts';
import { kindOf, root } from './test-files.ts';

export type Environment = Readonly<Record<string, string>>;

export interface RunOptions {
  /** Number of processes at a time. */
  readonly processes: number;
  readonly environment?: Environment;
  /** Starts no further files after so many seconds, and names those that it left out. */
  readonly withinSeconds?: number;
}

/** Files that are started together where the time is limited. */
export const filesPerRound = 9;

/** Test files that share a process. More save starts; fewer keep all processes busy to the end. Chosen. */
const filesPerGroup = { unit: 60, live: 18 };

/** The environment variable that lets every test of a process run on one database. */
export const engineVariable = 'FORETYPE_TEST_ENGINE';

/** The one that lets tests for both databases of a process run on one of them. */
const halfVariable = 'FORETYPE_TEST_HALF';

/** Test files that share a process, and what is set in it. */
interface TestGroup {
  readonly name: string;
  readonly files: readonly string[];
  readonly environment: Environment;
}

/** Runs them on one PostgreSQL server. Gives the exit code. */
export async function runTests(paths: readonly string[], options: RunOptions): Promise<number> {
  const { withinSeconds = Number.POSITIVE_INFINITY } = options;
  const folder = mkdtempSync(join(tmpdir(), 'foretype-tests-'));
  const files = groupFiles(paths, folder, options.environment ?? {});
  const perRound = Number.isFinite(withinSeconds) ? filesPerRound : files.length;
  const endsAt = performance.now() + withinSeconds * 1_000;
  const server = await startPostgres({ isDurable: false });
  try {
    for (let from = 0; from < files.length; from += perRound) {
      if (performance.now() > endsAt) {
        console.log(`The time is up. Not run: ${files.slice(from).join(' ')}`);
        return 0;
      }
      const code = await runRound(files.slice(from, from + perRound), server.folder, options);
      if (code !== 0) return code;
    }
    return 0;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns the files for `node --test`: those that have a process for themselves, and for the others files that import a group.
 */
function groupFiles(paths: readonly string[], folder: string, environment: Environment): string[] {
  const byKind = Map.groupBy(paths, kindOf);
  const live = byKind.get('live') ?? [];
  const isChosen = (environment[engineVariable] ?? process.env[engineVariable]) !== undefined;
  const groups = [
    ...(isChosen ? splitFiles('live', live) : splitByDatabase(live)),
    ...splitFiles('unit', byKind.get('unit') ?? []),
  ];
  return [
    ...groups.map((group) => writeGroup(group, folder)),
    ...(byKind.get('alone') ?? []),
    ...(byKind.get('scenario') ?? []),
  ];
}

/**
 * Tests of the API that are for both databases run on one of them, those of each file on the other one the next day: tests of the storage
 * hold both to the same answers, and on both the API takes half the time of the whole run.
 */
function splitByDatabase(paths: readonly string[]): TestGroup[] {
  const day = Math.floor(Date.now() / 86_400_000);
  const { api = [], rest = [] } = Object.groupBy(paths, (path) =>
    path.startsWith('test/api/') ? 'api' : 'rest',
  );
  const [onSqlite, onPostgres] = [0, 1].map((half) => api.filter((_, place) => (place + day) % 2 === half));
  return [
    ...splitFiles('api-sqlite', onSqlite ?? [], { [halfVariable]: 'sqlite' }),
    ...splitFiles('api-postgres', onPostgres ?? [], { [halfVariable]: 'postgres' }),
    ...splitFiles('live', rest),
  ];
}

function splitFiles(name: string, files: readonly string[], environment: Environment = {}): TestGroup[] {
  const count = Math.ceil(files.length / (name === 'unit' ? filesPerGroup.unit : filesPerGroup.live));
  return Array.from({ length: count }, (_, number) => ({
    name: `${name}-${number + 1}`,
    files: files.filter((_path, place) => Math.floor((place * count) / files.length) === number),
    environment,
  }));
}

function writeGroup({ name, files, environment }: TestGroup, folder: string): string {
  const file = join(folder, `${name}.test.mjs`);
  const runner = new URL('./run-together.ts', import.meta.url);
  // The environment is set before any module reads it.
  writeFileSync(
    file,
    `Object.assign(process.env, ${JSON.stringify(environment)});
const { runTogether } = await import('${runner}');
runTogether(${JSON.stringify(files)});
`,
  );
  return file;
}

/** Databases of tests lie in memory where there is room: on a disk half of a run waits for it to say that all is written. */
function fastFolder(): string {
  const inMemory = '/dev/shm';
  const leastBytes = 4 * 2 ** 30;
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize < leastBytes ? tmpdir() : inMemory;
}

async function runRound(
  files: readonly string[],
  serverFolder: string,
  { processes, environment = {} }: RunOptions,
): Promise<number> {
  const child = spawn(process.execPath, ['--test', `--test-concurrency=${processes}`, ...files], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
      TMPDIR: fastFolder(),
      ...environment,
      [sharedFolderVariable]: serverFolder,
    },
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
