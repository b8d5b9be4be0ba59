/**
 * `npm test`: every test, in two runs. Tests that touch neither threads nor sockets share one process, since starting a
 * process each takes longer than what they do; the others have one each, two at a time, and one PostgreSQL server
 * together. Compiled code is kept between processes and runs. Ends with 1 where a test failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedFolderVariable, startPostgres } from '../test/support/postgres.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sharingFolders =
  /^(?:csv|dashboard|widget|server\/(?:accounts|catalog|evaluation|ingest|insight|search)|test\/(?:search|tidy))\//;
/** Works for as long as all others of its folder together. */
const longTests = new Set(['test/search/engine-property.test.ts']);

const files = globSync('{contract,csv,server,dashboard,widget,demo,test}/**/*.test.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .sort();
const sharing = files.filter((path) => sharingFolders.test(path) && !longTests.has(path));
const apart = files.filter((path) => !sharing.includes(path));

async function run(
  options: readonly string[],
  paths: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(process.execPath, ['--test', ...options, ...paths], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...environment },
  });
  const [code] = await once(child, 'exit');
  return typeof code === 'number' ? code : 1;
}

const alone = await run(['--test-isolation=none'], sharing);
const server = await startPostgres({ isDurable: false });
const together = await run(['--test-concurrency=2'], apart, { [sharedFolderVariable]: server.folder });
await server.stop();
process.exitCode = Math.max(alone, together);
