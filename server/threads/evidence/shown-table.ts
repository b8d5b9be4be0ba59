/**
 * Counts how often questions were answered lately: the evidence without which a click counts for nothing. The table is in
 * memory that all threads of a process share, in sets of eight places, each set with a lock. A question is known by a keyed
 * hash, and its count by quarters of an hour: it is remembered for 30 minutes and forgotten after 45 at the latest. The upper
 * 16 bits of the hash name the store. In a full set, the store that holds most places loses its oldest question: a store that
 * is flooded with questions forgets its own.
 *
 * If several nodes serve one database, new questions are also put into a ring, from which they are sent to the others. The table has
 * 1,048,576 places, the ring 16,384; counts stop at 1,023. Times are seconds. Nothing here rejects: an unknown question has the count
 * 0.
 */
// Tests: ./shown-table.test.ts.
import { limits } from '../../../contract/limits.ts';
import type { Bits64 } from '../../events/keyed-hash.ts';
import { newId } from '../../ids.ts';
import { lockSet, unlockSet } from './set-locks.ts';

/** The shared memory; plain data, which is passed to every thread. */
export interface ShownMemory {
  readonly table: SharedArrayBuffer;
  /** Null where there is one node. */
  readonly ring: SharedArrayBuffer | null;
  /** The name of this process among the nodes, which no other ever has. */
  readonly node: string;
}

const placesPerSet = 8;
/** Words of a place: a hash of two, the seconds of the last question, and the counts. */
const wordsPerPlace = 4;
/** The lock of a set stands in front of its places, so that one cache line holds both. */
const wordsPerSet = 1 + placesPerSet * wordsPerPlace;
const slotSeconds = (limits.shownMinutes * 60) / 2;
/** The present quarter of an hour and the two before it. */
const slotCount = 3;
const bitsPerCount = 10;
const countMax = 2 ** bitsPerCount - 1;
/** The bits of `high` from here on name the store. */
const storeShift = 16;
const allCounts = 2 ** (slotCount * bitsPerCount) - 1;

/** Bytes before the ring's places: where the next question goes and the last one was taken, and how far the exchange is. */
const ringHeadBytes = 24;
const [headAt, tailAt, batchAt] = [0, 1, 2];
const readUntilBytes = 16;

/** Creates empty memory. `places`: a power of two, at least eight. */
export function createShownMemory(areSeveralNodes: boolean, places = limits.shownPlaces): ShownMemory {
  const bytes = 4 * (places / placesPerSet) * wordsPerSet;
  const ringBytes = ringHeadBytes + 8 * limits.shownRingPlaces;
  return {
    table: new SharedArrayBuffer(bytes),
    ring: areSeveralNodes ? new SharedArrayBuffer(ringBytes) : null,
    node: newId(),
  };
}

/** The table, to be used by one thread. Times are seconds that grow, the same in all threads. */
export class ShownTable {
  readonly #words: Int32Array;
  readonly #setMask: number;

  constructor({ table }: Pick<ShownMemory, 'table'>) {
    this.#words = new Int32Array(table);
    this.#setMask = this.#words.length / wordsPerSet - 1;
  }

  /** Adds `times` to the question's count, at that time. */
  note(question: Readonly<Bits64>, atSeconds: number, times = 1): void {
    const { low } = question;
    const high = question.high | 1;
    const set = (low & this.#setMask) * wordsPerSet;
    const words = this.#words;
    lockSet(words, set);
    const known = this.#find(set, low, high);
    const isKnown = known !== null;
    const at = known ?? this.#replaceable(set, atSeconds);
    const lastSeconds = isKnown ? (words[at + 2] ?? 0) : atSeconds;
    const newest = Math.max(lastSeconds, atSeconds);
    const counts = isKnown ? shifted(words[at + 3] ?? 0, slotOf(newest) - slotOf(lastSeconds)) : 0;
    words[at] = low;
    words[at + 1] = high;
    words[at + 2] = newest;
    words[at + 3] = added(counts, slotOf(newest) - slotOf(atSeconds), times);
    unlockSet(words, set);
  }

  /** The number of times that the question was asked lately; 0 if never. */
  count(question: Readonly<Bits64>, nowSeconds: number): number {
    const { low } = question;
    const high = question.high | 1;
    const set = (low & this.#setMask) * wordsPerSet;
    const words = this.#words;
    lockSet(words, set);
    const at = this.#find(set, low, high);
    const slots = at === null ? slotCount : slotOf(nowSeconds) - slotOf(words[at + 2] ?? 0);
    const counts = at === null ? 0 : shifted(words[at + 3] ?? 0, Math.max(0, slots));
    unlockSet(words, set);
    let sum = 0;
    for (let slot = 0; slot < slotCount; slot += 1) sum += (counts >>> (slot * bitsPerCount)) & countMax;
    return sum;
  }

  /** Returns the index at which the words of the question begin; null if it is not known. */
  #find(set: number, low: number, high: number): number | null {
    const words = this.#words;
    const end = set + wordsPerSet;
    for (let at = set + 1; at < end; at += wordsPerPlace) {
      if (words[at] === low && words[at + 1] === high) return at;
    }
    return null;
  }

  /** The place that a new question takes: one that is free or over, else the oldest of the store that holds most. */
  #replaceable(set: number, nowSeconds: number): number {
    const words = this.#words;
    const end = set + wordsPerSet;
    const over = (slotOf(nowSeconds) - slotCount) * slotSeconds;
    let chosen = set + 1;
    let most = 0;
    for (let at = set + 1; at < end; at += wordsPerPlace) {
      const seconds = words[at + 2] ?? 0;
      if (words[at + 1] === 0 || seconds <= over) return at;
      const held = this.#heldBy(words[at + 1] ?? 0, set);
      if (held < most || (held === most && seconds >= (words[chosen + 2] ?? 0))) continue;
      chosen = at;
      most = held;
    }
    return chosen;
  }

  /** Places of the set that the store of a hash holds. */
  #heldBy(high: number, set: number): number {
    const words = this.#words;
    const end = set + wordsPerSet;
    let held = 0;
    for (let at = set + 1; at < end; at += wordsPerPlace) {
      if (((words[at + 1] ?? 0) ^ high) >>> storeShift === 0) held += 1;
    }
    return held;
  }
}

/** Puts the store into the hash of its question. */
export function markStore(question: Bits64, store: Readonly<Bits64>): void {
  question.high = (store.high & -(2 ** storeShift)) | (question.high & (2 ** storeShift - 1));
}

function slotOf(seconds: number): number {
  return Math.floor(seconds / slotSeconds);
}

/** The counts after `slots` more quarters of an hour. */
function shifted(counts: number, slots: number): number {
  return slots >= slotCount ? 0 : (counts << (slots * bitsPerCount)) & allCounts;
}

/** A count that is full stays so. */
function added(counts: number, slot: number, times: number): number {
  if (slot >= slotCount) return counts;
  const before = (counts >>> (slot * bitsPerCount)) & countMax;
  return counts + ((Math.min(countMax, before + times) - before) << (slot * bitsPerCount));
}

/**
 * Puts questions into the ring. If there are more than it holds, the oldest are lost. All its state is in the shared memory, so that
 * a thread that is started once more goes on where the one before it ended.
 */
export class ShownRing {
  readonly #state: Int32Array;
  readonly #words: Int32Array;
  readonly #readUntil: Float64Array;
  /** The place at which the last taking found a question that was not whole. */
  #unfinished: number | null = null;

  constructor(ring: SharedArrayBuffer) {
    this.#state = new Int32Array(ring, 0, batchAt + 1);
    this.#readUntil = new Float64Array(ring, readUntilBytes, 1);
    this.#words = new Int32Array(ring, ringHeadBytes);
  }

  put({ low, high }: Readonly<Bits64>): void {
    const at = 2 * ((Atomics.add(this.#state, headAt, 1) >>> 0) % limits.shownRingPlaces);
    this.#words[at] = low;
    // Last: what is not zero is whole.
    Atomics.store(this.#words, at + 1, high | 1);
  }

  /** Takes the questions since the last call, each with its count. Only one thread may call it. */
  take(): Map<string, Bits64 & { times: number }> {
    const taken = new Map<string, Bits64 & { times: number }>();
    const head = Atomics.load(this.#state, headAt) >>> 0;
    let tail = Atomics.load(this.#state, tailAt) >>> 0;
    if ((head - tail) >>> 0 > limits.shownRingPlaces) tail = (head - limits.shownRingPlaces) >>> 0;
    for (; tail !== head; tail = (tail + 1) >>> 0) {
      const at = 2 * (tail % limits.shownRingPlaces);
      const high = Atomics.exchange(this.#words, at + 1, 0);
      if (high === 0) {
        // Its writer is not done: it is taken the next time, unless a thread ended in the middle of it.
        if (this.#unfinished !== tail) {
          this.#unfinished = tail;
          break;
        }
        continue;
      }
      const low = this.#words[at] ?? 0;
      const name = `${low} ${high}`;
      const known = taken.get(name);
      if (known === undefined) taken.set(name, { low, high, times: 1 });
      else known.times += 1;
    }
    Atomics.store(this.#state, tailAt, tail);
    return taken;
  }

  /** Numbers the batches that are handed to other nodes, from 1 on. */
  nextBatch(): number {
    return Atomics.add(this.#state, batchAt, 1) + 1;
  }

  /** Batches of other nodes were read up to this time, in microseconds since 1970; 0 before the first read. */
  get readUntil(): number {
    return this.#readUntil[0] ?? 0;
  }

  set readUntil(micros: number) {
    this.#readUntil[0] = micros;
  }
}
