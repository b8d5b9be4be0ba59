/**
 * Runs `foretype` as people run it: a process of its own, with settings and a data folder of its own, which is removed afterwards. A
 * code other than 0 is a result, not an error; a server that ends before it listens rejects. It never inherits settings of the
 * machine, nor kills what it did not start.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openStorage, type StorageTarget } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { boundDescriptors } from './bound-descriptors.ts';
import { anyEngine, type TestEngine } from './engines.ts';
import { waitUntil } from './wait-until.ts';

export type Settings = Readonly<Record<string, string>>;

/** The end of a command. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ServerProcess {
  /** The one line of `serve --json`. */
  readonly started: unknown;
  /** Resolves when its log holds it. */
  untilLogged(pattern: RegExp): Promise<void>;
  /** Reads its log no longer. */
  closeLog(): void;
  /** Sends the signal and resolves when the process has ended. */
  end(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<CommandResult>;
}

const main = fileURLToPath(new URL('../../server/main.js', import.meta.url));

/** The settings that lead from data folders to databases that are not in them. */
const databases = new Map<string, Settings>();

/**
 * Gives an empty folder to the work and removes it afterwards, whatever happens. Where tests are run on PostgreSQL,
 * commands with this data folder have an empty database there.
 */
export async function withDataFolder(
  work: (folder: string) => Promise<void>,
  engine: TestEngine = anyEngine,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-data-'));
  const { target, close } = await engine.openEmpty();
  if (target.engine === 'postgres') {
    const key = randomBytes(32).toString('base64');
    const pooler = target.isPooled === true ? 'transaction' : 'none';
    databases.set(folder, {
      DATABASE_URL: target.url,
      FORETYPE_DATABASE_POOLER: pooler,
      FORETYPE_SECRET_KEY: key,
    });
  }
  try {
    await work(folder);
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

/** The settings that lead commands to the database of this data folder; empty where it is in the folder itself. */
export function databaseSettingsOf(folder: string): Settings {
  return databases.get(folder) ?? {};
}

/** Returns the database of commands with this data folder. */
export function targetOf(folder: string): StorageTarget {
  const url = databases.get(folder)?.DATABASE_URL;
  return url === undefined
    ? { engine: 'sqlite', file: join(folder, 'foretype.sqlite') }
    : { engine: 'postgres', url, poolSize: 2 };
}

/** The database of commands with this data folder. */
export function openStorageOf(folder: string): Promise<Storage> {
  return openStorage(targetOf(folder));
}

/** Runs a command to its end; `descriptors` is how many files it may have open. */
export function runForetype(
  words: readonly string[],
  settings: Settings,
  descriptors: number | null = null,
): Promise<CommandResult> {
  return startCommand(words, settings, descriptors).ended;
}

/** Starts `serve --json` on a free port and resolves when it listens. Rejects where it ends before. */
export async function startForetype(settings: Settings): Promise<ServerProcess> {
  const { child, ended, logged } = startCommand(['serve', '--json'], { PORT: '0', ...settings });
  const firstLine = new Promise<string>((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  const started = await Promise.race([
    firstLine,
    ended.then(({ code, stderr }) => Promise.reject(new Error(`serve ended with ${code}: ${stderr}`))),
  ]);
  return {
    started: JSON.parse(started),
    untilLogged: (pattern) => waitUntil(`${pattern} in the log`, async () => pattern.test(logged())),
    closeLog() {
      child.stderr.destroy();
    },
    end(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a command. `logged`: what it has said on standard error so far; `printed`: on standard output. */
export function startCommand(
  words: readonly string[],
  settings: Settings,
  descriptors: number | null = null,
) {
  const database = databases.get(settings.FORETYPE_DATA ?? '');
  const [command, ...args] = boundDescriptors([process.execPath, main, ...words], descriptors);
  const child = spawn(command, args, {
    env: { ...inheritedSettings(), ...database, FORETYPE_DEMO: 'off', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  const ended = new Promise<CommandResult>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { child, ended, logged: () => stderr, printed: () => stdout };
}

/** The environment that a process needs of its machine, without settings of the service that happen to be there. */
function inheritedSettings(): Settings {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
}

/** Returns the address at which a server listens. */
export function addressOf({ started }: ServerProcess): string {
  assert.ok(typeof started === 'object' && started !== null && 'address' in started);
  assert.match(String(started.address), /^https?:\/\/127\.0\.0\.1:\d+$/);
  return String(started.address);
}

/** Gives the folder and the address of a running server to the work, and ends it afterwards. */
export async function withServer(
  work: (folder: string, origin: string) => Promise<void>,
  engine = anyEngine,
): Promise<void> {
  await withDataFolder(
    (folder) => whileServing({ FORETYPE_DATA: folder }, (origin) => work(folder, origin)),
    engine,
  );
}

/** Gives the address of a server with these settings to the work, and ends it afterwards. */
export async function whileServing(
  settings: Settings,
  work: (origin: string, server: ServerProcess) => Promise<void>,
): Promise<void> {
  const server = await startForetype(settings);
  try {
    await work(addressOf(server), server);
  } finally {
    await server.end();
  }
}
