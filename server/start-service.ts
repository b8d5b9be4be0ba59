/**
 * Puts the running service together: storage, the threads behind, and the one that answers (server/serving/). `startService` starts it
 * in order and returns the only handle that is needed; `stop` ends it in the opposite order, answering what is under way. A start that
 * fails leaves nothing running. A clock that differs from the database's by more than 5,000 ms is warned of. It never ends the
 * process itself: it calls `onFatal`.
 */
// Tests: test/scenarios/server-process.test.ts.

import { statSync } from 'node:fs';
import { limits } from '../contract/limits.ts';
import { openSetup } from './accounts/invitations.ts';
import {
  changesBehind,
  createIndexRegistry,
  externalIdsOf,
} from './autocomplete/answering/index-registry.ts';
import { openDemoShop } from './demo-shop.ts';
import { AppError } from './errors.ts';
import { countUnopenedSecrets, sentenceOf } from './insight/count-unopened-secrets.ts';
import { DamageNotes } from './jobs/damage-notes.ts';
import { rebuildOwnedIndexes } from './jobs/damaged-tables.ts';
import { QuarantineList } from './jobs/quarantine-list.ts';
import { repeat } from './jobs/repeat.ts';
import { dashboardLink, onceLink } from './links.ts';
import type { Log } from './process/log.ts';
import { createMetrics } from './process/metrics.ts';
import { awaitServingLock, holderOf, serverWords } from './process/storage-lock.ts';
import { keyFileIn, secretKeysOf } from './secrets/key-file.ts';
import { isSealedWith } from './secrets/seal.ts';
import { startBackThreads } from './serving/back-threads.ts';
import { openFront } from './serving/front.ts';
import type { ServiceEnvironment } from './serving/service-environment.ts';
import type { Config } from './settings/config.ts';
import { ensureDataFolder } from './settings/data-folder.ts';
import { watchTargets } from './settings/storage-target.ts';
import { type OnDamage, passDamage } from './storage/damage/damage.ts';
import { openStorage, type ServingLock, type StorageTarget, takeFolderLock } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import type { CreatedStore } from './stores/create-store.ts';
import { createDemoStore, type DemoStore } from './stores/demo-store.ts';
import { createShownMemory } from './threads/evidence/shown-table.ts';
import { shrinkHeap } from './threads/lifecycle/idle-heap.ts';
import { ThreadEndedError } from './threads/lifecycle/start-thread.ts';

/** The handle on a service that answers requests. */
export interface RunningService {
  /** The address that it listens at, such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** The demo store that this start made, with its keys; null at every later start. */
  readonly createdDemo: CreatedStore | null;
  /** The demo store, of this start or an earlier one; null without one. */
  readonly demo: DemoStore | null;
  /** The address of the dashboard; null if this process is a worker, which has none. */
  readonly dashboard: string | null;
  /** The link to the first account, valid until the next start; null once there is an account. */
  readonly setupLink: string | null;
  /** Returns how far this process has followed the database. */
  progress(): NodeProgress;
  /** Answers what is under way, then closes everything; within ten seconds, also if callers hang. */
  stop(): Promise<void>;
}

/** The changes that a process has followed, its own and those of other processes. */
export interface NodeProgress {
  /** Stores whose index is in memory, and the change up to which it shows everything. */
  readonly changes: ReadonlyMap<string, number>;
  /** The version of keys and stores; null before the first look. */
  readonly directory: number | null;
}

/** Resolves when requests are answered. Rejects, with nothing left running, when it cannot start. */
export async function startService(config: Config, environment: ServiceEnvironment): Promise<RunningService> {
  const { clock, log } = environment;
  // Started parts are stopped in the opposite order, at the end or when a later step fails.
  await using started = new AsyncDisposableStack();
  const { targetOf, connections } = watchTargets(config);
  const target = targetOf('http');
  const { storage, lock } = await openDatabase(target, config.dataFolder, environment, started);
  const shown = createShownMemory(config.databaseUrl !== null);
  const registry = createIndexRegistry();
  const quarantine = createQuarantineList(log);
  await rebuildIndexes(target, storage, environment, quarantine);
  const metrics = createMetrics({
    ...{ clock, indexSize: registry.size, health: storage.health, connections },
    changesBehind: () => changesBehind(storage.directory, registry.changes()),
    faults: () => quarantine.list(),
  });
  const notes = new DamageNotes({
    ...{ storage, clock, list: quarantine },
    externalIds: (storeId, ids) => externalIdsOf(registry, storeId, ids),
  });
  const noteDamage: OnDamage = (storeId, rows) => notes.note(storeId, rows);
  const looking = repeat(() => notes.lookAgain(), damageLookMs, {
    failed: (error) => log.warn({ err: error }, 'damaged rows could not be read again'),
  });
  started.defer(() => looking.stop());
  started.defer(shrinkHeap());
  const back = startBackThreads(
    { config, environment, storage, registry, metrics, quarantine, noteDamage, shown, targetOf },
    started,
  );
  const front = await openFront(
    { config, environment, storage, registry, metrics, quarantine, noteDamage, back, shown },
    started,
  );
  const origin = await front.listen().catch(nameEnd);
  // Only now: keys that are made by a start that fails would never be seen.
  // Tables that are damaged keep only what needs them from happening; the log names them.
  const createdDemo = config.demo ? await createDemoStore(storage, clock).catch(passDamage) : null;
  const setupToken = config.role === 'worker' ? null : await openSetup(storage, clock).catch(passDamage);
  const publicOrigin = config.publicUrl ?? origin;
  // A worker answers no links.
  if (config.role !== 'worker') lock.note({ ...holderOf(serverWords, clock), address: origin });
  const { pipeline, index } = back;
  const shop = { storage, pipeline, index, clock, log, role: config.role, origin: publicOrigin };
  const demo = await openDemoShop(shop, started).catch(passDamage);
  // The address is printed when the first keystroke on the demo page finds something, if that takes no longer than a
  // keystroke waits: the indexes of other stores may come first.
  if (demo !== null) await index.load(demo.storeId).catch(passUnavailable);
  Promise.all([index.ready(), front.warmed()]).then(
    () => front.noteReady(),
    () => {}, // Only a thread that ended rejects: `onFatal` has heard of it, or the service is stopping.
  );
  warnOfSurroundings(storage, environment, config);
  const running = started.move();
  return {
    ...{ origin, createdDemo, demo },
    dashboard: config.role === 'worker' ? null : dashboardLink(publicOrigin),
    setupLink: setupToken === null ? null : onceLink(publicOrigin, 'setup', setupToken),
    progress: () => ({ changes: registry.changes(), directory: front.keysVersion() }),
    stop: () => running.disposeAsync(),
  };
}

/** Milliseconds between two looks whether damaged rows can be read again. Chosen. */
const damageLookMs = 5_000;

/** Opens the database and migrates it to the schema of this program. */
async function openDatabase(
  target: StorageTarget,
  dataFolder: string,
  { clock, log }: Pick<ServiceEnvironment, 'clock' | 'log'>,
  started: AsyncDisposableStack,
): Promise<{ readonly storage: Storage; readonly lock: ServingLock }> {
  const notify = (sentence: string) => log.warn(sentence);
  const lock =
    target.engine === 'sqlite' ? await awaitServingLock(target, clock, notify) : lockFolder(dataFolder);
  started.defer(() => lock.release());
  const storage = await openStorage(target, {
    onError: (error) => log.warn({ err: error }, 'database connection'),
  });
  started.defer(() => storage.close());
  await migrate(storage);
  return { storage, lock };
}

/** Locks the folder; one that cannot be created needs no lock. */
function lockFolder(folder: string): ServingLock {
  try {
    ensureDataFolder(folder);
  } catch {
    return { note() {}, release() {} };
  }
  return takeFolderLock(folder);
}

/** Warns of a wrong secret key and a wrong clock, before merchants notice failing feeds or wrong times. */
function warnOfSurroundings(
  storage: Storage,
  { clock, log }: ServiceEnvironment,
  { secretKeys, dataFolder }: Config,
): void {
  const keys = secretKeysOf(secretKeys, dataFolder);
  const look = async () => {
    const count = await countUnopenedSecrets(storage, (sealed) => isSealedWith(keys, sealed));
    const fault = sentenceOf(count, secretKeys.length > 0 ? null : keyFileIn(dataFolder));
    if (fault !== null) log.error(fault);
    const { nowMicros } = await storage.health();
    const offMs = Math.abs(nowMicros - clock.nowMicros()) / 1_000;
    if (offMs > limits.clockTolerableMs) {
      log.error({ offMs }, 'the clock differs from that of the database: set both by NTP');
    }
  };
  look().catch(() => {}); // Stopped, or without its database: `doctor` tells then.
}

/** A start that a thread did not survive says why that one ended. */
function nameEnd(error: unknown): never {
  const cause = error instanceof AppError ? error.cause : null;
  if (!(cause instanceof ThreadEndedError)) throw error;
  throw new Error(`The service cannot start: ${cause.message}`, { cause });
}

function passUnavailable(error: unknown): void {
  if (!(error instanceof AppError) || error.status !== 503) throw error;
}

/** The log says what happens to each store. */
function createQuarantineList(log: Log): QuarantineList {
  return new QuarantineList({
    entered({ storeId, work, cause, reason }) {
      log.error({ store: storeId, work, cause, reason }, 'a store is in quarantine: the others go on');
    },
    met({ storeId, work }, { table, id, column, error }) {
      log.error({ store: storeId, work, table, row: id, column, error }, 'a row of a store cannot be read');
    },
    left({ storeId, work }) {
      log.info({ store: storeId, work }, 'a store left quarantine');
    },
    found({ table, part, error, isRebuilt }) {
      const what = isRebuilt
        ? 'an index was damaged and was rebuilt from its rows: check the disk'
        : 'a table of all stores is damaged: what can be read is served; run foretype doctor';
      log.error({ table, part, error }, what);
    },
  });
}

/** Bytes of a file up to which its indexes are checked before stores are served. Measured: half a second for the largest. */
const startLookMaxBytes = 512 * 1024 * 1024;

/** Rebuilds damaged indexes, which keep out stores whose own pages are sound. In larger files this happens once something meets one. */
async function rebuildIndexes(
  target: StorageTarget,
  storage: Storage,
  { clock, log }: ServiceEnvironment,
  quarantine: QuarantineList,
): Promise<void> {
  if (target.engine !== 'sqlite' || statSync(target.file).size > startLookMaxBytes) return;
  try {
    quarantine.noteTables(await rebuildOwnedIndexes({ storage, clock }));
  } catch (error) {
    log.warn({ err: error }, 'indexes could not be looked at');
  }
}

/** Rejects with an error that names the setting to look at. */
async function migrate(storage: Storage): Promise<void> {
  try {
    await storage.migrate();
  } catch (cause) {
    if (storage.engine === 'sqlite' || !(cause instanceof AppError)) throw cause;
    const message =
      'The database of DATABASE_URL cannot be reached: is it running, and are host, port and password right?';
    throw new Error(message, { cause });
  }
}
