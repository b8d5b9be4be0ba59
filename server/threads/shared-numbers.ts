/**
 * Numbers in memory that all threads of a process share: a table of sets of eight places, each set with a lock. A name
 * is known by 63 bits of a seeded hash. A number at its floor takes no place. If a set is full, its smallest number is
 * forgotten, which matters least: the allowance that is full again soonest, the least that is under way, the earliest
 * day.
 */
import { randomSecret } from '../ids.ts';
import type { Bounds, NumberKind, Numbers } from './numbers.ts';
import { lockSet, unlockSet } from './set-locks.ts';

/** The memory and its seed; plain data, which is passed to every thread. */
export interface SharedBounds {
  readonly seed: number;
  readonly tables: Readonly<Record<NumberKind, SharedArrayBuffer>>;
}

const placesPerSet = 8;
const bytesPerSet = 4 + placesPerSet * (8 + 8);

/** Sets of eight places, by kind; powers of two. Chosen: a store has about five counts and one day, a caller one or two rates. */
const setCounts: Readonly<Record<NumberKind, number>> = { counts: 4_096, days: 8_192, rates: 16_384 };

/** Empty tables. */
export function createSharedBounds(): SharedBounds {
  const table = (kind: NumberKind) => new SharedArrayBuffer(setCounts[kind] * bytesPerSet);
  return {
    seed: Buffer.from(randomSecret(4), 'base64').readInt32LE(),
    tables: { counts: table('counts'), days: table('days'), rates: table('rates') },
  };
}

/** Forgets what is under way: the thread that held it ended and gives nothing back. */
export function forgetCounts({ tables: { counts } }: SharedBounds): void {
  hashesOf(counts).fill(0);
}

function hashesOf(table: SharedArrayBuffer): Int32Array {
  const placeCount = (table.byteLength / bytesPerSet) * placesPerSet;
  return new Int32Array(table, placeCount * 8, placeCount * 2);
}

/** The same numbers, to be used by this thread. */
export function openSharedBounds({ seed, tables }: SharedBounds): Bounds {
  return {
    numbers: (kind, purpose) => new SharedNumbers(tables[kind], hashOf(purpose, seed)),
  };
}

class SharedNumbers implements Numbers {
  readonly #seed: number;
  readonly #setMask: number;
  readonly #values: Float64Array;
  /** Two hashes for each place; zeros mean that the place is free. */
  readonly #hashes: Int32Array;
  readonly #locks: Int32Array;

  constructor(table: SharedArrayBuffer, seed: number) {
    const setCount = table.byteLength / bytesPerSet;
    const placeCount = setCount * placesPerSet;
    this.#seed = seed;
    this.#setMask = setCount - 1;
    this.#values = new Float64Array(table, 0, placeCount);
    this.#hashes = hashesOf(table);
    this.#locks = new Int32Array(table, placeCount * 16, setCount);
  }

  add(name: string, amount: number, floor: number, most: number): number {
    const high = hashOf(name, this.#seed) | 1;
    const low = hashOf(name, ~this.#seed);
    const set = low & this.#setMask;
    lockSet(this.#locks, set);
    try {
      const place = this.#find(set, high, low);
      const isKnown = this.#isAt(place, high, low);
      const before = isKnown ? Math.max(this.#values[place] ?? floor, floor) : floor;
      const after = before + amount;
      if (after > most) return before;
      if (after > floor) this.#put(place, high, low, after);
      else if (isKnown) this.#put(place, 0, 0, 0);
      return before;
    } finally {
      unlockSet(this.#locks, set);
    }
  }

  /** The place of the name, or the one that it may take. */
  #find(set: number, high: number, low: number): number {
    const first = set * placesPerSet;
    let least = first;
    for (let place = first; place < first + placesPerSet; place += 1) {
      if (this.#isAt(place, high, low)) return place;
      if (this.#weightOf(place) < this.#weightOf(least)) least = place;
    }
    return least;
  }

  #isAt(place: number, high: number, low: number): boolean {
    return this.#hashes[2 * place] === high && this.#hashes[2 * place + 1] === low;
  }

  #weightOf(place: number): number {
    return this.#hashes[2 * place] === 0 ? Number.NEGATIVE_INFINITY : (this.#values[place] ?? 0);
  }

  #put(place: number, high: number, low: number, value: number): void {
    this.#hashes[2 * place] = high;
    this.#hashes[2 * place + 1] = low;
    this.#values[place] = value;
  }
}

/** MurmurHash3 (32 bits) over UTF-16 units. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    let unit = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
    unit = Math.imul((unit << 15) | (unit >>> 17), 0x1b873593);
    hash ^= unit;
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  hash ^= text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
