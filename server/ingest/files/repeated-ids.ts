/**
 * Which ids occur more than once in a file, told without keeping the ids: 8 bytes an entry of a hash table at most
 * half full. Of two ids with the same hash both are called repeated; whoever asks looks at the ids themselves.
 */

const startCapacity = 1 << 12;
/** Two steps of 26 and 27 bits make a whole number that a double holds exactly. */
const highFactor = 2 ** 27;

/** Counts ids by their hash. */
export class RepeatedIds {
  /** 53-bit hashes; 0 is a free place. */
  #hashes = new Float64Array(startCapacity);
  #count = 0;
  readonly #repeated = new Set<number>();

  add(id: string): void {
    const hash = hashOf(id);
    const place = this.#placeOf(hash);
    if (this.#hashes[place] === hash) {
      this.#repeated.add(hash);
      return;
    }
    this.#hashes[place] = hash;
    this.#count += 1;
    if (this.#count * 2 > this.#hashes.length) this.#grow();
  }

  /** Whether any id was added twice. */
  get any(): boolean {
    return this.#repeated.size > 0;
  }

  /** True for every id that was added twice or more, and for one in about 10^15 others. */
  has(id: string): boolean {
    return this.#repeated.has(hashOf(id));
  }

  /** Where the hash is, or the free place where it belongs. */
  #placeOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    let place = (hash % highFactor) & mask;
    while (this.#hashes[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const before = this.#hashes;
    this.#hashes = new Float64Array(before.length * 2);
    for (const hash of before) if (hash !== 0) this.#hashes[this.#placeOf(hash)] = hash;
  }
}

/** Two multiplicative hashes (FNV-1a's step, with different primes) finished as MurmurHash3 does; never 0. */
function hashOf(id: string): number {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < id.length; index += 1) {
    const unit = id.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  low = finish(low ^ id.length);
  high = finish(high ^ low);
  return (high >>> 6) * highFactor + (low >>> 5) || 1;
}

function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
