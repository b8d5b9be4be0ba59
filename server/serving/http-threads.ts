/** The first HTTP thread's hand on the others, which answer on the same port. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { CallerDay, SearchNote } from '../analytics/search-counter.ts';
import type { TallyCounts } from '../metrics.ts';
import type { RequestStatistics } from '../storage/records.ts';
import { type RpcHandlers, serveRpc } from '../threads/rpc.ts';
import { createSharedBounds } from '../threads/shared-numbers.ts';
import { startThread } from '../threads/start-thread.ts';
import type { FirstThreadMethods, HttpThreadData, HttpThreadMethods, SharedMemory } from './http-methods.ts';

/** All HTTP threads but the first: none, usually. */
export interface HttpThreads {
  /** Resolves when all of them listen. */
  listen(port: number, day: CallerDay): Promise<void>;
  beginDay(day: CallerDay): void;
  tallies(): Promise<TallyCounts[]>;
  requestsNow(storeId: string): Promise<RequestStatistics[]>;
  /** What they noted of searches since the last call. */
  takeNotes(): Promise<SearchNote[]>;
  /** Answers what is under way, then ends them; gives what they noted last. */
  stop(drainMs: number): Promise<SearchNote[]>;
}

/** What other threads have a way to. */
interface Reachable {
  readonly ways: readonly MessagePort[];
}

/** With what they start: settings, memory, and the threads behind them. */
export interface HttpThreadParts
  extends Pick<HttpThreadData, 'config' | 'target' | 'isTerminal' | 'memory' | 'shown'> {
  readonly index: Reachable;
  readonly pipeline: Reachable;
  readonly readers: Reachable;
  /** Answers what they ask of this thread. */
  readonly handlers: RpcHandlers<FirstThreadMethods>;
  /** One of them ended unasked. */
  readonly onDeath: (error: Error) => void;
}

/** For HTTP threads that begin. */
export function createSharedMemory(): SharedMemory {
  const integer = () => new SharedArrayBuffer(4);
  return { state: integer(), keyChanges: integer(), notices: integer(), bounds: createSharedBounds() };
}

/** Starts as many as there are ways for; with null, none. */
export function startHttpThreads(parts: HttpThreadParts | null): HttpThreads {
  const threads = parts === null ? [] : parts.index.ways.map((index, number) => start(parts, index, number));
  async function takeNotes(): Promise<SearchNote[]> {
    return (await Promise.all(threads.map(({ call }) => call('takeNotes', null)))).flat();
  }
  return {
    async listen(port, day) {
      await Promise.all(threads.map(({ call }) => call('listen', { port, day })));
    },
    beginDay(day) {
      // Only a thread that ended rejects, and then somebody has heard of it.
      for (const { call } of threads) call('beginDay', day).catch(() => {});
    },
    tallies: () => Promise.all(threads.map(({ call }) => call('tallies', null))),
    async requestsNow(storeId) {
      const counted = await Promise.all(threads.map(({ call }) => call('requestsNow', storeId)));
      return counted.filter((one) => one !== null);
    },
    takeNotes,
    async stop(drainMs) {
      // Only a thread that ended rejects.
      await Promise.all(threads.map(({ call }) => call('stop', { drainMs }).catch(() => {})));
      const notes = await takeNotes().catch(() => []);
      await Promise.all(threads.map(({ terminate }) => terminate()));
      return notes;
    },
  };
}

function start(
  { config, target, isTerminal, memory, shown, handlers, onDeath, ...shared }: HttpThreadParts,
  index: MessagePort,
  number: number,
) {
  const { port1, port2: first } = new MessageChannel();
  serveRpc(port1, handlers);
  const pipeline = wayOf(shared.pipeline, number);
  const readers = wayOf(shared.readers, number);
  return startThread<HttpThreadMethods>(
    new URL('./http-thread.ts', import.meta.url),
    { config, target, isTerminal, memory, shown, index, pipeline, readers, first } satisfies HttpThreadData,
    { onDeath },
    // It is what the other threads give way to.
    { steps: 0, maxYoungMb: null, transfer: [index, pipeline, readers, first] },
  );
}

function wayOf({ ways }: Reachable, number: number): MessagePort {
  const way = ways[number];
  if (way === undefined) throw new Error('an HTTP thread has no way to a thread behind it');
  return way;
}
