/**
 * Starts worker threads, listens to them and ends them, the same way for every thread. A thread that ends rejects all calls to it as
 * `unavailable`; starting it again is the caller's concern (keep-thread.ts). Heaps are 24 MiB for short-lived objects, and a quarter
 * of the memory, 256 to 4,096 MiB, for the others; beyond it the thread ends, never the process.
 */
// Tests: ./keep-thread.test.ts.
import { Worker } from 'node:worker_threads';
import type { HeldStore, StoreTask } from '../../jobs/quarantine.ts';
import { programFile } from '../../packed.js';
import { usableMemoryBytes } from '../../process/usable-memory.ts';
import { createTaskMemory, readTasks } from '../crashes/current-tasks.ts';
import { createRpcClient, type RpcClient, type RpcMethods, type RpcPort } from './rpc.ts';
import { lowerPriority, niceness } from './thread-priority.ts';

/** Callbacks for what a thread does unasked. */
export interface ThreadListener {
  /** A notice that the thread sent. */
  readonly onNotice?: (notice: unknown) => void;
  /** The thread ended unasked; called once. */
  readonly onDeath: (error: Error) => void;
}

/** Data that every thread finds in `workerData`, beside its own. */
export interface ThreadTerms {
  /** The memory in which it notes the stores at work ({@link CurrentTasks}). */
  readonly tasks: SharedArrayBuffer;
  /** The stores and works that it leaves alone for a time. */
  readonly held: readonly HeldStore[];
}

/** Options of a start that differ from the usual. */
export interface ThreadOptions {
  /** Steps of {@link niceness} by which it gives way. */
  readonly steps?: number;
  readonly held?: readonly HeldStore[];
}

/** Why calls to a thread were rejected. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError';

  constructor(thread: string, cause: Error) {
    super(`the ${thread} ended: ${cause.message}`, { cause });
  }
}

/** A running thread. */
export interface Thread<Methods extends RpcMethods<Methods>> {
  readonly call: RpcClient<Methods>['call'];
  /** The stores on which it works, or worked when it ended. */
  tasks(): StoreTask[];
  /** Ends it at once; calls under way are rejected as `unavailable`. */
  terminate(): Promise<void>;
}

/**
 * MiB of the heap for short-lived objects. Measured with an import of 200,000 rows: a quarter less memory than with V8's own
 * choice, in the same processor time.
 */
const maxYoungMb = 24;

/**
 * MiB of the heap for long-lived objects of one thread: a quarter of the memory that the process may use, from 256 to 4,096.
 * Half is for indexes, which are in no heap. So a thread whose data grows and grows ends by itself
 * (`ERR_WORKER_OUT_OF_MEMORY`) and is started again, before the system would end the whole process. V8's own choice assumes a
 * process with one heap. Chosen: with less than 256 MiB an ordinary import does not fit; beyond 4 GiB collections take longer
 * than a keystroke may wait.
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
  { steps = niceness.usual, held = [] }: ThreadOptions = {},
): Thread<Methods> {
  const name = file.pathname.split('/').at(-1)?.replace('.ts', '') ?? '';
  const tasks = createTaskMemory();
  const worker = new Worker(entry, {
    name,
    argv: [programFile(file).href],
    workerData: { ...data, tasks, held } satisfies ThreadTerms,
    resourceLimits: {
      maxOldGenerationSizeMb: maxOldMb(),
      maxYoungGenerationSizeMb: maxYoungMb,
    },
  });
  worker.once('online', () => lowerPriority(name, steps));
  const port: RpcPort = {
    on: (event, listener) => worker.on(event, listener),
    postMessage: (message, transfer = []) => worker.postMessage(message, transfer),
  };
  const rpc = createRpcClient<Methods>(port, onNotice);
  let over = false;
  const die = (error: Error) => {
    rpc.abandon(new ThreadEndedError(name, error));
    if (!over) onDeath(error);
    over = true;
  };
  worker.on('error', die);
  worker.on('exit', () => die(new Error('it ended unasked')));
  return {
    call: rpc.call,
    tasks: () => readTasks(tasks),
    async terminate() {
      over = true;
      await worker.terminate();
    },
  };
}
