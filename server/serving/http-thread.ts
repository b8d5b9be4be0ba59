/**
 * An HTTP thread beside the first: the same application on the same port, with its own RPC clients of the threads
 * behind. Things that a process has once it asks of the first thread, or finds in shared memory. It starts no thread
 * itself.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createSearchNotes } from '../analytics/search-notes.ts';
import { createAutocomplete } from '../autocomplete/autocomplete.ts';
import { createIndexRegistry } from '../autocomplete/index-registry.ts';
import { createSearchIntents } from '../autocomplete/search-intents.ts';
import { createSystemClock } from '../clock.ts';
import { createRequestCounter } from '../insight/request-counter.ts';
import { createLog } from '../log.ts';
import { createTallies } from '../metrics.ts';
import { openStorage } from '../storage/open-storage.ts';
import { createKeyRing } from '../stores/key-ring.ts';
import { connectIndex } from '../threads/index-client.ts';
import { connectPipeline } from '../threads/pipeline-client.ts';
import { connectReader } from '../threads/reader-client.ts';
import { createRpcClient, serveRpc } from '../threads/rpc.ts';
import { openSharedBounds } from '../threads/shared-numbers.ts';
import { createShownAnswers } from '../threads/shown-answers.ts';
import type { FirstThreadMethods, HttpThreadData, HttpThreadMethods } from './http-methods.ts';
import { autocompleteOptions, openHttpSide, readWidgets } from './http-side.ts';
import { openState } from './service-state.ts';

if (parentPort === null) throw new Error('http-thread.ts runs as a worker thread');
const {
  config,
  target,
  isTerminal,
  warmUpFile,
  memory,
  shown: shownMemory,
  ...ways
} = workerData as HttpThreadData;
const clock = createSystemClock();
const log = createLog(config.logLevel, isTerminal);
const storage = await openStorage(
  { ...target, readOnly: true },
  { onError: (error) => log.warn({ err: error }, 'database connection') },
);
const bounds = openSharedBounds(memory.bounds);
const index = connectIndex(ways.index, memory.notices, createIndexRegistry());
const pipeline = connectPipeline(ways.pipeline, bounds);
const readers = connectReader(ways.readers, bounds);
const behind = { index, pipeline, readers };
const first = createRpcClient<FirstThreadMethods>(ways.first, () => {});
const tallies = createTallies();
const requests = createRequestCounter(clock);

const searches = createSearchNotes(clock);
const shown = createShownAnswers(shownMemory, clock);

const side = await openHttpSide(
  {
    config,
    clock,
    log,
    storage,
    bounds,
    index,
    pipeline,
    readers,
    requests,
    searches,
    shown,
    metrics: { ...tallies, render: () => first.call('renderMetrics', null) },
    keyRing: createKeyRing(storage.directory, clock, memory.keyNews),
    autocomplete: createAutocomplete(
      index.registry,
      clock,
      autocompleteOptions({ config, storage, target, index }),
    ),
    intents: createSearchIntents(index.registry),
    passwords: {
      hash: (password, caller) => first.call('hashPassword', { password, caller }),
      matches: (password, hash, caller) => first.call('matchPassword', { password, hash, caller }),
    },
    widget: await readWidgets(config, log),
    requestsNow: (storeId) => first.call('requestsNow', storeId),
    faults: () => first.call('faults', null),
    noteDamage(storeId, rows) {
      // Only a first thread that ended rejects, and the process ends with it.
      first.call('noteDamage', { storeId, rows }).catch(() => {});
    },
    state: openState(memory.state).now,
  },
  warmUpFile === null ? null : new URL(warmUpFile),
);

serveRpc<HttpThreadMethods>(parentPort, {
  async listen({ port, day }) {
    searches.beginDay(day);
    shown.beginDay(day);
    await side.listen(port);
    return null;
  },
  async warmed() {
    await side.warmed();
    return null;
  },
  async beginDay(day) {
    searches.beginDay(day);
    shown.beginDay(day);
    return null;
  },
  async connect({ to, way }) {
    behind[to].connect(way);
    return null;
  },
  tallies: async () => tallies.counts(),
  requestsNow: async (storeId) => requests.current(storeId),
  takeNotes: async () => searches.take(),
  async stop({ drainMs }) {
    await side.stop(drainMs);
    await index.stop();
    await storage.close();
    return null;
  },
});
