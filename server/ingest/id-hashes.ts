/**
 * A set of a document's ids that stores only hashes: 8 bytes per entry in a hash table that is at most half full. Two ids with the
 * same hash (one in about 10^15 pairs) both count as repeated and are treated as the same id; callers that need certainty compare the
 * ids themselves. Memory grows with the ids until the set is dropped. A file with more than 1,000,000 repeated ids is refused
 * (`faultOfRepeats`); invalid ids are ignored here, since their rows fail anyway. It never gives an id back and forgets none before it
 * is dropped.
 */
// Tests: ./id-hashes.test.ts.
import { limits } from '../../contract/limits.ts';
import { parseProduct } from '../catalog/parse-product.ts';
import type { CatalogContext } from '../catalog/product.ts';
import type { Repeat } from './prepare-rows.ts';
import type { DocumentRow } from './readers/document-reader.ts';

const startCapacity = 1 << 12;
/** Two steps of 26 and 27 bits make a whole number that a double holds exactly. */
const highFactor = 2 ** 27;

/** Collects ids by their hash. */
export class IdHashes {
  /** 53-bit hashes; 0 is a free place. */
  #hashes = new Float64Array(startCapacity);
  #count = 0;
  readonly #repeated = new Set<number>();

  add(id: string): void {
    const hash = hashOfId(id);
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
  get anyRepeated(): boolean {
    return this.#repeated.size > 0;
  }

  /** True for every id that was added twice or more. */
  isRepeated(id: string): boolean {
    return this.#repeated.has(hashOfId(id));
  }

  /** True for every id that was added. */
  has(id: string): boolean {
    const hash = hashOfId(id);
    return this.#hashes[this.#placeOf(hash)] === hash;
  }

  /** The hashes, smallest first. */
  sorted(): Float64Array<ArrayBuffer> {
    return this.#hashes.filter((hash) => hash !== 0).sort();
  }

  /** Returns the place of the hash, or the free place where it belongs. */
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
export function hashOfId(id: string): number {
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

/** Ids that occur in several rows, among the rows noted so far. */
export type Repeats = Map<string, Repeat>;

/** Notes a row of an id that comes again. Rows come in their order. */
export function noteRepeat(
  { row, id, value, fault }: DocumentRow,
  ids: IdHashes,
  context: CatalogContext,
  repeats: Repeats,
): void {
  if (id === null || (fault ?? null) !== null || !ids.isRepeated(id)) return;
  if (repeats.size > limits.repeatedIdsMax) return;
  const parsed = parseProduct(value, context);
  if (!parsed.ok) return;
  // A copy: the text may be a slice that would keep a whole chunk of the document in memory.
  const externalId = Buffer.from(parsed.product.externalId).toString();
  repeats.set(externalId, { lastRow: row, rowCount: (repeats.get(externalId)?.rowCount ?? 0) + 1 });
}

/** The error message for a document with too many repeated ids; null if there are few enough. */
export function faultOfRepeats(repeats: Repeats): string | null {
  if (repeats.size <= limits.repeatedIdsMax) return null;
  const most = limits.repeatedIdsMax.toLocaleString('en');
  return `More than ${most} ids stand in several rows. Give each product an id of its own, or split the file.`;
}
