/** A run of `node --test` over files of this project. Compiled code is kept between processes and runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sharedFolderVariable, startPostgres } from '../test/support/postgres.ts';
import { root, together } from './test-files.ts';

export type Environment = Readonly<Record<string, string>>;

export interface RunOptions {
  /** So many at a time. */
  readonly processes: number;
  readonly environment?: Environment;
  /** Starts no further files after so many seconds, and names those that it left out. */
  readonly withinSeconds?: number;
}

/** Files that are started together where the time is limited. */
const filesPerRound = 9;

/** A process for each file, or for those that share one, and one PostgreSQL server for all. Gives the exit code. */
export async function runTests(paths: readonly string[], options: RunOptions): Promise<number> {
  const { withinSeconds = Number.POSITIVE_INFINITY } = options;
  const files = together(paths);
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
  }
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
