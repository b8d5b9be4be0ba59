/**
 * Puts together what answers: the application with all that its routes use, its port, and the work beside its requests. It listens
 * only when asked to; a port that is in use rejects with an error that names the settings. 4,096 connections may wait to be accepted;
 * requests have the drain time (milliseconds) to end. It never touches the catalog itself.
 */
// Tests: test/scenarios/server-process.test.ts, test/scenarios/graceful-stop.test.ts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { limits } from '../../contract/limits.ts';
import { createPasswords } from '../accounts/passwords.ts';
import { createSearchCounter } from '../analytics/search-counter.ts';
import { createAutocomplete } from '../autocomplete/answering/autocomplete.ts';
import type { IndexRegistry } from '../autocomplete/answering/index-registry.ts';
import { createSearchIntents } from '../autocomplete/answering/search-intents.ts';
import { readWarmUp, warmUp } from '../autocomplete/answering/warm-up.ts';
import { readWidgetBuilds, type WidgetBuilds } from '../http/answers/widget-builds.ts';
import { closeApp, createApp } from '../http/app.ts';
import type { Services } from '../http/services.ts';
import { createRequestCounter } from '../insight/request-counter.ts';
import type { QuarantineList } from '../jobs/quarantine-list.ts';
import type { Log } from '../process/log.ts';
import type { Config } from '../settings/config.ts';
import type { Storage } from '../storage/storage.ts';
import { createKeyRing } from '../stores/key-ring.ts';
import { createQueryIds } from '../threads/evidence/query-ids.ts';
import { createShownAnswers } from '../threads/evidence/shown-answers.ts';
import type { ShownMemory } from '../threads/evidence/shown-table.ts';
import type { BackThreads } from './back-threads.ts';
import { beginCallerDay, startUpkeep } from './process-upkeep.ts';
import type { ServiceEnvironment } from './service-environment.ts';

/** The running front. */
export interface Front {
  /** The version of keys and stores that was seen last. */
  keysVersion(): number | null;
  /**
   * Resolves to the address. Rejects with an error that names the settings to change. Then the thread begins to warm up.
   */
  listen(): Promise<string>;
  /** Resolves when it has warmed up, or could not: the log says why. */
  warmed(): Promise<void>;
  /** Marks the service as ready, unless it is stopping. */
  noteReady(): void;
}

interface FrontParts extends Pick<Services, 'config' | 'metrics' | 'noteDamage'> {
  readonly storage: Storage;
  readonly registry: IndexRegistry;
  readonly environment: ServiceEnvironment;
  readonly back: BackThreads;
  readonly quarantine: QuarantineList;
  readonly shown: ShownMemory;
}

/**
 * Opens the front without listening. Disposing of `started` stops it: it answers requests under way and writes down what
 * was counted.
 */
export async function openFront(parts: FrontParts, started: AsyncDisposableStack): Promise<Front> {
  const { config, storage, registry, metrics, quarantine, noteDamage, environment, back } = parts;
  const { clock, log, drainMs, warmUpFile } = environment;
  let state: ReturnType<Services['state']> = 'starting';
  const intents = createSearchIntents(registry);
  const searches = createSearchCounter(clock, intents.ofText);
  const services = {
    ...back,
    config,
    clock,
    log,
    storage,
    metrics,
    noteDamage,
    intents,
    searches,
    requests: createRequestCounter(clock),
    passwords: createPasswords(),
    widget: await readWidgets(config, log),
    keyRing: createKeyRing(storage.directory, clock),
    shown: createShownAnswers(parts.shown, clock),
    queryIds: createQueryIds(),
    faults: () => quarantine.list(),
    autocomplete: createAutocomplete(registry, clock),
    state: () => state,
  };
  const app = await createApp(services);
  const endUpkeep = startUpkeep(services);
  started.defer(async () => {
    state = 'stopping';
    await closeApp(app, drainMs);
    await endUpkeep();
  });
  let warming = Promise.resolve();
  return {
    keysVersion: () => services.keyRing.version(),
    async listen() {
      await beginCallerDay(services);
      const origin = await listen(app, config);
      if (config.role !== 'worker' && warmUpFile !== null) warming = warmThread(services, warmUpFile);
      return origin;
    },
    warmed: () => warming,
    noteReady() {
      if (state === 'starting') state = 'ready';
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

/** The place to which `bin/build.ts` writes the widget. */
const builtWidget = fileURLToPath(new URL('../../widget/dist', import.meta.url));

/** The widget of this program, and those of earlier versions that shops may have pinned. */
function readWidgets({ dataFolder }: Config, log: Log): Promise<WidgetBuilds> {
  return readWidgetBuilds(builtWidget, join(dataFolder, 'widgets'), (error) =>
    log.warn(
      { err: error },
      'the widget is not kept: pages that pin this build lose it with the next version',
    ),
  );
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port, backlog: limits.connectionsWaiting });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Cannot listen on HOST ${host}, PORT ${port} (${reason}). Set another PORT or HOST.`;
    throw new Error(message, { cause });
  }
}
