/**
 * `foretype doctor`: checks everything that the service needs. One line per check; a failed check says what to do. It changes and
 * repairs nothing, and migrates no database. Limits: Node from version 26 on, 1 GiB free on the disk (bytes), 4,096 file descriptors,
 * clocks apart by at most 5,000 ms, work that waits at most 15 minutes. A check that meets damage is a failed line, never a crash;
 * exit code 1 if any line failed.
 */
// Tests: test/scenarios/doctor.test.ts.
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { limits } from '../../contract/limits.ts';
import { pluralOf } from '../../contract/plural.ts';
import type { Clock } from '../clock.ts';
import { checkIndexes } from '../index-files/check-indexes.ts';
import type { Config } from '../settings/config.ts';
import { connectionsMax, descriptorLimit } from '../settings/connection-limit.ts';
import { existingTarget, storageTarget } from '../settings/storage-target.ts';
import { passDamage } from '../storage/damage/damage.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { StoreDeletion } from '../storage/products/erasure-tables.ts';
import type { StorageHealth } from '../storage/snapshots/snapshot.ts';
import type { Storage } from '../storage/storage.ts';
import { type Check, reason } from './check.ts';
import { checkKey, countSecrets, presentSecrets } from './check-keys.ts';
import { checkRows, type RowCheck } from './check-rows.ts';
import { type Command, type Invocation, jsonOption } from './command.ts';
import type { LossLog } from './losses.ts';
import { wordsOf } from './store-counts.ts';

const diskMinBytes = 1024 ** 3;

/** Exit code 1 if any check fails. */
export const doctor: Command = {
  name: 'doctor',
  summary: 'check that everything the service needs works here',
  operands: [],
  options: { json: jsonOption },
  async run(invocation) {
    const { config, print } = invocation;
    const database = await checkDatabase(invocation);
    const checks = [
      checkRuntime(),
      checkVariables(config),
      checkDataFolder(config),
      checkDisk(config),
      checkDescriptors(config),
      checkKey(config, database.sealed),
      await checkSavedIndexes(config),
      ...database.checks,
      ...(await checkFollower(config)),
    ];
    const healthy = checks.every(({ ok }) => ok);
    const { losses } = database;
    print(
      {
        ok: healthy,
        checks,
        unreadable_stores: losses?.storeIds() ?? [],
        unreadable: losses?.groups() ?? [],
      },
      [
        ...checks.map(({ name, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)} ${detail}`),
        ...(losses?.lines() ?? []),
      ],
    );
    return healthy ? 0 : 1;
  },
};

function checkRuntime(): Check {
  const major = Number(process.versions.node.split('.')[0]);
  return {
    name: 'runtime',
    ok: major >= 26,
    detail: `Node ${process.versions.node}${major >= 26 ? '' : ': run npm ci, which brings Node 26'}`,
  };
}

function checkVariables({ withoutEffect }: Config): Check {
  const ok = withoutEffect.length === 0;
  const detail = ok
    ? 'all that begin with FORETYPE_ are known'
    : `${withoutEffect.join(', ')}: no setting of this version has this name; docs/operating.md lists them`;
  return { name: 'variables', ok, detail };
}

function checkDataFolder({ dataFolder }: Config): Check {
  const name = 'data folder';
  try {
    const nearest = nearestPlace(dataFolder);
    if (!statSync(nearest).isDirectory()) throw new Error(`${nearest} is a file`);
    accessSync(nearest, constants.R_OK | constants.W_OK);
    const detail = nearest === dataFolder ? dataFolder : `${dataFolder} is not there yet; a start makes it`;
    return { name, ok: true, detail };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: `${dataFolder}: ${reason(error)}; set FORETYPE_DATA to a folder that this user may write`,
    };
  }
}

/** The path, or the lowest folder above it that is there. */
function nearestPlace(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestPlace(dirname(path));
}

function checkDisk({ dataFolder }: Config): Check {
  const name = 'disk';
  try {
    const { bavail, bsize } = statfsSync(nearestPlace(dataFolder));
    const free = bavail * bsize;
    const detail = `${(free / 1024 ** 3).toFixed(1)} GiB free`;
    return {
      name,
      ok: free >= diskMinBytes,
      detail: free >= diskMinBytes ? detail : `${detail}; keep at least 1 GiB free`,
    };
  } catch (error) {
    return { name, ok: false, detail: reason(error) };
  }
}

/** Checks the limit of descriptors, for a process like this one, started in the same way. */
function checkDescriptors(config: Config): Check {
  const descriptors = descriptorLimit();
  const ok = descriptors === null || descriptors >= limits.descriptorsTolerable;
  const most = `connections of callers: ${connectionsMax(config, descriptors)} at most`;
  const detail = descriptors === null ? most : `${descriptors} may be open; ${most}`;
  const remedy = `: raise the limit (nofile, "ulimit -n") to ${limits.descriptorsTolerable} or more`;
  return { name: 'descriptors', ok, detail: ok ? detail : `${detail}${remedy}` };
}

/** Checks saved indexes. They are a cache: a damaged one costs the next start time, and may be the sign of a failing disk. */
async function checkSavedIndexes({ dataFolder, indexMemoryMaxBytes }: Config): Promise<Check> {
  const folder = join(dataFolder, 'indexes');
  const { stores, faults, largest } = await checkIndexes(folder);
  const isWhole = faults.length === 0;
  const detail = isWhole
    ? `${stores} saved, all whole`
    : `damaged: ${faults.join('; ')}. The next start rebuilds them. Check the disk.`;
  const fits = largest === null || largest.bytes <= indexMemoryMaxBytes;
  if (fits) return { name: 'indexes', ok: isWhole, detail };
  const [needed, most] = [largest.bytes, indexMemoryMaxBytes].map(mebibytesOf);
  const tooLarge = `that of store ${largest.storeId} takes ${needed} MiB, and all stores have ${most} MiB of memory for theirs`;
  return { name: 'indexes', ok: false, detail: `${detail}; ${tooLarge}: raise FORETYPE_INDEX_MEMORY_MB` };
}

function mebibytesOf(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2);
}

/** Work that waits longer than this has no worker, or too few: chosen. */
const jobTolerableMs = 15 * 60_000;

/** Looks and changes nothing: a database without tables is well, too. */
async function checkDatabase({ config, clock }: Invocation): Promise<{
  readonly checks: Check[];
  readonly losses: LossLog | null;
  readonly sealed: number;
}> {
  const name = 'database';
  try {
    const storage = await openStorage(existingTarget(config));
    try {
      const health = await storage.health();
      const offMs = Math.abs(health.nowMicros - clock.nowMicros()) / 1_000;
      const found = health.hasTables ? await unlessDamaged(checkRows(storage, clock)) : null;
      const isCurrent = health.pendingMigrations.length === 0;
      const secrets = isCurrent ? await unlessDamaged(countSecrets(config, storage)) : null;
      const deletions = isCurrent ? await unlessDamaged(checkDeletions(storage, clock, found)) : null;
      const checks = [
        { name, ok: true, detail: `${storage.engine} answers` },
        checkMigrations(health, storage),
        {
          name: 'settings',
          ok: health.faults.length === 0,
          detail: health.faults.length === 0 ? 'no problems' : health.faults.join('; '),
        },
        {
          name: 'clock',
          ok: offMs <= limits.clockTolerableMs,
          detail: `${Math.round(offMs)} ms from the clock of the database${offMs <= limits.clockTolerableMs ? '' : ': set both by NTP'}`,
        },
        checkJobs(health, storage),
        ...(secrets === null ? [] : [presentSecrets(config, secrets)]),
        ...(health.hasTables ? [await checkSharedTables(storage)] : []),
        ...(storage.engine === 'postgres' ? [checkTransactions(health)] : []),
        ...(found === null ? [] : [presentPages(found), presentRows(found), presentCounters(found, storage)]),
        ...(deletions === null ? [] : [deletions]),
      ];
      return { checks, losses: found?.losses ?? null, sealed: secrets?.sealed ?? 0 };
    } finally {
      await storage.close();
    }
  } catch (error) {
    return { checks: [{ name, ok: false, detail: reason(error) }], losses: null, sealed: 0 };
  }
}

/** Returns null if damage stops a check: the checks of tables, pages and rows name that damage. */
async function unlessDamaged<Result>(check: Promise<Result>): Promise<Result | null> {
  return await check.catch(passDamage);
}

/** A table of one store is named with its rows. */
async function checkSharedTables(storage: Storage): Promise<Check> {
  const faults = await storage.tableFaults();
  const lost = faults.filter(({ part }) => part === 'rows').map(({ table }) => table);
  const indexes = faults.filter(({ part }) => part === 'index').map(({ table }) => table);
  const words = [
    ...(lost.length === 0 ? [] : [`rows of ${lost.join(', ')} cannot be read; everything else is served`]),
    ...(indexes.length === 0
      ? []
      : [`indexes of ${indexes.join(', ')} are damaged, the next start rebuilds them`]),
  ];
  const ok = words.length === 0;
  return {
    name: 'tables',
    ok,
    detail: ok ? 'those of all stores can be read' : `${words.join('; ')}. ${whenDamaged}`,
  };
}

const whenDamaged = 'docs/operating.md, "When the database is damaged", says what to do';

/** Checks deletions of stores. An unfinished one is well as long as it goes on. */
async function checkDeletions(storage: Storage, clock: Clock, found: RowCheck | null): Promise<Check> {
  const name = 'deletions';
  const { deletions } = storage;
  const ids = await deletions.unfinished();
  const begun = (await Promise.all(ids.map(deletions.find))).filter((one) => one !== null);
  const isDamaged = found !== null && found.pageFindings.length > 0;
  const isLate = ({ requestedAt }: StoreDeletion) => clock.nowMicros() - requestedAt > jobTolerableMs * 1_000;
  const held = begun.filter((one) => isDamaged || isLate(one));
  if (held.length === 0) return { name, ok: true, detail: `${begun.length} under way` };
  const named = held.map((one) => `store "${one.name}" (${one.storeId})`).join(', ');
  const help = isDamaged
    ? `damaged pages may hold them up; ${whenDamaged}`
    : 'is a server or worker running, and its log without errors?';
  return { name, ok: false, detail: `deleted, and not all rows are gone: ${named}; ${help}` };
}

function presentPages({ pageFindings }: RowCheck): Check {
  const ok = pageFindings.length === 0;
  const detail = ok ? 'no page is damaged' : `damaged: ${pageFindings.join('; ')}. ${whenDamaged}`;
  return { name: 'pages', ok, detail };
}

function presentRows({ rows, losses }: RowCheck): Check {
  const ok = losses.isEmpty();
  const stores = losses.storeIds().length;
  const lost =
    stores === 0
      ? 'some rows that all stores share cannot be read'
      : `some cannot be read, of ${stores} ${pluralOf(stores, 'store')}`;
  const detail = ok ? `${rows}, all readable` : `${lost}: see below. ${whenDamaged}`;
  return { name: 'rows', ok, detail };
}

/** Counters that are named: chosen. */
const countersNamedMax = 5;

function presentCounters({ wrongCounters }: RowCheck, { engine }: Storage): Check {
  const name = 'counters';
  const count = wrongCounters.length;
  if (count === 0) return { name, ok: true, detail: 'all match the rows of their stores' };
  const named = wrongCounters.slice(0, countersNamedMax).map(wordsOf).join('; ');
  const rest = count > countersNamedMax ? `; and ${count - countersNamedMax} more` : '';
  const remedy =
    engine === 'sqlite' ? 'stop the service and run foretype repair' : 'run foretype repair --yes';
  return { name, ok: false, detail: `${named}${rest}. To count again, ${remedy}` };
}

/** Checks the server that serves whole catalogs in place of that of `DATABASE_URL`, which steps in if it cannot. */
async function checkFollower(config: Config): Promise<Check[]> {
  const { databaseReadUrl: url } = config;
  if (url === null) return [];
  const target = storageTarget(config, 'index');
  if (target.engine === 'sqlite') return [];
  const { warmUpUrl: _, ...own } = target;
  const name = 'read server';
  const storage = await openStorage({ ...own, url, poolSize: 2, readOnly: true, isFollower: true });
  try {
    await storage.ping();
    return [{ name, ok: true, detail: 'DATABASE_READ_URL answers' }];
  } catch (error) {
    const detail = `DATABASE_READ_URL: ${reason(error)}; until it answers, DATABASE_URL is asked in its place`;
    return [{ name, ok: false, detail }];
  } finally {
    await storage.close();
  }
}

function unreadableTable({ engine }: Storage): string {
  const repair = engine === 'sqlite' ? 'stop the service and run foretype repair; ' : '';
  return `cannot be read: ${repair}${whenDamaged}`;
}

function checkMigrations(
  { unreadable, pendingMigrations, newerMigrations }: StorageHealth,
  storage: Storage,
): Check {
  const name = 'migrations';
  if (unreadable.includes(name)) return { name, ok: false, detail: unreadableTable(storage) };
  if (newerMigrations.length > 0) {
    const detail = `the database was made by a newer version (its migration ${newerMigrations.join(', ')}): nothing of this one starts on it`;
    return { name: 'migrations', ok: false, detail };
  }
  const count = pendingMigrations.length;
  // The next start applies them; until then the version before may be at work.
  const detail = count === 0 ? 'all applied' : `${count} to be applied by the next start`;
  return { name: 'migrations', ok: true, detail };
}

function checkJobs({ unreadable, jobs }: StorageHealth, storage: Storage): Check {
  if (unreadable.includes('jobs')) return { name: 'jobs', ok: false, detail: unreadableTable(storage) };
  const due = jobs.reduce((sum, job) => sum + job.due, 0);
  const late = jobs.filter(({ oldestDueMs }) => oldestDueMs > jobTolerableMs);
  const lateWords = late.map(
    ({ kind, oldestDueMs }) => `${kind} for ${Math.round(oldestDueMs / 60_000)} min`,
  );
  return {
    name: 'jobs',
    ok: late.length === 0,
    detail:
      late.length === 0
        ? `${due} due`
        : `waiting: ${lateWords.join(', ')}; is a server or worker running, and its log without errors?`,
  };
}

function checkTransactions({ transactions }: StorageHealth): Check {
  const words = transactions.map(({ pid, application, openMs, isIdle, holdsUp }) => {
    const state = `${isIdle ? 'idle' : 'at work'} in a transaction for ${Math.round(openMs / 1_000)} s`;
    const others = holdsUp.length === 0 ? '' : `, holds up ${holdsUp.join(', ')}`;
    return `process ${pid} (${application}) is ${state}${others}`;
  });
  return {
    name: 'transactions',
    ok: words.length === 0,
    detail:
      words.length === 0
        ? 'none is open for long or holds up others'
        : `${words.join('; ')}. select pg_terminate_backend(…) ends one that is not needed`,
  };
}
