/**
 * The index thread: the builder. It reads what changed, builds segments in shared memory and publishes them to the
 * HTTP thread, which never builds anything; and it keeps the saved indexes on disk.
 */
import { setTimeout as pause, setImmediate as yieldToCalls } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '../../contract/limits.ts';
import { IndexFollower } from '../autocomplete/index-follower.ts';
import { PublicationGate } from '../autocomplete/publication-gate.ts';
import { SignalsFollower } from '../autocomplete/signals-follower.ts';
import { createSystemClock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { createIndexFiles } from '../index-files/index-files.ts';
import { repeat } from '../jobs/repeat.ts';
import { openStorage } from '../storage/open-storage.ts';
import { jobsNews } from '../storage/storage.ts';
import type { IndexMethods, IndexNotice, IndexThreadData } from './index-methods.ts';
import { createMergeClient } from './merge-client.ts';
import { serveRpc } from './rpc.ts';
import { weighSegments } from './shared-weight.ts';

/** How long a write of another process may stay unseen; local writes are followed at once. */
const pollMs = 250;

/** The same where other processes announce what they write: an announcement may be lost. Chosen; within 2 s (Contract §4). */
const surePollMs = 1_000;

/** Announcements that come within this time are looked into together. Chosen. */
const gatherMs = 20;

/** How often it is looked for what shoppers did: an indexed number of each store. Chosen. */
const signalsPollMs = 500;

/** How often it is looked for what is to be saved. */
const savePollMs = 500;

/** After a save of an index the disk is left alone for this many times as long: chosen. */
const restPerSave = 4;

if (parentPort === null) throw new Error('index-thread.ts runs as a worker thread');
const { target, saving, memoryMaxBytes } = workerData as IndexThreadData;
const storage = await openStorage({ ...target, readOnly: true });
const tell = (notice: IndexNotice) => notify(notice);
const clock = createSystemClock();
const signals = new SignalsFollower({
  ...{ storage, clock, apartMs: limits.signalsApartMs },
  tell: (notice) => tell({ kind: 'signals', signals: notice }),
});
const gate = new PublicationGate(signals, {
  publish: (index) => tell({ kind: 'published', index }),
  defect: endThread,
});
const follower = new IndexFollower(
  {
    storage,
    clock,
    saving: saving && { files: createIndexFiles(saving.folder), pauseMs: saving.pauseMs },
    memoryMaxBytes,
    pollsApartMs: limits.pollsApartMs,
    mergeElsewhere: createMergeClient().merge,
  },
  {
    publish(index) {
      weighSegments(index.snapshot);
      gate.publish(index);
    },
    tellRules: (rules) => tell({ kind: 'rules', rules }),
    drop(storeId) {
      gate.drop(storeId);
      tell({ kind: 'dropped', storeId });
    },
    warn: (message) => tell({ kind: 'warning', message }),
    defect: endThread,
  },
);
const loaded = Promise.withResolvers<void>();

/** A defect ends the thread, and the process with it. */
function endThread(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

const listening = storage.listen((news) => {
  if (news === jobsNews) return;
  announced.add(news);
  polls.wake();
});
/** Stores of which it was heard that they moved, or that were passed over then. */
const announced = new Set<string>();
let polledMs = Number.NEGATIVE_INFINITY;

/** One round: what other processes wrote, then merges; a waiting call comes between two of them. */
async function poll(): Promise<void> {
  const isSureDue = !listening.isAlive() || clock.monotonicMs() - polledMs >= surePollMs;
  if (isSureDue) await pollAll();
  else if (announced.size > 0) await pollAnnounced();
  while (follower.mergeOnce()) await yieldToCalls();
}

async function pollAll(): Promise<void> {
  const isFirst = polledMs === Number.NEGATIVE_INFINITY;
  announced.clear();
  for (const storeId of await follower.poll()) announced.add(storeId);
  polledMs = clock.monotonicMs();
  if (!isFirst) return;
  void follower
    .settled()
    .then(() => gate.settled())
    .then(loaded.resolve);
}

async function pollAnnounced(): Promise<void> {
  // Of many writers at the same time, each is not looked for by itself.
  await pause(gatherMs);
  const among = [...announced];
  announced.clear();
  for (const storeId of await follower.poll(among)) announced.add(storeId);
}

const closing = new AbortController();

/** Saves what is due, one index after the other. */
async function save(): Promise<void> {
  const { signal } = closing;
  while (!signal.aborted) {
    const tookMs = await follower.saveOnce();
    if (tookMs === null) return;
    const restMs = Math.min(tookMs * restPerSave, saving?.pauseMs ?? 0);
    await pause(restMs, undefined, { signal }).catch(() => {});
  }
}

/** A database that is away comes back. */
function passAppError(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

const polls = repeat(poll, pollMs, { failed: passAppError });
const followSignals = async () => {
  gate.retry();
  await signals.poll();
};
repeat(followSignals, signalsPollMs, { failed: passAppError });
const saves = repeat(save, Math.min(savePollMs, saving?.pauseMs ?? savePollMs), { failed: endThread });

const notify = serveRpc<IndexMethods>(parentPort, {
  async follow({ storeId }) {
    await follower.follow(storeId);
    await gate.opened(storeId);
    return null;
  },
  async load({ storeId }) {
    await follower.load(storeId);
    await gate.opened(storeId);
    return null;
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
    await saves.stop();
    await follower.saveAll();
    return null;
  },
});
