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
}

/** A process for each file, or for those that share one, and one PostgreSQL server for all. Gives the exit code. */
export async function runTests(
  paths: readonly string[],
  { processes, environment = {} }: RunOptions,
): Promise<number> {
  const server = await startPostgres({ isDurable: false });
  try {
    const child = spawn(process.execPath, ['--test', `--test-concurrency=${processes}`, ...together(paths)], {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
        ...environment,
        [sharedFolderVariable]: server.folder,
      },
    });
    const [code] = await once(child, 'exit');
    return typeof code === 'number' ? code : 1;
  } finally {
    await server.stop();
  }
}
