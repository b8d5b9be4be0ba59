/**
 * The pipeline thread: the only writer of products of its process. It owns its database connection; requests reach it as bytes, so
 * that no large body is ever parsed in the HTTP thread. One store writes at a time on SQLite, four on PostgreSQL; it looks for jobs
 * each second. A write that fails rejects its call alone; a defect ends the thread, which is started again. It never answers a
 * keystroke.
 */
// Tests: ./pipeline-client.live.test.ts.

import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '../../../contract/limits.ts';
import { createAccountChanges } from '../../accounts/account-changes.ts';
import { createNestedTurns } from '../../accounts/nested-turns.ts';
import { createSystemClock } from '../../clock.ts';
import { rulesOf } from '../../enrichment/create-generator.ts';
import { unavailable } from '../../errors.ts';
import { createEventIntake } from '../../events/event-intake.ts';
import { createSessions } from '../../events/sessions.ts';
import { writeEvents } from '../../events/write-events.ts';
import { newId } from '../../ids.ts';
import { appendToFile, beginFile, completeFile, discardFile } from '../../ingest/files/receive-file.ts';
import type { RowOutcomes } from '../../ingest/leased-run.ts';
import type { IngestEnvironment } from '../../ingest/pipeline.ts';
import { watchTables } from '../../jobs/damaged-tables.ts';
import { Quarantine, type StoreWork } from '../../jobs/quarantine.ts';
import { repeat } from '../../jobs/repeat.ts';
import { createRounds } from '../../jobs/rounds.ts';
import type { OperationRequest } from '../../operations/operation-call.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { createOutbound } from '../../outbound/create-outbound.ts';
import { startCollectionFollower } from '../../resources/collections/collection-follower.ts';
import { collectionFormats } from '../../resources/collections/collection-formats.ts';
import { collectionWrites, soonCollectionWrites } from '../../resources/collections/write-collections.ts';
import { enrichmentFormats } from '../../resources/enrichment/parse-enrichment.ts';
import { enrichmentWrites, ownTurnEnrichmentWrites } from '../../resources/enrichment/write-enrichment.ts';
import { reviewWrites } from '../../resources/enrichment/write-review.ts';
import { eventWrites } from '../../resources/events/write-events.ts';
import { feedBodyFormats } from '../../resources/feeds/feed-formats.ts';
import { feedWrites } from '../../resources/feeds/write-feeds.ts';
import { importFormats } from '../../resources/imports/import-formats.ts';
import { importWrites } from '../../resources/imports/write-imports.ts';
import { keyWrites } from '../../resources/keys/write-keys.ts';
import { accountFormats } from '../../resources/members/account-formats.ts';
import { memberWrites } from '../../resources/members/write-members.ts';
import { merchandisingFormats } from '../../resources/merchandising/parse-merchandising.ts';
import { merchandisingWrites } from '../../resources/merchandising/write-merchandising.ts';
import { productWrites } from '../../resources/products/write-products.ts';
import { searchFormats, searchWrites } from '../../resources/searches/write-searches.ts';
import { shopCheckWrites } from '../../resources/shop-check/check-shop.ts';
import { storeWrites } from '../../resources/stores/write-stores.ts';
import { synonymFormats } from '../../resources/synonyms/parse-synonyms.ts';
import { synonymWrites } from '../../resources/synonyms/write-synonyms.ts';
import { createAnnounce } from '../../resources/webhooks/announce.ts';
import { mailChoices } from '../../resources/webhooks/choose-mails.ts';
import { webhookUrl } from '../../resources/webhooks/webhook-url.ts';
import { webhookWrites } from '../../resources/webhooks/write-webhooks.ts';
import { createSealer } from '../../secrets/seal.ts';
import { passDamage } from '../../storage/damage/damage.ts';
import { readDamageCount } from '../../storage/damage/damage-count.ts';
import { openStorage } from '../../storage/open-storage.ts';
import { jobsAnnouncement } from '../../storage/storage.ts';
import { finishDeletions } from '../../stores/delete-store.ts';
import { createCallGate } from '../crashes/call-gate.ts';
import { CurrentTasks } from '../crashes/current-tasks.ts';
import { startShownExchange } from '../evidence/shown-exchange.ts';
import { inAccountTurns } from '../fairness/account-turns.ts';
import { createFairQueue, type FairQueue } from '../fairness/fair-queue.ts';
import { type RpcHandlers, serveRpc } from '../lifecycle/rpc.ts';
import type { ThreadTerms } from '../lifecycle/start-thread.ts';
import { createPhraseClient } from '../phrase-thread/phrase-client.ts';
import { createBatchImport } from './batch-import.ts';
import { createCountingMethods } from './counting-methods.ts';
import { createFeedProbes } from './feed-probes.ts';
import { createMailParts } from './mail-parts.ts';
import { createOrderMethods } from './order-methods.ts';
import { withOwnShop } from './own-documents.ts';
import { startJobs } from './pipeline-jobs.ts';
import type { PipelineMethods, PipelineThreadData } from './pipeline-methods.ts';
import { createPruning } from './store-pruning.ts';

if (parentPort === null) throw new Error('pipeline-thread.ts runs as a worker thread');
const {
  target,
  enrichment,
  worksOnJobs,
  secretKeys,
  allowPrivateFeeds,
  hasDemoFeed,
  eventsDays,
  mail,
  shown,
  tasks,
  held,
} = workerData as PipelineThreadData & ThreadTerms;
const storage = await openStorage(target, {
  onDamage: (storeId, rows) => notify({ kind: 'damage', storeId, rows }),
});
const environment: IngestEnvironment = { clock: createSystemClock(), newId, enrich: enrichment !== null };
const announce = createAnnounce(environment);
// SQLite has one writer; on PostgreSQL stores do not wait for each other.
const writesAtOnce = storage.engine === 'sqlite' ? 1 : 4;
const turns = createFairQueue(writesAtOnce);
/** A store's calls, in their order: each of them waits for its turn to write. */
const callOrder = createFairQueue(Number.POSITIVE_INFINITY);
/** People beside stores: who signs in waits behind no catalog. */
const persons = createFairQueue(storage.engine === 'sqlite' ? 1 : 2);
const networkCheckTurns = createNestedTurns({
  ...{ atOnce: 2, waitingMax: limits.networkLooksWaiting },
  refusal: () => unavailable('Too many people are signing in. Try again.', 2),
});
const underWay = new CurrentTasks(tasks);
const { clock } = environment;
const gateOf = (work: StoreWork) =>
  createCallGate({ work, clock, held, notify: (notice) => notify({ kind: 'quarantine', notice }) }, underWay);
const gate = gateOf('writes');
/** Collections may have to follow anything that is written here. */
const waking =
  (line: 'run' | 'runShort' | 'runLong'): FairQueue['run'] =>
  (storeId, task, cancelled) =>
    turns[line](storeId, task, cancelled).finally(() => collections?.wake());
const [inTurn, inShortTurn, inLongTurn] = [waking('run'), waking('runShort'), waking('runLong')];
/** Calls from outside: those of a store keep their order, also where one of them waits for longer than for its turn to write. */
const queue: Omit<FairQueue, 'runShort' | 'runLong'> = {
  run: (storeId, task, cancelled) =>
    callOrder.run(storeId, () => inShortTurn(storeId, () => gate(storeId, task)), cancelled),
  runInTurn: (storeId, task) => turns.runInTurn(storeId, () => gate(storeId, task)),
  runSoon: (storeId, task) =>
    callOrder.runSoon(storeId, () =>
      turns.runSoon(storeId, () => gate(storeId, task)).finally(() => collections?.wake()),
    ),
  idle: () => callOrder.idle().then(turns.idle),
};

const policy = { allowPrivate: allowPrivateFeeds };
const closing = new AbortController();
const outbound = createOutbound({ policy, clock: environment.clock });
/** Documents of strangers: what takes their memory is no fault of the store's writes. */
const feeds = {
  ...environment,
  policy,
  ...(hasDemoFeed
    ? withOwnShop(outbound, storage, environment.clock)
    : { outbound, isOwnDocument: () => false }),
  sealer: createSealer(secretKeys),
  mail: createMailParts(mail),
  inTurn: queue.run,
  probes: createFeedProbes(environment.clock, gateOf('previews')),
  stopping: closing.signal,
};
/** Short changes that go before long ones of their store, such as imports. */
const soonOperations: ReadonlySet<string> = new Set(soonCollectionWrites);
const eventHandlers = eventWrites(storage, queue.run);
const feedHandlers = feedWrites(storage, feeds);
const shopHandlers = shopCheckWrites(storage, { ...feeds, probe: feeds.probes.probe });
const importBatch = createBatchImport({
  ...{ storage, environment, gate, atOnce: writesAtOnce },
  turns: { run: inShortTurn, runLong: inLongTurn },
});
const warn = (message: string) => notify({ kind: 'warning', message });
const countRows = (rows: RowOutcomes) => notify({ kind: 'rows', rows });
const productHandlers = productWrites(storage, { ...environment, countRows });
const importHandlers = importWrites(storage, {
  ...{ ...environment, announce, countRows, inTurn: queue.run, stopping: closing.signal },
  importBatch: (request, cancelled) =>
    callOrder.run(request.storeId, () => importBatch(request, cancelled), cancelled),
});
/** Operations that queue no jobs: to look for some after each of them would cost more than the operation. */
const jobless: ReadonlySet<string> = new Set([...Object.keys(productHandlers), 'importProducts']);
/** Changes of keys, members and settings: they wait for no long write, and go on while the writes of their store are held. */
const memberHandlers = {
  ...keyWrites(storage, clock),
  ...memberWrites(storage, clock),
  ...storeWrites(storage, clock),
};
/** Operations that take the turns of their store by themselves, since they wait for other servers, or write in parts. */
const ownTurnOperations: ReadonlySet<string> = new Set([
  ...Object.keys(eventHandlers),
  ...Object.keys(feedHandlers),
  ...Object.keys(shopHandlers),
  ...ownTurnEnrichmentWrites,
  'importProducts',
  'undoImport',
]);
const rules = enrichment === null ? null : rulesOf(enrichment, clock);
const operations = {
  handlers: {
    ...collectionWrites(storage, environment),
    ...enrichmentWrites(storage, { clock, rules, inTurn: queue.run }),
    ...reviewWrites(storage, environment),
    ...eventHandlers,
    ...feedHandlers,
    ...importHandlers,
    ...memberHandlers,
    ...merchandisingWrites(storage, environment),
    ...searchWrites(storage, environment),
    ...productHandlers,
    ...shopHandlers,
    ...synonymWrites(storage, environment),
    ...{ ...webhookWrites(storage, feeds), ...mailChoices(storage, feeds) },
  },
  formats: {
    ...accountFormats,
    ...collectionFormats,
    ...enrichmentFormats,
    ...feedBodyFormats(policy, hasDemoFeed),
    ...importFormats,
    ...merchandisingFormats,
    ...searchFormats,
    ...synonymFormats,
    'webhook-url': webhookUrl(policy),
  },
};
/** Does an operation in the turn that its kind has. */
function inTurnOf(
  { name, storeId }: OperationRequest,
  cancelled: AbortSignal,
  run: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  if (ownTurnOperations.has(name)) return run();
  if (Object.hasOwn(memberHandlers, name)) return turns.runSoon(storeId, run);
  return soonOperations.has(name) ? queue.runSoon(storeId, run) : queue.run(storeId, run, cancelled);
}

const sessions = createSessions(storage.directory);
const eventEnvironment = { ...environment, sessions };
const shownExchange = startShownExchange({
  ...{ directory: storage.directory, memory: shown, clock: environment.clock },
  failed: (error) =>
    notify({ kind: 'warning', message: `other nodes do not hear what is shown: ${String(error)}` }),
});
const events = createEventIntake({
  gatherMs: limits.eventGatherMs,
  eventsPerGroup: limits.eventsPerTransaction,
  // In no order with calls of the store: shoppers wait for no import.
  write: (storeId, batches) =>
    turns.runShort(storeId, () =>
      gate(storeId, () => writeEvents(storage, storeId, batches, eventEnvironment)),
    ),
});

const pruning = createPruning({ storage, sessions, clock, eventsDays, turns: queue });

/** Jobs of other processes, and those whose time comes, are found so late at most. Chosen. */
const pollMs = 1_000;

/** Milliseconds between two looks whether tables of all stores can be read. Chosen. */
const tablesLookMs = 60_000;

const serving = Promise.withResolvers<void>();
const tables = watchTables({
  ...{ storage, clock, damageMet: () => readDamageCount(target) },
  notify: (tables) => void serving.promise.then(() => notify({ kind: 'damaged-tables', tables })),
});

/** An embedded database has one working process: what an earlier one held when it was killed is free. */
async function takeOver(): Promise<void> {
  // First, so that an index that is damaged is there again.
  await tables.look();
  if (worksOnJobs) await storage.directory.releaseAllLeases();
}

// Leases that cannot be given back run out; the look says why.
if (storage.engine === 'sqlite') await takeOver().catch(passDamage);
const phrases = worksOnJobs && enrichment !== null ? createPhraseClient({ target, ...enrichment }) : null;
const jobs = worksOnJobs
  ? startJobs({
      ...{ storage, environment: feeds, announce },
      ...{ inTurn, underWay, held },
      notify: (notice) => notify(notice),
      enrichment:
        phrases === null || enrichment === null ? null : { ...enrichment, generate: phrases.generate },
      pollMs,
    })
  : null;

/** A process without jobs needs no notices of them. */
const listening =
  jobs &&
  storage.listen((news) => {
    if (news === jobsAnnouncement) jobs.wake();
  });

const tableWatch = repeat(tables.look, tablesLookMs, {
  failed: (error) => notify({ kind: 'warning', message: `damage may stay unseen: ${String(error)}` }),
});

/** A damaged index keeps stores out that it is no fault of. */
const damageWatch = setInterval(() => {
  if (tables.isDue()) tableWatch.wake();
}, pollMs);

const collections = worksOnJobs
  ? startCollectionFollower(storage, {
      ...{ clock, productsPerStep: limits.collectionProductsPerStep },
      // Writes of collections' members and other writes of the store do not wait for each other, unless there is one writer only.
      inTurn: storage.engine === 'sqlite' ? turns.run : (_storeId, task) => task(),
      during: (storeId, task) => underWay.during({ work: 'collections', storeId }, task),
      quarantine: quarantineOf('collections'),
      failed: (error) =>
        notify({ kind: 'warning', message: `collections are not followed: ${String(error)}` }),
    })
  : null;

function quarantineOf(work: StoreWork): Quarantine {
  return new Quarantine({
    ...{ work, clock, held },
    notify: (notice) => notify({ kind: 'quarantine', notice }),
  });
}

const deletionDependencies = {
  ...{ clock, quarantine: quarantineOf('deletion'), rounds: createRounds(), stopping: closing.signal },
  inTurn: <Result>(storeId: string, task: () => Promise<Result>) =>
    turns.run(storeId, () => underWay.during({ work: 'deletion', storeId }, task)),
};
const deletions = worksOnJobs
  ? repeat(() => finishDeletions(storage, deletionDependencies), pollMs, {
      failed: (error) =>
        notify({ kind: 'warning', message: `a store waits to be deleted: ${String(error)}` }),
    })
  : null;

/** A call that takes its turn among those of its store; with a caller who is gone by then, none. */
function inOrder<Request extends { readonly storeId: string }, Response>(
  work: (request: Request) => Promise<Response>,
) {
  return (request: Request, cancelled: AbortSignal) =>
    queue.run(request.storeId, () => work(request), cancelled);
}

/** Work on a store that was deleted meanwhile is let go, with null. */
async function unlessDeleted<Result>(storeId: string, work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if ((await storage.directory.findStore(storeId)) !== null) throw error;
    return null;
  }
}

const handlers: RpcHandlers<PipelineMethods> = {
  operate(request, cancelled) {
    const run = () => runOperation(operations, request, { cancelled });
    const done = inTurnOf(request, cancelled, run);
    const isJobless = jobless.has(request.name) && request.lines == null;
    return isJobless ? done : done.finally(() => jobs?.wake());
  },
  ...inAccountTurns(createAccountChanges(storage, environment.clock, secretKeys, warn), {
    ...{ stores: turns, persons, looks: networkCheckTurns },
  }),
  beginFile: inOrder((request) => beginFile(storage, request, environment)),
  appendToFile: inOrder((request) => appendToFile(storage, request)),
  completeFile: inOrder((request) => completeFile(storage, request)),
  async discardFile(request) {
    await discardFile(storage, request, (task) => queue.run(request.storeId, task));
    return null;
  },
  async answerable(id) {
    jobs?.answerable(id);
    return null;
  },
  async touchApiKeys(lastUsed) {
    await storage.directory.touchApiKeys(lastUsed);
    return null;
  },
  ...createCountingMethods({ storage, sessions, clock: environment.clock, turns, unlessDeleted }),
  ...createOrderMethods({ storage, sealer: feeds.sealer, clock, turns, gate }),
  takeEvents: (batch) => events.take(batch),
  async loadShown() {
    await shownExchange?.load();
    return null;
  },
  async pruneSalts() {
    await pruning.pruneSalts();
    return null;
  },
  pruneStore: async ({ storeId }) => (await unlessDeleted(storeId, pruning.pruneStore(storeId))) ?? false,
  async close() {
    closing.abort();
    clearInterval(damageWatch);
    const ended = [listening?.close(), jobs?.stop(), collections?.stop(), shownExchange?.close()];
    await Promise.all([...ended, deletions?.stop(), tableWatch.stop()]);
    await phrases?.close();
    await feeds.outbound.close();
    events.flush();
    await Promise.all([queue.idle(), persons.idle()]);
    await storage.close();
    return null;
  },
};

const notify = serveRpc(parentPort, handlers);
serving.resolve();
