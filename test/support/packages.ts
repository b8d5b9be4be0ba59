/**
 * The packages that shops install, packed by npm and installed in a folder of their own, as a consumer has them. npm is asked for nothing
 * of a registry: packages of the project itself stand in for those that a consumer would fetch. A command that fails throws with what it
 * printed.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildDashboard } from './dashboard-browser.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** A packed package: its file, and what is in it. */
export interface PackedPackage {
  readonly path: string;
  /** Paths within the package, sorted. */
  readonly files: readonly string[];
}

/** A folder of a consumer. The caller removes it. */
export interface Consumer {
  readonly folder: string;
  /** Runs a module in this Node and returns what it printed. `environment` is added to that of the process. */
  runModule(text: string, environment?: Readonly<Record<string, string>>): Promise<string>;
  /** Compiles a module as strictly as the compiler can, and returns its faults; empty if there are none. */
  compile(name: string, text: string, options?: readonly string[]): Promise<string>;
}

/** Builds and packs a package of `packages/` into a folder. */
export async function packPackage(name: string, folder: string): Promise<PackedPackage> {
  buildDashboard();
  const { stdout } = await npm(join(root, 'packages', name, 'dist'), [
    'pack',
    '--json',
    '--pack-destination',
    folder,
  ]);
  const [packed] = Object.values(JSON.parse(stdout)) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error(`npm packed nothing: ${stdout}`);
  return { path: join(folder, packed.filename), files: packed.files.map(({ path }) => path).sort() };
}

/** Installs packed packages into a new folder, and lends it installed packages of the project by name. */
export async function installPackages(
  packed: readonly PackedPackage[],
  lent: readonly string[] = [],
): Promise<Consumer> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-consumer-'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  const paths = packed.map(({ path }) => path);
  await npm(folder, ['install', '--offline', '--legacy-peer-deps', '--no-audit', '--no-fund', ...paths]);
  for (const name of ['@types/node', 'undici-types', ...lent]) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place, 'dir');
  }
  return {
    folder,
    async runModule(text, environment = {}) {
      const path = join(folder, 'module.js');
      writeFileSync(path, text);
      const env = { ...process.env, ...environment };
      return (await run(process.execPath, [path], { cwd: folder, env })).stdout;
    },
    async compile(name, text, more = []) {
      writeFileSync(join(folder, name), text);
      const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
      const modules = ['--module', 'nodenext', '--target', 'esnext', '--jsx', 'react-jsx'];
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      return await run(process.execPath, [compiler, ...options, ...modules, ...more, name], {
        cwd: folder,
      }).then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      );
    },
  };
}

function npm(folder: string, args: readonly string[]) {
  // A cache of its own, which a locked-down home cannot refuse.
  const env = {
    ...process.env,
    npm_config_cache: join(tmpdir(), 'foretype-npm-cache'),
    npm_config_update_notifier: 'false',
  };
  return run('npm', [...args], { cwd: folder, env, shell: process.platform === 'win32' });
}
