/**
 * The running service, put together: storage, threads, HTTP. `startService` brings it up in order and gives back the
 * only handle that is needed; `stop` brings it down in the opposite order, answering what is under way.
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '../contract/limits.ts';
import { linkOf, openSetup } from './accounts/invitations.ts';
import {
  createSearchCounter,
  flushSearches,
  type SearchCounter,
  type StoreSearches,
} from './analytics/search-counter.ts';
import { createAutocomplete } from './autocomplete/autocomplete.ts';
import { createIndexRegistry } from './autocomplete/index-registry.ts';
import { type Clock, formatDay } from './clock.ts';
import type { Config } from './config.ts';
import { ensureDataFolder } from './data-folder.ts';
import { openDemoShop } from './demo-shop.ts';
import { AppError } from './errors.ts';
import { closeApp, createApp } from './http/app.ts';
import type { Services } from './http/services.ts';
import { readWidgetBuilds, type WidgetBuilds } from './http/widget-builds.ts';
import { createRequestCounter, flushRequests, type RequestCounter } from './insight/request-counter.ts';
import { repeat } from './jobs/repeat.ts';
import type { Log } from './log.ts';
import { createMetrics } from './metrics.ts';
import { secretKeysOf } from './secrets/key-file.ts';
import { lockForServing, openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { storageTarget } from './storage-target.ts';
import type { CreatedStore } from './stores/create-store.ts';
import { createDemoStore, type DemoStore } from './stores/demo-store.ts';
import { createKeyRing, type KeyRing } from './stores/key-ring.ts';
import { startIndex } from './threads/index-client.ts';
import type { IndexThreadData } from './threads/index-methods.ts';
import { type PipelineClient, startPipeline } from './threads/pipeline-client.ts';
import type { PipelineThreadData } from './threads/pipeline-methods.ts';
import { startReader } from './threads/reader-client.ts';

/** The handle on a service that answers requests. */
export interface RunningService {
  /** Where it listens, `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** The demo store that this start made, with its keys; null at every later start. */
  readonly createdDemo: CreatedStore | null;
  /** The demo store, of this start or an earlier one; null without one. */
  readonly demo: DemoStore | null;
  /** Where people find the dashboard. */
  readonly dashboard: string;
  /** The link to the first account, good until the next start; null once somebody has one. */
  readonly setupLink: string | null;
  /** Answers what is under way, then closes everything; within ten seconds whatever callers do. */
  stop(): Promise<void>;
}

/** What a service is handed instead of reaching for it. */
export interface ServiceEnvironment {
  readonly clock: Clock;
  readonly log: Log;
  /** How long a stop waits for callers to go elsewhere, before it refuses new requests. */
  readonly drainMs: number;
  /** Told when the service cannot go on; the process should end, its supervisor starts it again. */
  readonly onFatal: (error: Error) => void;
}

/** Resolves when requests are answered. Rejects, with nothing left running, when it cannot start. */
export async function startService(config: Config, environment: ServiceEnvironment): Promise<RunningService> {
  const { clock, log, onFatal, drainMs } = environment;
  // Whatever was started is stopped in the opposite order, at the end or when a later step fails.
  await using started = new AsyncDisposableStack();
  const target = storageTarget(config, 'http');
  const lock = lockForServing(target);
  started.defer(() => lock.release());
  const storage = await openStorage(target, {
    onError: (error) => log.warn({ err: error }, 'database connection'),
  });
  started.defer(() => storage.close());
  await migrate(storage);

  const registry = createIndexRegistry();
  const onWarning = (message: string) => log.warn(message);
  const index = startIndex(
    { target: storageTarget(config, 'index'), ...indexSettings(config, log) },
    { registry, onDeath: onFatal, onWarning },
  );
  started.defer(() => index.close());
  const metrics = createMetrics(registry.size, storage.health);
  const pipeline = startPipeline(
    { target: storageTarget(config, 'pipeline'), ...pipelineSettings(config) },
    { onDeath: onFatal, onWarning, onRows: metrics.countRows, makeAnswerable: index.follow },
  );
  started.defer(() => pipeline.close());
  const readers = startReader({ target: storageTarget(config, 'reader') }, onFatal);
  started.defer(() => readers.close());
  const keyRing = createKeyRing(storage.directory, clock);
  const counters = { requests: createRequestCounter(clock), searches: createSearchCounter(clock) };
  started.defer(startUpkeep({ storage, keyRing, pipeline, ...counters, clock, log }));

  let state: ReturnType<Services['state']> = 'starting';
  const app = await createApp({
    ...{ config, clock, log, metrics, storage, readers, keyRing, pipeline, index, ...counters },
    ...{ autocomplete: createAutocomplete(registry, clock), widget: await readWidgets(config, log) },
    state: () => state,
  });
  started.defer(() => closeApp(app, drainMs));
  started.defer(() => {
    state = 'stopping';
  });
  counters.searches.beginDay(await pipeline.callerDay());
  const origin = await listen(app, config);
  // Only now: keys that are made by a start that fails would never be seen.
  const createdDemo = config.demo ? await createDemoStore(storage, clock) : null;
  const setupToken = config.role === 'worker' ? null : await openSetup(storage, clock);
  const publicOrigin = config.publicUrl ?? origin;
  const shop = { storage, pipeline, index, clock, log, role: config.role, origin: publicOrigin };
  const demo = await openDemoShop(shop, started);
  // The address is told when the first keystroke on the demo page finds something, if that takes no longer than a
  // keystroke waits: the indexes of other stores may come first.
  if (demo !== null) await index.load(demo.storeId).catch(passUnavailable);
  index.ready().then(
    () => {
      if (state === 'starting') state = 'ready';
    },
    () => {}, // Only a thread that ended rejects: `onFatal` has heard of it, or the service is stopping.
  );
  const running = started.move();
  return {
    ...{ origin, createdDemo, demo },
    dashboard: `${publicOrigin}/dashboard`,
    setupLink: setupToken === null ? null : linkOf(publicOrigin, 'setup', setupToken),
    stop: () => running.disposeAsync(),
  };
}

function indexSettings(config: Config, log: Log): Omit<IndexThreadData, 'target'> {
  return { saving: indexSaving(config, log), memoryMaxBytes: config.indexMemoryMaxBytes };
}

/** How the pipeline works, and with which keys. */
function pipelineSettings(config: Config): Omit<PipelineThreadData, 'target'> {
  return {
    enrichment: enrichmentSettings(config),
    worksOnJobs: config.role !== 'api',
    secretKeys: secretKeysOf(config.secretKeys, config.dataFolder),
    allowPrivateFeeds: config.allowPrivateFeeds,
    eventsDays: config.eventsDays,
  };
}

/** Null where no phrases are generated. */
function enrichmentSettings({ enrichment, enrichmentProvider }: Config): PipelineThreadData['enrichment'] {
  if (enrichmentProvider === 'off') return null;
  const { server, productsPerRequest, requestsPerMinute, tokensPerMinute, concurrency, prices } = enrichment;
  const allowance = server === null ? null : { requestsPerMinute, tokensPerMinute, concurrency };
  return { server, productsPerRequest, allowance, prices };
}

function passUnavailable(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
}

/** The least time between two saves of one store's index: what is lost by a crash is read again in a moment. Chosen. */
const savePauseMs = 5_000;

/** Where indexes are saved; null where that cannot be done, which only makes the next start slower. */
function indexSaving(config: Config, log: Log): { readonly folder: string; readonly pauseMs: number } | null {
  try {
    ensureDataFolder(config.dataFolder);
    return { folder: join(config.dataFolder, 'indexes'), pauseMs: savePauseMs };
  } catch (error) {
    log.warn({ err: error }, 'indexes are not saved: every start reads them from the database');
    return null;
  }
}

/** Where `bin/build.ts` writes the widget. */
const builtWidget = fileURLToPath(new URL('../widget/dist', import.meta.url));

/** The widget of this program, and those of earlier versions that shops may have pinned. */
function readWidgets({ dataFolder }: Config, log: Log): Promise<WidgetBuilds> {
  return readWidgetBuilds(builtWidget, join(dataFolder, 'widgets'), (error) =>
    log.warn(
      { err: error },
      'the widget is not kept: pages that pin this build lose it with the next version',
    ),
  );
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

/** Rejects with an error that names the settings to change. */
async function listen(app: Awaited<ReturnType<typeof createApp>>, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot listen on HOST ${host}, PORT ${port} (${reason}). Set another PORT or HOST.`, {
      cause,
    });
  }
}

const lastUsedFlushMs = 30_000;
/** What a crash loses of the dashboard's figures: chosen. */
const requestsFlushMs = 10_000;

/** How often it is looked for what is past its time: chosen. */
const pruningMs = 3_600_000;

interface UpkeepParts {
  readonly storage: Storage;
  readonly keyRing: KeyRing;
  readonly pipeline: PipelineClient;
  readonly requests: RequestCounter;
  readonly searches: SearchCounter;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * What happens beside requests: noticing changed keys, writing down when keys were used and how many keystrokes came,
 * throwing away what is past its time. Returns how to end it.
 */
function startUpkeep(parts: UpkeepParts): () => Promise<void> {
  const { storage, keyRing, pipeline, requests, searches, clock, log } = parts;
  const refreshing = repeat(() => keyRing.refresh(), limits.directoryPollMs, {
    failed: (error) => log.warn({ err: error }, 'the database is away: changed keys are not noticed'),
    recovered: () => log.info('the database is back'),
  });
  const writeLastUsed = async () => {
    const lastUsed = keyRing.takeLastUsed();
    if (lastUsed.size > 0) await pipeline.touchApiKeys(lastUsed);
  };
  const writing = repeat(writeLastUsed, lastUsedFlushMs, {
    failed: (error) => log.warn({ err: error }, 'last-used times of keys could not be written'),
  });
  const writeRequests = () => flushRequests(requests, (counted) => pipeline.addRequests(counted));
  const counting = repeat(writeRequests, requestsFlushMs, {
    failed: (error) => log.warn({ err: error }, 'counts of keystrokes could not be written'),
  });
  const writeSearches = (taken: readonly StoreSearches[]) =>
    flushSearches(searches, taken, (counted) => pipeline.addSearches(counted));
  const followSearches = async () => {
    if (searches.day() !== formatDay(clock.nowMicros())) searches.beginDay(await pipeline.callerDay());
    await writeSearches(searches.take());
  };
  const searching = repeat(followSearches, limits.searchesFlushMs, {
    failed: (error) => log.warn({ err: error }, 'counts of searches could not be written'),
  });
  let isOver = false;
  const prune = async () => {
    for (const { id } of await storage.directory.listStores()) {
      while (!isOver && (await pipeline.prune(id)));
    }
  };
  const pruning = repeat(prune, pruningMs, {
    failed: (error) => log.warn({ err: error }, 'what is past its time could not be thrown away'),
  });
  return async () => {
    isOver = true;
    const loops = [refreshing, writing, counting, searching, pruning];
    await Promise.all(loops.map((loop) => loop.stop()));
    await writeLastUsed().catch(() => {});
    await writeRequests().catch(() => {});
    await writeSearches(searches.takeAll()).catch(() => {});
  };
}
