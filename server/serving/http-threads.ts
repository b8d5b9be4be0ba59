/**
 * The first HTTP thread's control of the others, which answer on the same port. A thread that ends is started again;
 * once too often, the process ends. Counts of ended threads are kept.
 */
import { MessageChannel } from 'node:worker_threads';
import { limits } from '../../contract/limits.ts';
import type { CallerDay, SearchNote } from '../analytics/search-counter.ts';
import { within } from '../autocomplete/within.ts';
import { AppError } from '../errors.ts';
import { sumTallies, type TallyCounts } from '../metrics.ts';
import type { RequestStatistics } from '../storage/records.ts';
import { createKeyNews } from '../stores/key-news.ts';
import { describeRestart, type KeptThread, keepThread } from '../threads/keep-thread.ts';
import { type RpcHandlers, serveRpc } from '../threads/rpc.ts';
import { createSharedBounds, forgetCounts } from '../threads/shared-numbers.ts';
import { type Reachable, startThread } from '../threads/start-thread.ts';
import type {
  FirstThreadMethods,
  HttpThreadData,
  HttpThreadMethods,
  SharedMemory,
  ThreadBehind,
} from './http-methods.ts';
import { threadsBehind } from './http-methods.ts';

/** All HTTP threads but the first; usually none. */
export interface HttpThreads {
  /** Resolves when all of them listen. */
  listen(port: number, day: CallerDay): Promise<void>;
  /** Resolves when all of them have warmed up, or ended. */
  warmed(): Promise<void>;
  beginDay(day: CallerDay): void;
  /** Counts of all threads; of ended ones, as of their last answer. */
  tallies(): Promise<TallyCounts[]>;
  requestsNow(storeId: string): Promise<RequestStatistics[]>;
  /** Notes of searches since the last call. */
  takeNotes(): Promise<SearchNote[]>;
  /** Answers what is under way, then ends the threads; returns their last notes. */
  stop(drainMs: number): Promise<SearchNote[]>;
}

/** The dependencies of HTTP threads: settings, memory, and the threads behind them. */
export interface HttpThreadParts
  extends Pick<HttpThreadData, 'config' | 'target' | 'isTerminal' | 'warmUpFile' | 'memory' | 'shown'>,
    Readonly<Record<ThreadBehind, Reachable>> {
  /** Answers what they ask of this thread. */
  readonly handlers: RpcHandlers<FirstThreadMethods>;
  /** A line for the log. */
  readonly onWarning: (message: string) => void;
  /** One of them ended once too often. */
  readonly onDeath: (error: Error) => void;
}

type HttpThread = KeptThread<HttpThreadMethods>;

/** Creates the memory that HTTP threads share. */
export function createSharedMemory(): SharedMemory {
  const integer = () => new SharedArrayBuffer(4);
  return { state: integer(), keyNews: createKeyNews(), notices: integer(), bounds: createSharedBounds() };
}

/** Starts the configured number less the first one; with null, none. */
export function startHttpThreads(parts: HttpThreadParts | null): HttpThreads {
  const count = parts === null ? 0 : parts.config.threads - 1;
  const threads = parts === null ? [] : Array.from({ length: count }, () => keep(parts));
  if (parts !== null) reconnectAll(threads, parts);
  /** Asks all threads and returns the answers of those that have not ended. */
  async function askAll<Answer>(question: (thread: HttpThread) => Promise<Answer>): Promise<Answer[]> {
    const answers = await Promise.allSettled(threads.map(question));
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  }
  async function takeNotes(): Promise<SearchNote[]> {
    return (await askAll(({ call }) => call('takeNotes', null))).flat();
  }
  let listened: { readonly port: number; day: CallerDay } | null = null;
  for (const thread of threads) {
    thread.onStartedAgain(() => {
      if (listened === null) return;
      // One that ends again is started once more.
      thread.call('listen', listened).catch((error: unknown) => {
        if (!(error instanceof AppError))
          parts?.onWarning(`An HTTP thread does not listen: ${String(error)}`);
      });
    });
  }
  const tallies = keepTallies(threads);
  return {
    async listen(port, day) {
      await Promise.all(threads.map(({ call }) => call('listen', { port, day })));
      listened = { port, day };
    },
    async warmed() {
      await askAll(({ call }) => call('warmed', null));
    },
    beginDay(day) {
      if (listened !== null) listened.day = day;
      void askAll(({ call }) => call('beginDay', day));
    },
    tallies,
    async requestsNow(storeId) {
      const counted = await askAll(({ call }) => call('requestsNow', storeId));
      return counted.filter((one) => one !== null);
    },
    takeNotes,
    async stop(drainMs) {
      for (const { retire } of threads) retire();
      // One that begins is not waited for longer than one that answers.
      const most = drainMs + limits.shutdownAnswersMs + limits.shutdownFlushMs;
      await askAll(({ call }) => within(most, call('stop', { drainMs }), () => {}));
      const notes: SearchNote[] = [];
      const taking = takeNotes().then((taken) => void notes.push(...taken));
      await within(limits.shutdownFlushMs, taking, () => {});
      await Promise.all(threads.map(({ terminate }) => terminate()));
      return notes;
    },
  };
}

/** Counts the connections of an ended thread as closed. */
function closeConnections({ outcomes, durations }: TallyCounts): TallyCounts {
  const opened = outcomes.get('connection opened') ?? 0;
  return { outcomes: new Map([...outcomes, ['connection closed', opened]]), durations };
}

/** Keeps the counts of threads, which do not shrink when one ends. */
function keepTallies(threads: readonly HttpThread[]): HttpThreads['tallies'] {
  const newest = new Map<HttpThread, TallyCounts>();
  let ended = sumTallies([]);
  for (const thread of threads) {
    thread.onStartedAgain(() => {
      ended = closeConnections(sumTallies([ended, newest.get(thread) ?? sumTallies([])]));
      newest.delete(thread);
    });
  }
  const note = async (thread: HttpThread) => {
    newest.set(thread, await thread.call('tallies', null));
  };
  return async () => {
    await Promise.allSettled(threads.map(note));
    return [ended, ...newest.values()];
  };
}

/** Threads behind that are started again are reached by new ways. */
function reconnectAll(threads: readonly HttpThread[], parts: HttpThreadParts): void {
  for (const to of threadsBehind) {
    const behind = parts[to];
    behind.onStartedAgain(() => {
      for (const { call } of threads) {
        const way = behind.openWay();
        // One that ended finds new ways when it begins.
        call('connect', { to, way }, [way]).catch(() => way.close());
      }
    });
  }
}

function keep(parts: HttpThreadParts): HttpThread {
  const { memory, onWarning, onDeath } = parts;
  return keepThread((died) => start(parts, died), {
    onDeath,
    onRestart(error, pauseMs) {
      onWarning(describeRestart('HTTP', error, pauseMs));
      // No other thread knows what the ended thread had under way. The others' own is forgotten too, which lets more in for a moment.
      forgetCounts(memory.bounds);
    },
  });
}

function start(
  { config, target, isTerminal, warmUpFile, memory, shown, handlers, ...behind }: HttpThreadParts,
  onDeath: (error: Error) => void,
) {
  const { port1, port2: first } = new MessageChannel();
  serveRpc(port1, handlers);
  const index = behind.index.openWay();
  const pipeline = behind.pipeline.openWay();
  const readers = behind.readers.openWay();
  return startThread<HttpThreadMethods>(
    new URL('./http-thread.ts', import.meta.url),
    {
      config,
      target,
      isTerminal,
      warmUpFile,
      memory,
      shown,
      index,
      pipeline,
      readers,
      first,
    } satisfies HttpThreadData,
    { onDeath },
    // It is what the other threads give way to.
    { steps: 0, maxYoungMb: null, transfer: [index, pipeline, readers, first] },
  );
}
