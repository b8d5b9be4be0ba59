/**
 * Gives the memory of a thread's heap back once the thread rests. V8 collects only when something is allocated: a thread that did much
 * and then rests would keep that room for ever, mostly the one for short-lived objects, which only a full collection returns. Never
 * while there is work: a collection stops the thread for some ten milliseconds. It looks every 5 s; a thread rests if it was busy for
 * at most 50 ms of them, and 4 MiB of growth are worth a collection, at most one a minute. It changes no other thread and cannot fail.
 */
// Tests: ./idle-heap.test.ts.
import { performance } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two looks whether the thread rests. Chosen. */
const lookMs = 5_000;

/** Busy milliseconds between two looks up to which a thread rests. Chosen: one with nothing to do takes 5 to 15 ms. */
const busyMaxMs = 50;

/** Bytes of growth that are worth a collection. Chosen. */
const grownMinBytes = 4 * 2 ** 20;

/** The least number of looks between two collections. Chosen: light traffic is not stopped every few seconds. */
const looksBetween = 12;

/** The functions that read and collect the heap of a thread. */
export interface HeapDependencies {
  /** The milliseconds for which the thread has been busy since it began. */
  readonly busyMs: () => number;
  /** The bytes of memory that its heap takes. */
  readonly heldBytes: () => number;
  /** Gives back what is not in use. */
  readonly collect: () => void;
}

/** Returns one look, to be taken at equal intervals: it collects where the thread rests and the heap has grown. */
export function createHeapCheck({ busyMs, heldBytes, collect }: HeapDependencies): () => void {
  let lastBusyMs = busyMs();
  let leftBytes = 0;
  let looksToWait = 0;
  return () => {
    const sinceLastMs = busyMs() - lastBusyMs;
    looksToWait -= 1;
    if (sinceLastMs <= busyMaxMs && looksToWait < 0 && heldBytes() - leftBytes >= grownMinBytes) {
      collect();
      leftBytes = heldBytes();
      looksToWait = looksBetween;
    }
    // The time of the collection itself does not count as busy.
    lastBusyMs = busyMs();
  };
}

/** Has the heap of this thread given back while it rests, until the function that is returned is called. */
export function shrinkHeap(): () => void {
  const look = createHeapCheck({
    busyMs: () => performance.eventLoopUtilization().active,
    heldBytes: () => getHeapStatistics().total_heap_size,
    collect: collectAll,
  });
  const looking = setInterval(look, lookMs).unref();
  return () => clearInterval(looking);
}

/** Collects everything. Only the flavor "last-resort" shrinks the room of short-lived objects. */
export function collectAll(): void {
  // The flag adds `gc` to contexts that are made from then on. Setting it again changes nothing.
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
