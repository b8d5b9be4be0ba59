/**
 * The index thread: it reads what changed, builds segments in shared memory and publishes them to the HTTP thread, which never builds
 * anything; and it saves indexes on disk or in the database. It writes no catalog data. A database that is away is asked again; a
 * defect ends the thread, which is then started again. It polls every 250 ms (1 s at least where announcements may be lost), for
 * popularity and saves every 500 ms. A store that cannot be loaded is passed over and answered 503.
 */
// Tests: ./index-client.live.test.ts.
import { setTimeout as pause, setImmediate as turnOfOthers } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '../../../contract/limits.ts';
import { IndexFollower } from '../../autocomplete/following/index-follower.ts';
import { PublicationGate } from '../../autocomplete/popularity/publication-gate.ts';
import { SignalsFollower } from '../../autocomplete/popularity/signals-follower.ts';
import { type ShownSignals, StorePopularity } from '../../autocomplete/popularity/store-popularity.ts';
import { EvictedError } from '../../autocomplete/upkeep/memory-bound.ts';
import { createSystemClock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { createIndexFiles } from '../../index-files/index-files.ts';
import { createSharedIndexFiles } from '../../index-files/shared-index-files.ts';
import { Quarantine, type StoreWork } from '../../jobs/quarantine.ts';
import { type Repetition, repeat } from '../../jobs/repeat.ts';
import { BoostedProducts } from '../../merchandising/boosted-products.ts';
import { DamageError, damagedRowError } from '../../storage/damage/damage.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { jobsAnnouncement } from '../../storage/storage.ts';
import { CurrentTasks } from '../crashes/current-tasks.ts';
import { countIndexMemory, countPopularityMemory, noteReleased } from '../lifecycle/external-memory.ts';
import { type RpcHandlers, serveRpc } from '../lifecycle/rpc.ts';
import type { ThreadTerms } from '../lifecycle/start-thread.ts';
import { createMergeClient } from '../merge-thread/merge-client.ts';
import { AwaitedAnswers } from './awaited-answers.ts';
import type { IndexMethods, IndexNotice, IndexThreadData, IndexThreadStart } from './index-methods.ts';

/** Milliseconds between two looks for writes of other processes; local writes are followed at once. Chosen. */
const pollMs = 250;

/** The same if other processes announce their writes, since an announcement may be lost. Chosen: within 2 s (Contract §4). */
const surePollMs = 1_000;

/** Milliseconds within which announcements are gathered and looked into together. Chosen. */
const gatherMs = 20;

/** Milliseconds between two looks for new popularity, an indexed number of each store. Chosen. */
const signalsPollMs = 500;

/** Milliseconds between two looks for indexes to save. Chosen. */
const savePollMs = 500;

/** Milliseconds between two searches of shared indexes for data that is no longer needed. Chosen. */
const prunePollMs = 60_000;

/** Connections for saving shared indexes, beside those for reading. Chosen. */
const sharingConnections = 2;

/** The pause of the disk after a save, as a multiple of the time that the save took. Chosen. */
const restPerSave = 4;

if (parentPort === null) throw new Error('index-thread.ts runs as a worker thread');
const {
  target,
  saving,
  sharing = null,
  memoryMaxBytes,
  isSuccessor,
  tasks,
  held,
} = workerData as IndexThreadData & IndexThreadStart & ThreadTerms;
const storage = await openStorage(
  { ...target, readOnly: true },
  {
    // A store that is not known yet, since its own row cannot be read.
    onDamage(storeId, rows) {
      for (const row of rows) unindexed.fail(storeId, damagedRowError(row));
    },
  },
);
const sharedStorage =
  sharing !== null && target.engine === 'postgres'
    ? await openStorage({ ...target, poolSize: sharingConnections })
    : null;
const sharedFiles =
  sharedStorage &&
  createSharedIndexFiles(
    { ...sharedStorage.sharedIndexes, readPages: storage.sharedIndexes.readPages },
    newId(),
  );
const clock = createSystemClock();
const popularity = new StorePopularity();
const quarantineOf = (work: StoreWork) =>
  new Quarantine({
    ...{ work, clock, held },
    notify: (notice) => notify({ kind: 'quarantine', notice }),
  });
const underWay = new CurrentTasks(tasks);
const unindexed = quarantineOf('index');
const unscored = quarantineOf('popularity');
const signals = new SignalsFollower({
  ...{ storage, clock, apartMs: limits.signalsApartMs, quarantine: unscored },
  notify(notice) {
    sendSignals(popularity.apply(notice));
  },
});
const gate = new PublicationGate(signals, {
  publish(published) {
    const index = popularity.show(published);
    countPopularityMemory(index);
    notify({ kind: 'published', index });
  },
  quarantine: unscored,
});
const follower = new IndexFollower(
  {
    storage,
    clock,
    quarantine: unindexed,
    putOut: quarantineOf('memory'),
    during: (storeId, task) => underWay.during({ work: 'index', storeId }, task),
    saving: saving && { files: createIndexFiles(saving.folder), pauseMs: saving.pauseMs },
    sharing: sharing && sharedFiles && { ...sharing, files: sharedFiles },
    memoryMaxBytes,
    pollsApartMs: limits.pollsApartMs,
    loadMaxMs: limits.storeLoadMaxMs,
    mergeElsewhere: createMergeClient().merge,
  },
  {
    publish(index) {
      countIndexMemory(index.snapshot);
      gate.publish(index);
    },
    announceRules: (rules) => notify({ kind: 'rules', rules }),
    announceBoosts: (news) => popularity.boost(news),
    drop(storeId, byteLength) {
      gate.drop(storeId);
      popularity.drop(storeId);
      noteReleased(byteLength);
      notify({ kind: 'dropped', storeId, byteLength });
    },
    mustSave: () => leaves.wake(),
    warn: (message) => notify({ kind: 'warning', message }),
  },
);
const awaitedAnswers = sharedStorage && new AwaitedAnswers({ directory: sharedStorage.directory, follow });
const loaded = Promise.withResolvers<void>();
let isLoaded = false;

function sendSignals(signals: ShownSignals): void {
  countPopularityMemory(signals);
  notify({ kind: 'signals', signals });
}

function notify(notice: IndexNotice): void {
  send(notice);
}

function noteLoaded(): void {
  isLoaded = true;
  notify({ kind: 'loaded', unloadable: new Set(unindexed.failingStores()) });
  loaded.resolve();
}

/** A defect ends this thread, which is started again. */
function endThread(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

const listening = storage.listen((news) => {
  if (news === jobsAnnouncement) return;
  announced.add(news);
  polls.wake();
});
/** Stores that were announced as changed, or whose change could not be followed yet. */
const announced = new Set<string>();
let polledMs = Number.NEGATIVE_INFINITY;

/** One round: what other processes wrote, then merges; a waiting call comes between two of them. */
async function poll(): Promise<void> {
  const isSureDue = !listening.isAlive() || clock.monotonicMs() - polledMs >= surePollMs;
  const isDue = isSureDue || announced.size > 0;
  if (isSureDue) await pollAll();
  else if (isDue) await pollAnnounced();
  if (isDue) await awaitedAnswers?.look();
  while (follower.mergeOnce()) await turnOfOthers();
}

async function pollAll(): Promise<void> {
  const isFirst = polledMs === Number.NEGATIVE_INFINITY;
  announced.clear();
  for (const storeId of await follower.poll().catch(endStart)) announced.add(storeId);
  polledMs = clock.monotonicMs();
  if (!isFirst) return;
  void follower
    .settled()
    .then(() => gate.settled())
    .then(noteLoaded);
}

/** No start waits for stores that cannot be found in a damaged table: they are answered 503, and polls go on. */
function endStart(error: unknown): never {
  if (error instanceof DamageError) loaded.resolve();
  throw error;
}

async function pollAnnounced(): Promise<void> {
  // Gathers the announcements of many writers for one look.
  await pause(gatherMs);
  const among = [...announced];
  announced.clear();
  for (const storeId of await follower.poll(among)) announced.add(storeId);
}

const closing = new AbortController();

/** Saves what is due, one index after the other. */
async function save(saveOnce: () => Promise<number | null>, restMaxMs: number): Promise<void> {
  const { signal } = closing;
  while (!signal.aborted) {
    const tookMs = await saveOnce();
    if (tookMs === null) return;
    const restMs = Math.min(tookMs * restPerSave, restMaxMs);
    await pause(restMs, undefined, { signal }).catch(() => {});
  }
}

/** A database that is away comes back. */
function passAppError(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

/** Ignores a store that cannot be loaded: it is answered from its last good index, or not at all. */
function passUnloadable(error: unknown): void {
  if (error instanceof EvictedError) return;
  if (!(error instanceof AppError) || error.code !== 'store_unavailable') throw error;
}

const polls = repeat(poll, pollMs, { failed: passAppError });
const followSignals = async () => {
  gate.retry();
  await signals.poll();
  for (const aged of popularity.age(clock.nowMicros())) sendSignals(aged);
};
repeat(followSignals, signalsPollMs, { failed: passAppError });
function repeatSaves(saveOnce: () => Promise<number | null>, pauseMs = savePollMs): Repetition {
  return repeat(() => save(saveOnce, pauseMs), Math.min(savePollMs, pauseMs), { failed: endThread });
}

const saveLeaving = async () => {
  while (await follower.saveLeaving());
};
const leaves = repeat(saveLeaving, savePollMs, { failed: endThread });
const saves = repeatSaves(() => follower.saveOnce(), saving?.pauseMs);
const shares = repeatSaves(() => follower.shareOnce(), sharing?.pauseMs);
const prunings = repeat(async () => await sharedFiles?.prune(), prunePollMs, { failed: passAppError });

async function follow(storeId: string): Promise<void> {
  // Until this thread has published a store, the index of the thread before it answers.
  if (isSuccessor && !isLoaded) await follower.load(storeId).catch(passUnloadable);
  else await follower.follow(storeId);
  await gate.opened(storeId);
}

const handlers: RpcHandlers<IndexMethods> = {
  async follow({ storeId }) {
    await follow(storeId);
    return null;
  },
  async load({ storeId }) {
    await follower.load(storeId);
    await gate.opened(storeId);
    return null;
  },
  async tryBoosts({ storeId, boosts }, cancelled) {
    const products = new BoostedProducts(boosts, clock.nowMicros());
    await products.read(storage.reader(storeId).collections, cancelled);
    return { popularity: popularity.tried(storeId, products.boosts), counts: products.counts() };
  },
  async noteUses(storeIds) {
    follower.noteUses(storeIds);
    return null;
  },
  async ready() {
    await loaded.promise;
    return null;
  },
  async close() {
    closing.abort();
    await listening.close();
    void shares.stop();
    void prunings.stop();
    await Promise.all([leaves.stop(), saves.stop()]);
    await follower.saveAll();
    return null;
  },
};

const send = serveRpc(parentPort, handlers);
notify({ kind: 'begun' });
