/**
 * Records for which stores a thread works at the moment, in memory that outlives it. When it ends, the thread that started it
 * reads there which tasks it was doing. A record costs a fraction of a microsecond and no message. A task beyond 128 at a time
 * is not recorded. A record takes 64 bytes and holds only the kind of work and the store's id.
 */
// Tests: ./current-tasks.test.ts.
import { isStoreWork, type StoreTask } from '../../jobs/quarantine.ts';

/** Tasks that are noted at a time. Chosen: more than a thread does at once. */
const placeCount = 128;
/** Bytes of a place: one for the length, then work and store id as ASCII. A length of 0 means that the place is free. */
const placeBytes = 64;

/** Creates empty memory. */
export function createTaskMemory(): SharedArrayBuffer {
  return new SharedArrayBuffer(placeCount * placeBytes);
}

/** The thread's side. */
export class CurrentTasks {
  readonly #bytes: Uint8Array;
  readonly #free = Array.from({ length: placeCount }, (_, place) => place * placeBytes);

  constructor(memory: SharedArrayBuffer) {
    this.#bytes = new Uint8Array(memory);
  }

  /** Does the work, and records the task until the work is done. */
  async during<Result>({ work, storeId }: StoreTask, task: () => Promise<Result>): Promise<Result> {
    const place = this.#free.pop();
    if (place === undefined) return await task();
    const text = `${work} ${storeId}`.slice(0, placeBytes - 1);
    for (let index = 0; index < text.length; index += 1) {
      this.#bytes[place + 1 + index] = text.charCodeAt(index);
    }
    Atomics.store(this.#bytes, place, text.length);
    try {
      return await task();
    } finally {
      Atomics.store(this.#bytes, place, 0);
      this.#free.push(place);
    }
  }
}

/** Reads the recorded tasks, each task once. */
export function readTasks(memory: SharedArrayBuffer): StoreTask[] {
  const bytes = new Uint8Array(memory);
  const texts = new Set<string>();
  for (let place = 0; place < bytes.length; place += placeBytes) {
    const length = Atomics.load(bytes, place);
    if (length > 0) texts.add(Buffer.from(bytes.slice(place + 1, place + 1 + length)).toString('latin1'));
  }
  return Array.from(texts).flatMap((text) => {
    const [work = '', storeId = ''] = text.split(' ');
    return isStoreWork(work) ? [{ work, storeId }] : [];
  });
}
