/**
 * Everything that each HTTP thread has: the application, its port, and work beside requests. It does not rebuild or
 * restart anything. A port that is in use rejects with an error that names the settings to change; a warm-up that
 * fails is logged, and the thread answers all the same.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '../../contract/limits.ts';
import type { AutocompleteOptions } from '../autocomplete/autocomplete.ts';
import { PageFetching } from '../autocomplete/page-fetching.ts';
import { readWarmUp, warmUp } from '../autocomplete/warm-up.ts';
import { within } from '../autocomplete/within.ts';
import type { Config } from '../config.ts';
import { closeApp, createApp } from '../http/app.ts';
import type { Services } from '../http/services.ts';
import { readWidgetBuilds, type WidgetBuilds } from '../http/widget-builds.ts';
import { newId } from '../ids.ts';
import { createSharedIndexFiles } from '../index-files/shared-index-files.ts';
import { flushRequests } from '../insight/request-counter.ts';
import { repeat } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { StorageTarget } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { createFairQueue } from '../threads/fair-queue.ts';
import type { IndexClient } from '../threads/index-client.ts';

/** The running side. */
export interface HttpSide {
  /** Resolves to the address. Rejects with an error that names the settings to change. Then the thread begins to warm up. */
  listen(port: number): Promise<string>;
  /** Resolves when it has warmed up, or could not: the log says why. */
  warmed(): Promise<void>;
  /** Answers what is under way, lets no more in after `drainMs`, and writes down what was counted. */
  stop(drainMs: number): Promise<void>;
}

/** Opens a side that does not listen yet. */
export async function openHttpSide(services: Services, warmUpFile: URL | null): Promise<HttpSide> {
  const app = await createApp(services);
  const endUpkeep = startUpkeep(services);
  let warming = Promise.resolve();
  return {
    async listen(port) {
      const origin = await listen(app, services.config, port);
      if (services.config.role !== 'worker' && warmUpFile !== null)
        warming = warmThread(services, warmUpFile);
      return origin;
    },
    warmed: () => warming,
    async stop(drainMs) {
      await closeApp(app, drainMs);
      await endUpkeep();
    },
  };
}

/** Never rejects: a thread that did not warm up answers all the same. */
async function warmThread({ clock, log }: Pick<Services, 'clock' | 'log'>, file: URL): Promise<void> {
  try {
    const asked = await warmUp(readWarmUp(await readFile(file)), clock);
    log.debug({ asked }, 'warmed up');
  } catch (error) {
    log.warn({ err: error }, 'a thread did not warm up: its first answers take longer');
  }
}

/** The dependencies of a thread's answers. */
interface AnswerParts {
  readonly config: Config;
  readonly storage: Storage;
  /** The database of `storage`. */
  readonly target: StorageTarget;
  readonly index: IndexClient;
}

/** Options of autocomplete. Each thread gets an equal part of the memory for kept answers, and fetches its own missing pages. */
export function autocompleteOptions(parts: AnswerParts): AutocompleteOptions {
  return {
    cacheMaxBytes: Math.floor(limits.answerCacheMaxBytes / parts.config.threads),
    pages: pageFetching(parts),
  };
}

/** Fetches pages of indexes; null if indexes are wholly in memory. */
function pageFetching({ config, storage, target, index }: AnswerParts): PageFetching | null {
  if (config.searchBackend === 'memory' || target.engine === 'sqlite') return null;
  // One statement a fetch, and one connection left for reads by key.
  const shared = createSharedIndexFiles(storage.sharedIndexes, newId(), { readsAtOnce: 1 });
  const atOnce = Math.max(1, Math.min(fetchesAtOnceMax, (target.poolSize ?? 0) - 1));
  return new PageFetching({
    fetch: (storeId, missing) => shared.fetch(storeId, missing),
    atOnce,
    turns: createFairQueue(atOnce),
    lost: (storeId, segmentId) => index.noteLostPages(storeId, segmentId),
  });
}

/** Fetches of pages at a time, at most. Chosen: with more the thread would do nothing but unpack pages. */
const fetchesAtOnceMax = 4;

/** The folder into which `bin/build.ts` writes the widget. */
const builtWidget = fileURLToPath(new URL('../../widget/dist', import.meta.url));

/** The widget of this program, and those of earlier versions that shops may have pinned. */
export function readWidgets({ dataFolder }: Config, log: Log): Promise<WidgetBuilds> {
  return readWidgetBuilds(builtWidget, join(dataFolder, 'widgets'), (error) =>
    log.warn(
      { err: error },
      'the widget is not kept: pages that pin this build lose it with the next version',
    ),
  );
}

async function listen(
  app: Awaited<ReturnType<typeof createApp>>,
  { host, threads }: Config,
  port: number,
): Promise<string> {
  // The framework passes on options that its types do not know.
  const shared = threads > 1 ? { reusePort: true } : {};
  const address = { host, port, backlog: limits.connectionsWaiting, ...shared };
  try {
    return await app.listen(address);
  } catch (cause) {
    throw listenFailed(cause, host, port);
  }
}

/** Rejects if another process listens on the port: with `reusePort` the system would let both listen. */
export async function refuseTakenPort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port }, resolve);
    });
  } catch (cause) {
    throw listenFailed(cause, host, port);
  }
  await new Promise((resolve) => probe.close(resolve));
}

function listenFailed(cause: unknown, host: string, port: number): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(`Cannot listen on HOST ${host}, PORT ${port} (${reason}). Set another PORT or HOST.`, {
    cause,
  });
}

/** Milliseconds between two writes of last-used times of keys. Chosen. */
const lastUsedFlushMs = 30_000;
/** Milliseconds between two writes of counts, and so the figures that a crash loses. Chosen. */
const requestsFlushMs = 10_000;

/**
 * Starts the work beside requests: notices changed keys, and writes when keys were used and how many keystrokes came. Returns
 * the function that ends it and writes the rest.
 */
function startUpkeep({ keyRing, pipeline, requests, log }: Services): () => Promise<void> {
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
  return async () => {
    const loops = [refreshing, writing, counting].map((loop) => loop.stop());
    const flushed = Promise.all(loops)
      .then(writeLastUsed)
      .then(writeRequests)
      .catch(() => {});
    await within(limits.shutdownFlushMs, flushed, () => {});
  };
}
