/** A worker thread and the calls to it: started, listened to, and ended, the same way for every thread. */
import { type MessagePort, Worker } from 'node:worker_threads';
import type { HeldStore, StoreTask } from '../jobs/quarantine.ts';
import { programFile } from '../packed.js';
import { usableMemoryBytes } from '../usable-memory.ts';
import { createRpcClient, openWay, type RpcClient, type RpcMethods, type RpcPort } from './rpc.ts';
import { giveWay, niceness } from './thread-priority.ts';
import { createTaskMemory, readTasks } from './under-way.ts';

/** Who hears of what a thread does unasked. */
export interface ThreadListener {
  /** A notice that the thread sent. */
  readonly onNotice?: (notice: unknown) => void;
  /** The thread ended unasked, once: what it did is not done any more. */
  readonly onDeath: (error: Error) => void;
}

/** Beside its own data a thread finds this in `workerData`. */
export interface ThreadTerms {
  /** Where it notes on which stores it works ({@link UnderWay}). */
  readonly tasks: SharedArrayBuffer;
  /** What it leaves alone for a time. */
  readonly held: readonly HeldStore[];
}

/** How a thread is started where that is not the usual. */
export interface ThreadOptions {
  /** Of what dies young; null leaves it to V8, as for the first thread. */
  readonly maxYoungMb?: number | null;
  /** So many {@link niceness} steps it gives way. */
  readonly steps?: number;
  readonly held?: readonly HeldStore[];
  /** What of its data moves to it. */
  readonly transfer?: readonly MessagePort[];
}

/** A thread to which other threads have ways of their own. */
export interface Reachable {
  /** For the same calls from another thread, to which the end may be handed; what is sent waits until it listens. */
  openWay(): MessagePort;
  /** Called at each start but the first: connections to the thread before are closed. */
  onStartedAgain(listener: () => void): void;
}

/** Access to a thread that another thread started. */
export interface Connected {
  /** The thread ended, and this leads to the next one. */
  connect(way: MessagePort): void;
}

/** Why calls to a thread were rejected. */
export class ThreadEnd extends Error {
  override readonly name = 'ThreadEnd';

  constructor(thread: string, cause: Error) {
    super(`the ${thread} ended: ${cause.message}`, { cause });
  }
}

/** A running thread. */
export interface Thread<Methods extends RpcMethods<Methods>> {
  readonly call: RpcClient<Methods>['call'];
  /** See {@link Reachable}. */
  openWay(): MessagePort;
  /** On which stores it works, or worked when it ended. */
  tasks(): StoreTask[];
  /** Ends it at once; calls under way are rejected as `unavailable`. */
  terminate(): Promise<void>;
}

/**
 * Of what dies young. Measured with an import of 200,000 rows: a quarter less memory than with V8's own choice, in the
 * same processor time.
 */
const usualYoungMb = 24;

/**
 * Of what lives long in one thread: a quarter of the memory that the process may use. Half is for indexes, which are in no
 * heap, so that one thread whose data grows and grows ends by itself (`ERR_WORKER_OUT_OF_MEMORY`), and is started again,
 * before the system would end the whole process. V8's own choice is made for a process with one heap. With less than the
 * least even an ordinary import does not fit; beyond the most collections take longer than a keystroke may wait. Chosen.
 */
function maxOldMb(): number {
  const leastMb = 256;
  const mostMb = 4_096;
  const quarterMb = Math.floor(usableMemoryBytes() / 4 / 2 ** 20);
  return Math.min(Math.max(quarterMb, leastMb), mostMb);
}

const entry = new URL('./thread-entry.js', import.meta.url);

/** Starts the TypeScript file as a thread with the given data. */
export function startThread<Methods extends RpcMethods<Methods>>(
  file: URL,
  data: object | null,
  { onNotice = () => {}, onDeath }: ThreadListener,
  { maxYoungMb = usualYoungMb, steps = niceness.usual, held = [], transfer = [] }: ThreadOptions = {},
): Thread<Methods> {
  const name = file.pathname.split('/').at(-1)?.replace('.ts', '') ?? '';
  const tasks = createTaskMemory();
  const worker = new Worker(entry, {
    name,
    argv: [programFile(file).href],
    workerData: { ...data, tasks, held } satisfies ThreadTerms,
    transferList: [...transfer],
    resourceLimits: {
      maxOldGenerationSizeMb: maxOldMb(),
      ...(maxYoungMb === null ? {} : { maxYoungGenerationSizeMb: maxYoungMb }),
    },
  });
  if (steps > 0) worker.once('online', () => giveWay(name, steps));
  const port: RpcPort = {
    on: (event, listener) => worker.on(event, listener),
    postMessage: (message, transfer = []) => worker.postMessage(message, transfer),
  };
  const rpc = createRpcClient<Methods>(port, onNotice);
  let over = false;
  const die = (error: Error) => {
    rpc.abandon(new ThreadEnd(name, error));
    if (!over) onDeath(error);
    over = true;
  };
  worker.on('error', die);
  worker.on('exit', () => die(new Error('it ended unasked')));
  return {
    call: rpc.call,
    openWay() {
      const way = openWay(port);
      // No thread accepts it any more.
      if (over) way.close();
      return way;
    },
    tasks: () => readTasks(tasks),
    async terminate() {
      over = true;
      await worker.terminate();
    },
  };
}
