/**
 * The reader thread: lists and long reads of the API and the dashboard, mostly as JSON that is ready to be sent. On SQLite
 * a statement blocks the thread that runs it, and keystrokes must not wait for a merchant's list. It cannot write.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { limits } from '../../contract/limits.ts';
import { createSystemClock } from '../clock.ts';
import { type PreviewQuestion, previewRules } from '../collections/preview-rules.ts';
import { suggestCollections } from '../collections/suggest-collections.ts';
import { notFound } from '../errors.ts';
import { writeFailures } from '../http/presenters/failures-csv.ts';
import { listPages } from '../http/presenters/list-pages.ts';
import type { PageSource } from '../http/presenters/page-source.ts';
import { compileRules } from '../merchandising/compile-rules.ts';
import { NamedProducts } from '../merchandising/named-products.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Store } from '../storage/records.ts';
import { type CallGate, createCallGate } from './call-gate.ts';
import { createFairQueue } from './fair-queue.ts';
import type { DamageNotice } from './pipeline-methods.ts';
import type { ReaderMethods, ReaderThreadData } from './reader-methods.ts';
import { type RpcHandlers, serveRpc } from './rpc.ts';
import type { ThreadTerms } from './start-thread.ts';
import { UnderWay } from './under-way.ts';

if (parentPort === null) throw new Error('reader-thread.ts runs as a worker thread');
const { target, tasks, held } = workerData as ReaderThreadData & ThreadTerms;
const storage = await openStorage(
  { ...target, readOnly: true },
  { onDamage: (storeId, rows) => notify({ kind: 'damage', storeId, rows } satisfies DamageNotice) },
);

const clock = createSystemClock();
/** Stores take turns, so that one that reads list after list keeps no other waiting. The count is chosen. */
const turns = createFairQueue(4);
const gate = createCallGate(
  { work: 'reads', clock, held, tell: (notice) => notify(notice) },
  new UnderWay(tasks),
);
/** One catalog is read for rules at a time, beside the lists: its names are held until it is read. */
const previews = createFairQueue(1);
const inTurn: CallGate = (storeId, task) => turns.run(storeId, () => gate(storeId, task));

async function findStore(storeId: string): Promise<Store> {
  const store = await storage.directory.findStore(storeId);
  if (store === null) throw notFound('store');
  return store;
}

async function questionAbout(storeId: string, sample: number): Promise<PreviewQuestion> {
  return { store: await findStore(storeId), now: clock.nowMicros(), sample };
}

type Read = (...parameters: readonly unknown[]) => Promise<unknown>;

const handlers: RpcHandlers<ReaderMethods> = {
  read: ({ storeId, name, parameters }) =>
    inTurn(storeId, async () => {
      const reader = storage.reader(storeId);
      // The client's side checks the parameters of each read by its type.
      const read = reader[name] as Read;
      return await read.call(reader, ...parameters);
    }),
  page: ({ storeId, name, question }) =>
    inTurn(storeId, async () => {
      const { currency } = await findStore(storeId);
      const write = listPages[name] as (source: PageSource, question: unknown) => Promise<Uint8Array>;
      const { accounts, directory } = storage;
      const reader = storage.reader(storeId);
      return await write({ reader, accounts, directory, storeId, currency }, question);
    }),
  failuresCsv: ({ storeId, question }) =>
    inTurn(storeId, () => writeFailures(storage.reader(storeId), question)),
  previewCollection: ({ storeId, rules }) =>
    inTurn(storeId, async () => {
      const question = await questionAbout(storeId, limits.collectionPreviewSample);
      const [preview] = await previewRules(storage.reader(storeId), [rules], question);
      if (preview === undefined) throw new Error('rules have a preview each');
      return preview;
    }),
  suggestCollections: ({ storeId }) =>
    inTurn(storeId, async () => {
      const question = await questionAbout(storeId, limits.collectionSuggestionSample);
      return await suggestCollections(storage.reader(storeId), question);
    }),
  compileRules: ({ storeId, rules }, cancelled) =>
    previews.run(storeId, () =>
      gate(storeId, async () => {
        const named = new NamedProducts(rules);
        await named.read(storage.reader(storeId), cancelled);
        return compileRules(rules, named);
      }),
    ),
  listKeys: ({ storeId }) => inTurn(storeId, () => storage.directory.listApiKeys(storeId)),
  countRows: ({ storeId }) => inTurn(storeId, () => storage.deletions.count(storeId)),
  async close() {
    await storage.close();
    return null;
  },
};

const notify = serveRpc(parentPort, handlers);
