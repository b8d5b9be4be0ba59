/**
 * Announces between the threads of one process which stores' keys changed: in shared memory, so that a thread knows
 * before its next look at the database. A store is known by 32 bits of its id; two stores that share them are
 * forgotten together. No key and no id is stored here.
 */
import { crc32 } from 'node:zlib';

/** Marks of the stores that changed; null where any store may have changed. */
export type ChangedStores = ReadonlySet<number> | null;

/** One thread's end of the news. */
export interface KeyNews {
  /** Takes the news that other threads announced since the last call; undefined if there is none. */
  take(): ChangedStores | undefined;
  /** Announces what changed up to a version of the directory, unless another thread did. */
  announce(version: number, stores: ChangedStores): void;
}

/** The mark by which a store is known here. */
export function markOf(storeId: string): number {
  return crc32(storeId);
}

/** News kept, a power of two. A thread that missed more of them forgets every store. Chosen. */
const newsKept = 128;
/** Two integers of 32 bits come first: the number of the next news, and the version that was announced last. */
const [next, announcedVersion, headBytes] = [0, 1, 8];

/** Memory for {@link openKeyNews}, which is passed to every thread. */
export function createKeyNews(): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(headBytes + newsKept * 8);
  // A place that was never written says number 0.
  new Int32Array(memory)[next] = 1;
  return memory;
}

/** Reads the news from now on. */
export function openKeyNews(memory: SharedArrayBuffer): KeyNews {
  const head = new Int32Array(memory, 0, 2);
  /** Each news's number and mark, written at once: a thread that finds another number knows that it missed something. */
  const places = new BigInt64Array(memory, headBytes);
  let seen = Atomics.load(head, next);

  function readUpTo(now: number): ChangedStores {
    const marks = new Set<number>();
    for (let number = seen; number !== now; number = (number + 1) | 0) {
      const place = Atomics.load(places, number & (newsKept - 1));
      if (Number(place >> 32n) !== number) return null;
      marks.add(Number(BigInt.asUintN(32, place)));
    }
    return marks;
  }

  return {
    take() {
      const now = Atomics.load(head, next);
      if (now === seen) return undefined;
      const stores = readUpTo(now);
      seen = now;
      return stores;
    },
    announce(version, stores) {
      if (Atomics.load(head, announcedVersion) === (version | 0)) return;
      // More numbers than places: every thread misses something.
      const count = stores?.size ?? newsKept + 1;
      const first = Atomics.add(head, next, count);
      let number = first;
      for (const mark of stores ?? []) {
        Atomics.store(places, number & (newsKept - 1), (BigInt(number) << 32n) | BigInt(mark));
        number = (number + 1) | 0;
      }
      Atomics.store(head, announcedVersion, version | 0);
      if (seen === first) seen = (first + count) | 0;
    },
  };
}
