/**
 * Numbers for strings: a hash table with linear probing, twice as fast as a Map and without its garbage. If many strings collide,
 * which happens only by intent, a Map is used. Numbers count from 0 and are never given away again: memory grows with each distinct
 * string until the interner is dropped. A string that is not known has no number (-1); any text is accepted.
 */
// Tests: ./interner.test.ts.
import { IntegerList } from './integer-list.ts';

/**
 * The most slots in which a string is looked for; beyond that it goes into a Map, so that words with equal hashes, made on purpose,
 * slow nothing down. Chosen.
 */
const probesMax = 32;
/** Slots for each string at least. */
const slotsPerText = 2;

/** Numbers distinct strings in the order of their first appearance. */
export class Interner {
  readonly texts: string[] = [];
  readonly #hashes = new IntegerList();
  /** One more than the number of the string in each slot; 0 where there is none. */
  #slots = new Uint32Array(256);
  /** Strings that found no slot. */
  readonly #others = new Map<string, number>();
  readonly #hashOf: (text: string, start: number, end: number) => number;

  constructor(hashOf = mixUnits) {
    this.#hashOf = hashOf;
  }

  id(text: string): number {
    const hash = this.#hashOf(text, 0, text.length);
    const known = this.#find(text, hash, 0, text.length);
    return known >= 0 ? known : this.#add(text, hash);
  }

  /** The number of the part of a text from `start` to before `end`. A part that is known is not cut out of the text. */
  idOfPart(text: string, start: number, end: number): number {
    const hash = this.#hashOf(text, start, end);
    const known = this.#find(text, hash, start, end);
    return known >= 0 ? known : this.#add(text.slice(start, end), hash);
  }

  #add(text: string, hash: number): number {
    const id = this.texts.length;
    this.texts.push(text);
    this.#hashes.push(hash);
    if (this.texts.length * slotsPerText > this.#slots.length) this.#grow();
    else this.#put(id);
    return id;
  }

  /** The number of a part of a string, or -1. */
  #find(text: string, hash: number, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let probe = 0; probe < probesMax; probe += 1) {
      const id = (this.#slots[(hash + probe) & mask] ?? 0) - 1;
      if (id < 0 || (this.#hashes.at(id) === hash && isPart(this.texts[id] ?? '', text, start, end)))
        return id;
    }
    return this.#others.get(text.slice(start, end)) ?? -1;
  }

  #put(id: number): void {
    const mask = this.#slots.length - 1;
    const hash = this.#hashes.at(id);
    for (let probe = 0; probe < probesMax; probe += 1) {
      const slot = (hash + probe) & mask;
      if (this.#slots[slot] !== 0) continue;
      this.#slots[slot] = id + 1;
      return;
    }
    this.#others.set(this.texts[id] ?? '', id);
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 4);
    this.#others.clear();
    for (let id = 0; id < this.texts.length; id += 1) this.#put(id);
  }
}

function isPart(known: string, text: string, start: number, end: number): boolean {
  if (known.length !== end - start) return false;
  return known.length === text.length ? known === text : text.startsWith(known, start);
}

/** A hash of the UTF-16 units of a text from `start` to before `end`: an unsigned integer of 32 bits. */
export function mixUnits(text: string, start = 0, end = text.length): number {
  let hash = end - start;
  for (let place = start; place < end; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash >>> 0;
}
