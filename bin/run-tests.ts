/** A run of `node --test` over files of this project. Compiled code is kept between processes and runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedFolderVariable, startPostgres } from '../test/support/postgres.ts';
import { kindOf, root } from './test-files.ts';

export type Environment = Readonly<Record<string, string>>;

export interface RunOptions {
  /** So many at a time. */
  readonly processes: number;
  readonly environment?: Environment;
  /** Starts no further files after so many seconds, and names those that it left out. */
  readonly withinSeconds?: number;
}

/** Files that are started together where the time is limited. */
export const filesPerRound = 9;

/** Test files that share a process. More save starts; fewer keep all processes busy to the end. Chosen. */
const filesPerGroup = { unit: 60, live: 14 } as const;

/** Runs them on one PostgreSQL server. Gives the exit code. */
export async function runTests(paths: readonly string[], options: RunOptions): Promise<number> {
  const { withinSeconds = Number.POSITIVE_INFINITY } = options;
  const folder = mkdtempSync(join(tmpdir(), 'foretype-tests-'));
  const files = groupFiles(paths, folder);
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

/** What `node --test` is given: files that have a process for themselves, and for the others files that import a group. */
function groupFiles(paths: readonly string[], folder: string): string[] {
  const byKind = Map.groupBy(paths, kindOf);
  const groups = (['live', 'unit'] as const).flatMap((kind) => {
    const files = byKind.get(kind) ?? [];
    const count = Math.ceil(files.length / filesPerGroup[kind]);
    return Array.from({ length: count }, (_, number) => {
      const group = files.filter((_path, index) => Math.floor((index * count) / files.length) === number);
      const file = join(folder, `${kind}-${number + 1}.test.mjs`);
      const runner = new URL('./run-together.ts', import.meta.url);
      writeFileSync(
        file,
        `import { runTogether } from '${runner}';\nrunTogether(${JSON.stringify(group)});\n`,
      );
      return file;
    });
  });
  return [...groups, ...(byKind.get('alone') ?? []), ...(byKind.get('scenario') ?? [])];
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
      ...environment,
      [sharedFolderVariable]: serverFolder,
    },
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
