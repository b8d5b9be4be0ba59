/**
 * Tracks which stores' indexes are in memory: a limit on their bytes, and the order of eviction when it is reached. It decides and
 * counts; its callers evict. Sizes are bytes; a store is in use for 60 s after a query. It never evicts an index that is being read,
 * and nothing here throws.
 */
// Tests: ./index-memory.test.ts.
import type { Clock } from '../../clock.ts';
import type { StoreIndex } from '../following/store-index.ts';

/** A store with a query within this time is in use: queries of others cannot take its fair share of memory. Chosen. */
const inUseMs = 60_000;

/** The indexes in memory, and the stores that are known without one. */
export class IndexMemory {
  readonly #maxBytes: number;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #indexes = new Map<string, StoreIndex>();
  /** The parked stores with {@link StoreIndex.usualAt} of their indexes. */
  readonly #parked = new Map<string, number | null>();
  /** The time of their last query, by the clock's monotonic time. */
  readonly #askedAtMs = new WeakMap<StoreIndex, number>();
  /** The last noted size of each index, and the total: to measure ten thousand indexes takes milliseconds. */
  readonly #sizes = new Map<StoreIndex, number>();
  #sizesTogether = 0;
  /** Indexes that are still loading: their size changes at any time. */
  readonly #changing = new Set<StoreIndex>();
  #useCount = 0;
  #arrivalCount = 0;

  /** `maxBytes`: bound on all indexes together; one stays in any case. */
  constructor(maxBytes: number, clock: Pick<Clock, 'monotonicMs'>) {
    this.#maxBytes = maxBytes;
    this.#clock = clock;
  }

  find(storeId: string): StoreIndex | undefined {
    return this.#indexes.get(storeId);
  }

  /** The indexes in memory, in no particular order. */
  all(): Iterable<StoreIndex> {
    return this.#indexes.values();
  }

  /** Known, and not in memory. */
  isParked(storeId: string): boolean {
    return this.#parked.has(storeId);
  }

  /** Registers a store without loading it; its first query loads it. */
  park(storeId: string): void {
    const { usualAt = null } = this.#indexes.get(storeId) ?? {};
    this.#remove(storeId);
    this.#parked.set(storeId, usualAt);
  }

  /** {@link StoreIndex.usualAt} of the index when it left memory; null if unknown. */
  usualAt(storeId: string): number | null {
    return this.#parked.get(storeId) ?? null;
  }

  /** Forgets the store, so that it is found again. */
  forget(storeId: string): void {
    this.#remove(storeId);
    this.#parked.delete(storeId);
  }

  /** Call it when the index has a new version. */
  noteSize(index: StoreIndex): void {
    if (this.#indexes.get(index.storeId) !== index) return;
    this.#forgetSize(index);
    if (!index.isComplete) this.#changing.add(index);
    else {
      this.#sizes.set(index, index.byteLength);
      this.#sizesTogether += index.byteLength;
    }
  }

  #remove(storeId: string): void {
    const index = this.#indexes.get(storeId);
    if (index !== undefined) this.#forgetSize(index);
    this.#indexes.delete(storeId);
  }

  #forgetSize(index: StoreIndex): void {
    this.#sizesTogether -= this.#sizes.get(index) ?? 0;
    this.#sizes.delete(index);
    this.#changing.delete(index);
  }

  /** A new index is evicted before all that had queries, and before those that were added earlier. */
  add(index: StoreIndex): void {
    this.#parked.delete(index.storeId);
    this.#indexes.set(index.storeId, index);
    this.#changing.add(index);
    this.#arrivalCount += 1;
    index.lastUse = -this.#arrivalCount;
  }

  /** Whether its store was asked within the last minute. */
  isInUse(index: StoreIndex): boolean {
    const askedAtMs = this.#askedAtMs.get(index) ?? Number.NEGATIVE_INFINITY;
    return this.#clock.monotonicMs() - askedAtMs < inUseMs;
  }

  /** The store was asked just now. */
  noteUse(storeId: string): void {
    this.#useCount += 1;
    const index = this.#indexes.get(storeId);
    if (index === undefined) return;
    index.lastUse = this.#useCount;
    this.#askedAtMs.set(index, this.#clock.monotonicMs());
  }

  /** Change numbers up to which stores (all, or those in `among`) need no check; parked stores never need one. */
  knownChanges(
    among: Iterable<string> = [...this.#parked.keys(), ...this.#indexes.keys()],
  ): Map<string, number> {
    const known = new Map<string, number>();
    for (const storeId of among) {
      const parkedAt = this.#parked.has(storeId) ? Number.MAX_SAFE_INTEGER : undefined;
      const changeNumber = parkedAt ?? this.#indexes.get(storeId)?.changeNumber;
      if (changeNumber !== undefined) known.set(storeId, changeNumber);
    }
    return known;
  }

  isFull(): boolean {
    return this.#bytes() >= this.#maxBytes;
  }

  /**
   * The indexes that must leave to respect the limit. Indexes that are not in use leave first. If those in use do not fit together,
   * the ones above their fair share leave, least recently used first. One index always stays, even if it is larger than the limit
   * and no other has queries. Indexes for which `stays` returns true stay, and others leave instead.
   */
  surplus(stays: (index: StoreIndex) => boolean = () => false): StoreIndex[] {
    const surplusBytes = this.surplusBytes();
    if (surplusBytes <= 0) return [];
    const byUse = this.byUse();
    const leavable = byUse.filter((index) => !stays(index));
    const used = leavable.filter((index) => this.isInUse(index));
    const unused = leavable.filter((index) => !this.isInUse(index));
    const usedMaxBytes = this.#maxBytes - (sumOf(byUse) - sumOf(leavable));
    const leaving = leavingOf(this.#tooLarge(used, usedMaxBytes), {
      surplusBytes: sumOf(used) - usedMaxBytes,
      most: countLeavable(used) - 1,
    });
    return [
      ...leavingOf(unused, {
        surplusBytes: surplusBytes - sumOf(leaving),
        most: countLeavable(unused) - (used.length > 0 ? 0 : 1),
      }),
      ...leaving,
    ];
  }

  /** Indexes above their fair share; one that alone exceeds the limit leaves before those that fit beside others. */
  #tooLarge(used: readonly StoreIndex[], maxBytes: number): StoreIndex[] {
    const part = fairPart(
      used.map(({ byteLength }) => byteLength),
      maxBytes,
    );
    const large = used.filter(({ byteLength }) => byteLength > part);
    const fits = ({ byteLength }: StoreIndex) => byteLength <= this.#maxBytes;
    return [...large.filter((index) => !fits(index)), ...large.filter(fits)];
  }

  /** Bytes of the indexes above the limit; negative if there is room. */
  surplusBytes(): number {
    return this.#bytes() - this.#maxBytes;
  }

  /** Used longest ago first. */
  byUse(): StoreIndex[] {
    return [...this.#indexes.values()].sort((left, right) => left.lastUse - right.lastUse);
  }

  #bytes(): number {
    return this.#sizesTogether + sumOf(this.#changing);
  }
}

/** The first of these, in their order. An index that is being read stays until the read is over, and no other leaves instead. */
function leavingOf(
  indexes: readonly StoreIndex[],
  { surplusBytes, most }: { readonly surplusBytes: number; readonly most: number },
): StoreIndex[] {
  const leaving: StoreIndex[] = [];
  let leftBytes = surplusBytes;
  for (const index of indexes) {
    if (leftBytes <= 0 || leaving.length >= most) break;
    leftBytes -= index.byteLength;
    if (!index.isReading) leaving.push(index);
  }
  return leaving;
}

function countLeavable(indexes: readonly StoreIndex[]): number {
  return indexes.filter(({ isReading }) => !isReading).length;
}

function sumOf(indexes: Iterable<StoreIndex>): number {
  let total = 0;
  for (const { byteLength } of indexes) total += byteLength;
  return total;
}

/**
 * The largest fair share (max-min fairness): what some indexes do not need is shared by the others. An index that needs less than
 * this is never evicted for others.
 */
function fairPart(needs: readonly number[], most: number): number {
  let left = most;
  let count = needs.length;
  for (const need of needs.toSorted((one, other) => one - other)) {
    if (need * count > left) return left / count;
    left -= need;
    count -= 1;
  }
  return most;
}
