/**
 * The service in a process of its own, as people run it, so that a test can kill it, stop it by a signal and start it again on the
 * same data. A process that a failed test leaves running is killed after the last test of its file. A start has 120 s; beyond it the process is
 * killed and the start rejects with what it wrote. It never signals a process that it did not start.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createSystemClock } from '../../server/clock.ts';
import { openStorage } from '../../server/storage/open-storage.ts';
import type { Storage } from '../../server/storage/storage.ts';
import { type CreatedStore, createStore } from '../../server/stores/create-store.ts';
import { boundDescriptors } from './bound-descriptors.ts';
import type { TestEngine } from './engines.ts';
import { sharedPostgres } from './postgres.ts';
import { sendRaw } from './raw-request.ts';
import type { Caller } from './store-calls.ts';

type Environment = Readonly<Record<string, string>>;

/** Data that outlives the processes on it. */
export interface ServiceData {
  /** The settings that lead a process to the data. */
  readonly environment: Environment;
  /** A connection of the test's own, for making stores and looking behind the surface. */
  openStorage(): Promise<Storage>;
  remove(): void;
}

/** The line that `serve --json` prints once it answers. */
export interface StartLine {
  readonly address: string;
  readonly dashboard: string;
  readonly setup_link: string | null;
  readonly demo_storefront: string;
  readonly demo: {
    readonly store: string;
    readonly keys: { readonly secret: string; readonly storefront: string };
  } | null;
  readonly demo_storefront_key: string | null;
}

export interface ChildService {
  readonly origin: string;
  readonly pid: number;
  readonly start: StartLine;
  /** Calls in the name of whoever holds the key. */
  caller(key: string): Caller;
  /** The log of the process so far. */
  log(): string;
  /** Whether the process is gone, for any reason. */
  hasEnded(): boolean;
  /** Sends the signal; resolves when the process is gone, with its exit code or the signal that ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | NodeJS.Signals>;
}

/** An empty database. On PostgreSQL of the server of this process, unless the URL of another one is given. */
export async function createServiceData(engine: TestEngine['name'], url?: string): Promise<ServiceData> {
  const folder = mkdtempSync(join(tmpdir(), 'foretype-data-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (engine === 'sqlite') {
    return {
      environment: { FORETYPE_DATA: folder },
      openStorage: () => openStorage({ engine, file: join(folder, 'foretype.sqlite') }),
      remove,
    };
  }
  const database = url ?? (await (await sharedPostgres()).createDatabase());
  return {
    environment: {
      FORETYPE_DATA: folder,
      DATABASE_URL: database,
      FORETYPE_SECRET_KEY: randomBytes(32).toString('base64'),
    },
    openStorage: () => openStorage({ engine, url: database, poolSize: 2 }),
    remove,
  };
}

/** A store with its keys, made beside the running service as the command line does. */
export async function createStoreOn(data: ServiceData): Promise<CreatedStore> {
  const storage = await data.openStorage();
  try {
    return await createStore(storage, createSystemClock(), {
      name: 'Test shop',
      plan: 'unlimited',
      currency: 'USD',
      locale: 'en',
    });
  } finally {
    await storage.close();
  }
}

const startTimeoutMs = 120_000;
const running = new Set<ChildProcess>();

// A failed test leaves its process behind, which would keep the test's own process alive.
after(killAll);
// A campaign that fails has no tests that end.
process.once('exit', killAll);
// Killed itself, it would leave them running: by itself Node ends without that event then.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** This program. */
export const programFolder = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts a process on the data and waits until it answers. Rejects, with what it wrote, when it does not. `program` is
 * the folder of the program, where it is another version than this one; `descriptors` is how many files and sockets it
 * may have open.
 */
export async function startChildService(
  data: ServiceData,
  environment: Environment = {},
  program: string = programFolder,
  descriptors: number | null = null,
): Promise<ChildService> {
  const words = [process.execPath, 'server/main.js', 'serve', '--json'] as const;
  const [command, ...args] = boundDescriptors(words, descriptors);
  const child = spawn(command, args, {
    cwd: program,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      LOG_LEVEL: 'fatal',
      FORETYPE_DEMO: 'off',
      FORETYPE_RATE_LIMIT: 'off',
      ...data.environment,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('exit', (code, signal) => {
      running.delete(child);
      resolve(code ?? signal ?? 'SIGKILL');
    });
  });
  const log = collectLog(child);
  const start = await readStartLine(child, log);
  return {
    log,
    hasEnded: () => !running.has(child),
    origin: start.address,
    pid: child.pid ?? 0,
    start,
    caller: (key) => callerAt(start.address, key),
    async end(signal) {
      child.kill(signal);
      return await exited;
    },
  };
}

function collectLog({ stderr }: ChildProcess): () => string {
  let text = '';
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

async function readStartLine(child: ChildProcess, log: () => string): Promise<StartLine> {
  const { stdout } = child;
  assert.ok(stdout);
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  try {
    for await (const line of createInterface({ input: stdout })) return JSON.parse(line) as StartLine;
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`the service did not start: ${log()}`);
}

/** Calls to a service at `origin` in the name of whoever holds the key. */
export function callerAt(origin: string, key: string): Caller {
  return {
    request(method, path, { body, headers = {} } = {}) {
      const raw = typeof body === 'string' || body instanceof Uint8Array;
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      return sendRaw(origin, {
        method,
        path,
        headers: { 'x-api-key': key, ...type, ...headers },
        body: body === undefined ? null : raw ? body : JSON.stringify(body),
      });
    },
  };
}
