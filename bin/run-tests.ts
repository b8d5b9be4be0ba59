/** Runs of `node --test` over files of this project. Compiled code is kept between processes and runs. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedFolderVariable, startPostgres } from '../test/support/postgres.ts';

export const root = fileURLToPath(new URL('..', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

/** Paths from the root, in one order. */
export function listTests(): string[] {
  return globSync('{contract,csv,server,dashboard,widget,demo,test}/**/*.test.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** All files in one process, for tests that touch neither threads nor sockets. Gives the exit code. */
export function runTogether(paths: readonly string[]): Promise<number> {
  return run(['--test-isolation=none'], paths, {});
}

/** A process for each file, two at a time, and one PostgreSQL server for all. Gives the exit code. */
export async function runApart(paths: readonly string[], environment: Environment = {}): Promise<number> {
  const server = await startPostgres({ isDurable: false });
  try {
    return await run(['--test-concurrency=2'], paths, {
      ...environment,
      [sharedFolderVariable]: server.folder,
    });
  } finally {
    await server.stop();
  }
}

async function run(
  options: readonly string[],
  paths: readonly string[],
  environment: Environment,
): Promise<number> {
  const child = spawn(process.execPath, ['--test', ...options, ...paths], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...environment },
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}
