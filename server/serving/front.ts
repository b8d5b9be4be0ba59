/**
 * Puts together what answers: the first HTTP thread with the things that a process has once, and the other HTTP
 * threads, if there are any. It listens only when asked to; a port that is in use rejects with an error that names the
 * settings.
 */
import { createPasswords, type Passwords } from '../accounts/passwords.ts';
import {
  type CallerDay,
  createSearchCounter,
  type SearchCounter,
  type SearchNote,
  type SearchWatcher,
} from '../analytics/search-counter.ts';
import { createSearchNotes, createSearchOrder, type SearchOrder } from '../analytics/search-notes.ts';
import { createAutocomplete } from '../autocomplete/autocomplete.ts';
import { createSearchIntents } from '../autocomplete/search-intents.ts';
import type { Clock } from '../clock.ts';
import type { Services } from '../http/services.ts';
import { createRequestCounter } from '../insight/request-counter.ts';
import type { QuarantineList } from '../jobs/quarantine-list.ts';
import type { Storage } from '../storage/storage.ts';
import { storageTarget, type WatchedTargets } from '../storage-target.ts';
import { createKeyRing } from '../stores/key-ring.ts';
import type { RpcHandlers } from '../threads/rpc.ts';
import { createShownAnswers } from '../threads/shown-answers.ts';
import type { ShownMemory } from '../threads/shown-table.ts';
import type { BackThreads } from './back-threads.ts';
import type { FirstThreadMethods, SharedMemory } from './http-methods.ts';
import { autocompleteOptions, openHttpSide, readWidgets, refuseTakenPort } from './http-side.ts';
import { type HttpThreads, startHttpThreads } from './http-threads.ts';
import { startProcessUpkeep } from './process-upkeep.ts';
import type { ServiceEnvironment } from './service-environment.ts';
import type { ServiceState } from './service-state.ts';

/** The running front. */
export interface Front {
  readonly others: HttpThreads;
  /** The version of keys and stores that was seen last. */
  keysVersion(): number | null;
  /** Resolves to the address once all threads listen. */
  listen(): Promise<string>;
  /** Resolves when all threads have warmed up, as far as they can. */
  warmed(): Promise<unknown>;
}

interface FrontParts
  extends Pick<Services, 'config' | 'metrics' | 'noteDamage'>,
    Pick<WatchedTargets, 'targetOf'> {
  readonly storage: Storage;
  readonly environment: ServiceEnvironment;
  readonly back: BackThreads;
  readonly quarantine: QuarantineList;
  readonly state: ServiceState;
  /** Null where this thread answers alone. */
  readonly memory: SharedMemory | null;
  readonly shown: ShownMemory;
}

/** Opens the front without listening. Disposing of `started` stops it. */
export async function openFront(parts: FrontParts, started: AsyncDisposableStack): Promise<Front> {
  const { config, storage, metrics, quarantine, noteDamage, environment, back, state, memory } = parts;
  const { clock, log, drainMs, warmUpFile } = environment;
  const { index, pipeline, readers, bounds } = back;
  const requests = createRequestCounter(clock);
  const passwords = createPasswords();
  const intents = createSearchIntents(index.registry);
  const counter = createSearchCounter(clock, intents.ofText);
  const searches = createSearches({ clock, counter, takeNotes: () => others.takeNotes() }, memory !== null);
  const requestsNow: Services['requestsNow'] = async (storeId) =>
    [requests.current(storeId), ...(await others.requestsNow(storeId))].filter((one) => one !== null);
  // Before other threads read it: by then it is kept.
  const widget = await readWidgets(config, log);
  const handlers = createHandlers(parts, requestsNow, passwords);
  const others = startHttpThreads(
    memory && {
      ...{ config, memory, index, pipeline, readers, handlers },
      ...{ onDeath: environment.onFatal, onWarning: (message: string) => log.warn(message) },
      shown: parts.shown,
      warmUpFile: warmUpFile?.href ?? null,
      target: parts.targetOf('http-thread'),
      isTerminal: process.stderr.isTTY === true,
    },
  );
  started.defer(async () => {
    await others.stop(0);
  });
  const shown = createShownAnswers(parts.shown, clock);
  const beginDay = (day: CallerDay) => {
    searches.beginDay(day);
    shown.beginDay(day);
    others.beginDay(day);
  };
  const watched = { searches: counter, gatherSearches: searches.gather, beginDay };
  started.defer(startProcessUpkeep({ storage, pipeline, ...watched, clock, log }));
  const keyRing = createKeyRing(storage.directory, clock, memory?.keyNews);
  const side = await openHttpSide(
    {
      ...{ config, clock, log, storage, bounds, metrics, readers, pipeline, index, requests, requestsNow },
      ...{ passwords, widget, searches: searches.watcher, state: state.now, keyRing, shown },
      faults: async () => quarantine.list(),
      ...{ noteDamage, intents },
      autocomplete: createAutocomplete(
        index.registry,
        clock,
        autocompleteOptions({ config, storage, target: storageTarget(config, 'http'), index }),
      ),
    },
    warmUpFile,
  );
  started.defer(async () => {
    state.set('stopping');
    const [notes] = await Promise.all([others.stop(drainMs), side.stop(drainMs)]);
    searches.order.add(notes);
  });
  return {
    others,
    keysVersion: () => keyRing.version(),
    async listen() {
      const day = await pipeline.callerDay();
      searches.beginDay(day);
      shown.beginDay(day);
      if (memory !== null) await refuseTakenPort(config);
      const origin = await side.listen(config.port);
      await others.listen(portOf(origin), day);
      return origin;
    },
    warmed: () => Promise.all([side.warmed(), others.warmed()]),
  };
}

/** Answers the calls of other HTTP threads to this one. */
function createHandlers(
  { metrics, quarantine, noteDamage }: Pick<FrontParts, 'metrics' | 'quarantine' | 'noteDamage'>,
  requestsNow: Services['requestsNow'],
  passwords: Passwords,
): RpcHandlers<FirstThreadMethods> {
  return {
    renderMetrics: () => metrics.render(),
    requestsNow,
    faults: async () => quarantine.list(),
    async noteDamage({ storeId, rows }) {
      noteDamage(storeId, rows);
      return null;
    },
    hashPassword: ({ password, caller }) => passwords.hash(password, caller),
    matchPassword: ({ password, hash, caller }) => passwords.matches(password, hash, caller),
  };
}

function portOf(origin: string): number {
  const { port, protocol } = new URL(origin);
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

interface Searches {
  /** What this thread notes. */
  readonly watcher: SearchWatcher;
  readonly order: SearchOrder;
  /** See {@link startProcessUpkeep}. */
  readonly gather: (() => Promise<void>) | null;
  beginDay(day: CallerDay): void;
}

interface SearchParts {
  readonly clock: Clock;
  readonly counter: SearchCounter;
  readonly takeNotes: () => Promise<readonly SearchNote[]>;
}

/** Creates the counting of searches. If this thread answers alone, it calls the counter directly. */
function createSearches({ clock, counter, takeNotes }: SearchParts, areOthers: boolean): Searches {
  const order = createSearchOrder(counter);
  const own = createSearchNotes(clock);
  const watcher = areOthers ? own : counter;
  async function gather(): Promise<void> {
    // All that was noted until now is in what is taken after it.
    const nowMs = clock.monotonicMs();
    // Only threads that ended reject: by then what they noted last was handed over.
    const notes = await takeNotes().catch(() => []);
    order.add(own.take());
    order.add(notes);
    order.settle(nowMs);
  }
  return {
    ...{ watcher, order, gather: areOthers ? gather : null },
    beginDay(day) {
      counter.beginDay(day);
      watcher.beginDay(day);
    },
  };
}
