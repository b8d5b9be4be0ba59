/**
 * The reader thread: lists and long reads of the API and the dashboard, mostly as JSON that is ready to be sent. On SQLite a statement
 * blocks the thread that runs it, and keystrokes must not wait for a merchant's list. It cannot write. Stores take turns; a read whose
 * caller hung up before its turn is not begun. Four lists at a time; a page has at most 200 rows and 4 MiB. An unknown store rejects
 * with `not_found`, a wrong name of a read is a defect.
 */
// Tests: ./reader-client.live.test.ts.
import { parentPort, workerData } from 'node:worker_threads';
import { createSystemClock } from '../../clock.ts';
import { notFound } from '../../errors.ts';
import { writeFailures } from '../../http/presenters/failures-csv.ts';
import { compileRules } from '../../merchandising/compile-rules.ts';
import { NamedProducts } from '../../merchandising/named-products.ts';
import type { ReadContext } from '../../operations/read-context.ts';
import { runOperation } from '../../operations/run-operation.ts';
import { analyticsReads } from '../../resources/analytics/read-analytics.ts';
import { collectionFormats } from '../../resources/collections/collection-formats.ts';
import { collectionReads } from '../../resources/collections/read-collections.ts';
import { enrichmentReads } from '../../resources/enrichment/read-enrichment.ts';
import { reviewReads } from '../../resources/enrichment/read-review.ts';
import { feedReads } from '../../resources/feeds/read-feeds.ts';
import { importFormats } from '../../resources/imports/import-formats.ts';
import { importReads } from '../../resources/imports/read-imports.ts';
import { keyReads } from '../../resources/keys/read-keys.ts';
import { memberReads } from '../../resources/members/read-members.ts';
import { merchandisingReads } from '../../resources/merchandising/read-merchandising.ts';
import { productReads } from '../../resources/products/read-products.ts';
import { searchReads } from '../../resources/searches/read-searches.ts';
import { storeReads } from '../../resources/stores/read-stores.ts';
import { synonymReads } from '../../resources/synonyms/read-synonyms.ts';
import { replaceSynonyms } from '../../resources/synonyms/write-synonyms.ts';
import { alertReads } from '../../resources/webhooks/read-alerts.ts';
import { webhookReads } from '../../resources/webhooks/read-webhooks.ts';
import { compileForIndex } from '../../search/query/analysis.ts';
import { openStorage } from '../../storage/open-storage.ts';
import type { Store } from '../../storage/records.ts';
import type { StoreReader } from '../../storage/storage.ts';
import { createCallGate } from '../crashes/call-gate.ts';
import { CurrentTasks } from '../crashes/current-tasks.ts';
import { createFairQueue } from '../fairness/fair-queue.ts';
import { type RpcHandlers, serveRpc } from '../lifecycle/rpc.ts';
import type { ThreadTerms } from '../lifecycle/start-thread.ts';
import type { DamageNotice } from '../pipeline-thread/pipeline-methods.ts';
import type { ReaderMethods, ReaderThreadData } from './reader-methods.ts';

if (parentPort === null) throw new Error('reader-thread.ts runs as a worker thread');
const { target, tasks, held, ...settings } = workerData as ReaderThreadData & ThreadTerms;
const storage = await openStorage(
  { ...target, readOnly: true },
  { onDamage: (storeId, rows) => notify({ kind: 'damage', storeId, rows } satisfies DamageNotice) },
);

const clock = createSystemClock();
/** Stores take turns, so that one that reads list after list keeps no other waiting. The count is chosen. */
const atOnce = 4;
const turns = createFairQueue(atOnce);
/** Looks at much of a store: as many are under way, since each holds what it found so far, and each statement takes a turn. */
const longReads = createFairQueue(atOnce);
const gate = createCallGate(
  { work: 'reads', clock, held, notify: (notice) => notify(notice) },
  new CurrentTasks(tasks),
);
/** One catalog is read for rules at a time, beside the lists: its names are held until it is read. */
const previews = createFairQueue(1);

/** A read that has a turn as a whole. Once `cancelled` is aborted it does not begin. */
function inTurn<Result>(
  storeId: string,
  cancelled: AbortSignal,
  task: () => Promise<Result>,
): Promise<Result> {
  return turns.run(storeId, () => gate(storeId, task), cancelled);
}

/** A read each of whose statements has a turn. Once `cancelled` is aborted the next one does not begin. */
function inTurns<Result>(
  storeId: string,
  cancelled: AbortSignal,
  task: (reader: StoreReader) => Promise<Result>,
): Promise<Result> {
  const reader = storage.reader(storeId, (statement) => turns.run(storeId, statement, cancelled));
  return longReads.run(storeId, () => gate(storeId, () => task(reader)), cancelled);
}

async function findStore(storeId: string): Promise<Store> {
  const store = await storage.directory.findStore(storeId);
  if (store === null) throw notFound('store');
  return store;
}

/** The readers of a call: before its turn has come, or within it. */
async function contextOf(storeId: string, cancelled: AbortSignal): Promise<ReadContext> {
  const { accounts, deletions, directory } = storage;
  return {
    clock,
    store: await findStore(storeId),
    reader: storage.reader(storeId),
    accounts,
    deletions,
    directory,
    inTurns: (task, { isShared = false } = {}) =>
      inTurns(storeId, isShared ? new AbortController().signal : cancelled, task),
  };
}

const operations = {
  handlers: {
    ...analyticsReads,
    ...collectionReads(clock),
    ...feedReads,
    ...enrichmentReads(clock, settings),
    ...reviewReads,
    ...importReads,
    ...keyReads,
    ...memberReads,
    ...merchandisingReads,
    ...productReads,
    ...searchReads,
    ...storeReads,
    ...synonymReads,
    ...alertReads,
    ...webhookReads,
  },
  formats: { ...collectionFormats, ...importFormats },
};

type Read = (...parameters: readonly unknown[]) => Promise<unknown>;

/** The read that a name means: `feeds.list` is the method `list` of the room `feeds`. */
function readOf(reader: StoreReader, name: string): Read {
  const [roomName = '', readName = ''] = name.split('.');
  const room = Reflect.get(reader, roomName);
  const read: unknown = Reflect.get(Object(room), readName);
  if (typeof read !== 'function') throw new Error(`there is no read ${name}`);
  return (...parameters) => read.call(room, ...parameters);
}

/** The version of synonyms that are tried: no index was built with it. */
const triedVersion = -1;

const handlers: RpcHandlers<ReaderMethods> = {
  read({ storeId, name, parameters }, cancelled) {
    // The client's side checks the parameters of each read by its type.
    const read = (reader: StoreReader) => readOf(reader, name)(...parameters);
    return inTurn(storeId, cancelled, () => read(storage.reader(storeId)));
  },
  operate(request, cancelled) {
    const { storeId, isLong } = request;
    const run = async () => await runOperation(operations, request, await contextOf(storeId, cancelled));
    return isLong ? run() : inTurn(storeId, cancelled, run);
  },
  failuresCsv: ({ storeId, question }, cancelled) =>
    inTurn(storeId, cancelled, () => writeFailures(storage.reader(storeId), question)),
  compileRules: ({ storeId, rules }, cancelled) =>
    previews.run(storeId, () =>
      gate(storeId, async () => {
        const named = new NamedProducts(rules);
        await named.read(storage.reader(storeId).merchandising, cancelled);
        return compileRules(rules, named);
      }),
    ),
  compileSynonyms: ({ storeId, ...change }, cancelled) =>
    previews.run(storeId, () =>
      inTurn(storeId, cancelled, async () => {
        const store = await storage.directory.findStore(storeId);
        if (store === null) throw notFound('store');
        const { rules, common } = await storage.reader(storeId).synonyms.read();
        const changed = replaceSynonyms(rules, change) ?? rules;
        return compileForIndex(store.locale, { rules: changed, common, version: triedVersion });
      }),
    ),
  listKeys: ({ storeId }, cancelled) =>
    inTurn(storeId, cancelled, () => storage.directory.listApiKeys(storeId)),
  countRows: ({ storeId }, cancelled) => inTurn(storeId, cancelled, () => storage.deletions.count(storeId)),
  async close() {
    await storage.close();
    return null;
  },
};

const notify = serveRpc(parentPort, handlers);
