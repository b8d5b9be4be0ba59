/**
 * Starts the threads behind the one that answers: they build indexes, write, and read lists. A thread that ends once too often ends
 * the process (`onFatal`). The reader gets no provider's key. Indexes are saved at least 5 s apart, in the database 60 s and from 4
 * MiB on. A folder that cannot be written costs the saved indexes only, with a warning. It answers no request.
 */
// Tests: test/scenarios/server-process.test.ts, test/scenarios/graceful-stop.test.ts.
import { join } from 'node:path';
import type { IndexRegistry } from '../autocomplete/answering/index-registry.ts';
import type { QuarantineNotice, StoreWork } from '../jobs/quarantine.ts';
import type { QuarantineList } from '../jobs/quarantine-list.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { secretKeysOf } from '../secrets/key-file.ts';
import type { Config } from '../settings/config.ts';
import { ensureDataFolder } from '../settings/data-folder.ts';
import type { WatchedTargets } from '../settings/storage-target.ts';
import type { OnDamage } from '../storage/damage/damage.ts';
import type { StorageTarget } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import type { ShownMemory } from '../threads/evidence/shown-table.ts';
import { type RunningIndex, startIndex } from '../threads/index-thread/index-client.ts';
import type { IndexThreadData } from '../threads/index-thread/index-methods.ts';
import { startRemoteIndexes } from '../threads/index-thread/remote-indexes.ts';
import { type RunningPipeline, startPipeline } from '../threads/pipeline-thread/pipeline-client.ts';
import type { PipelineThreadData } from '../threads/pipeline-thread/pipeline-methods.ts';
import { type RunningReader, startReader } from '../threads/reader-thread/reader-client.ts';
import type { ReaderThreadData } from '../threads/reader-thread/reader-methods.ts';
import type { ServiceEnvironment } from './service-environment.ts';

/** The RPC clients of them. */
export interface BackThreads {
  readonly index: RunningIndex;
  readonly pipeline: RunningPipeline;
  readonly readers: RunningReader;
}

interface BackThreadParts extends Pick<WatchedTargets, 'targetOf'> {
  readonly config: Config;
  readonly environment: ServiceEnvironment;
  readonly storage: Storage;
  readonly registry: IndexRegistry;
  readonly metrics: Metrics;
  readonly quarantine: QuarantineList;
  readonly noteDamage: OnDamage;
  readonly shown: ShownMemory;
}

/** Starts them; they are ended with what was started. */
export function startBackThreads(
  {
    config,
    environment,
    storage,
    registry,
    metrics,
    quarantine,
    noteDamage,
    shown,
    targetOf,
  }: BackThreadParts,
  started: AsyncDisposableStack,
): BackThreads {
  const { log, onFatal } = environment;
  const onWarning = (message: string) => log.warn(message);
  const onQuarantine = (notice: QuarantineNotice) => quarantine.note(notice);
  const restartOf = (target: StorageTarget) => (works: readonly StoreWork[]) => {
    // The ended thread gives no connection back.
    if (target.engine === 'postgres') target.use?.counts.fill(0);
    quarantine.forget(works);
  };
  const targets = { index: targetOf('index'), pipeline: targetOf('pipeline'), reader: targetOf('reader') };
  const startOwnIndex = () =>
    startIndex(
      { target: targets.index, ...indexSettings(config, log) },
      { registry, onDeath: onFatal, onWarning, onQuarantine, onForget: restartOf(targets.index) },
    );
  const index = config.role === 'worker' ? startRemoteIndexes(storage.directory) : startOwnIndex();
  started.defer(() => index.close());
  const pipeline = startPipeline(
    { target: targets.pipeline, ...pipelineSettings(config), shown },
    {
      onDeath: onFatal,
      onWarning,
      onQuarantine,
      onDamage: noteDamage,
      onDamagedTables: (tables) => quarantine.noteTables(tables),
      onForget: restartOf(targets.pipeline),
      onRows: metrics.countRows,
      onEnd: metrics.countEnd,
      makeAnswerable: index.follow,
    },
  );
  started.defer(() => pipeline.close());
  const readers = startReader(
    { target: targets.reader, ...readerSettings(config) },
    { onDeath: onFatal, onWarning, onQuarantine, onDamage: noteDamage, onForget: restartOf(targets.reader) },
  );
  started.defer(() => readers.close());
  return { index, pipeline, readers };
}

function indexSettings(config: Config, log: Log): Omit<IndexThreadData, 'target'> {
  return {
    saving: config.searchBackend === 'postgres' ? null : indexSaving(config, log),
    // Several nodes have a database of PostgreSQL.
    sharing: config.databaseUrl === null ? null : sharingSettings(config),
    memoryMaxBytes: config.indexMemoryMaxBytes,
  };
}

function sharingSettings({ searchBackend }: Config): NonNullable<IndexThreadData['sharing']> {
  // If a node has no files, a start can only take what is stored in the database.
  return { pauseMs: searchBackend === 'postgres' ? savePauseMs : sharePauseMs, minBytes: shareMinBytes };
}

/** The settings of the deployment that the reader shows. It asks no provider, so it gets no key. */
function readerSettings({ enrichmentProvider, enrichment }: Config): Omit<ReaderThreadData, 'target'> {
  const server = enrichment.server && { ...enrichment.server, apiKey: null };
  return { enrichmentProvider, enrichment: { ...enrichment, server } };
}

/** The data with which the pipeline starts, keys included. */
function pipelineSettings(config: Config): Omit<PipelineThreadData, 'target' | 'shown'> {
  return {
    enrichment: enrichmentSettings(config),
    worksOnJobs: config.role !== 'api',
    secretKeys: secretKeysOf(config.secretKeys, config.dataFolder),
    allowPrivateFeeds: config.allowPrivateFeeds,
    hasDemoFeed: config.demo,
    mail: config.mail && { ...config.mail, publicUrl: config.publicUrl, dataFolder: config.dataFolder },
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

/** The least milliseconds between two saves of one store's index. Chosen: a crash loses little, which is read again quickly. */
const savePauseMs = 5_000;

/** The same for saves in the database. Chosen: each save writes again what merges have replaced since. */
const sharePauseMs = 60_000;

/** Bytes from which an index is shared. Chosen: smaller ones are built in less than a second, at 100 µs a product. */
const shareMinBytes = 4 * 1024 * 1024;

/** The folder of saved indexes; null if it cannot be written, which only makes the next start slower. */
function indexSaving(config: Config, log: Log): { readonly folder: string; readonly pauseMs: number } | null {
  try {
    ensureDataFolder(config.dataFolder);
    return { folder: join(config.dataFolder, 'indexes'), pauseMs: savePauseMs };
  } catch (error) {
    log.warn({ err: error }, 'indexes are not saved: every start reads them from the database');
    return null;
  }
}
