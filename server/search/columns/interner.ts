/**
 * Numbers for strings: a hash table with linear probing, twice as fast as a Map and without its garbage. Where strings
 * crowd together, which happens by intent only, a Map takes them.
 */
/** A string is sought in so many slots: a merchant who makes words of one hash makes nothing slow. */
const probesMax = 32;
/** Slots for each string at least. */
const slotsPerText = 2;

/** Numbers distinct strings in the order of their first appearance. */
export class Interner {
  readonly texts: string[] = [];
  /** Two integers a slot: the hash of a string, and one more than its number; 0 where there is none. */
  #slots = new Int32Array(2 * 256);
  /** Strings that found no slot. */
  readonly #others = new Map<string, number>();
  readonly #hashOf: HashOf;

  constructor(hashOf: HashOf = mixUnits) {
    this.#hashOf = hashOf;
  }

  /** The number of a string, or of a part of one. */
  id(text: string, start = 0, end = text.length): number {
    const hash = this.#hashOf(text, start, end);
    const slots = this.#slots;
    const mask = slots.length - 2;
    for (let probe = 0, at = hash << 1; probe < probesMax; probe += 1, at = (at + 2) | 0) {
      const id = (slots[(at & mask) + 1] ?? 0) - 1;
      if (id < 0) return this.#add(text.slice(start, end), hash, at & mask);
      if (slots[at & mask] === hash && isPart(text, start, end, this.texts[id] ?? '')) return id;
    }
    return this.#others.get(text.slice(start, end)) ?? this.#add(text.slice(start, end), hash, -1);
  }

  /** Numbers a string that is to have this slot, or none. */
  #add(text: string, hash: number, slot: number): number {
    const id = this.texts.push(text) - 1;
    if (slot < 0) {
      this.#others.set(text, id);
    } else {
      this.#slots[slot] = hash;
      this.#slots[slot + 1] = id + 1;
    }
    if (this.texts.length * 2 * slotsPerText > this.#slots.length) this.#grow();
    return id;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(before.length * 4);
    const others = [...this.#others];
    this.#others.clear();
    for (let slot = 0; slot < before.length; slot += 2) {
      if (before[slot + 1] !== 0) this.#put(before[slot] ?? 0, (before[slot + 1] ?? 0) - 1);
    }
    for (const [text, id] of others) this.#put(this.#hashOf(text, 0, text.length), id);
  }

  #put(hash: number, id: number): void {
    const mask = this.#slots.length - 2;
    for (let probe = 0, at = hash << 1; probe < probesMax; probe += 1, at = (at + 2) | 0) {
      if (this.#slots[(at & mask) + 1] !== 0) continue;
      this.#slots[at & mask] = hash;
      this.#slots[(at & mask) + 1] = id + 1;
      return;
    }
    this.#others.set(this.texts[id] ?? '', id);
  }
}

/** Of the part of a text from `start` to before `end`, a signed integer of 32 bits. */
type HashOf = (text: string, start: number, end: number) => number;

function mixUnits(text: string, start: number, end: number): number {
  let hash = (end - start) | 0;
  for (let place = start; place < end; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

function isPart(text: string, start: number, end: number, part: string): boolean {
  return part.length === end - start && text.startsWith(part, start);
}
