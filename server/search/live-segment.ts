/**
 * A segment together with its tombstones: what of it is live. Counts that were taken when the segment was built
 * are corrected by what has died since, so that all answers are exact.
 */
import type { SegmentSnapshot } from './engine.ts';
import { Segment } from './segment.ts';
import { deadDocuments, isDead } from './tombstones.ts';

export class LiveSegment {
  readonly id: number;
  readonly segment: Segment;
  /** Live documents. */
  readonly documentCount: number;
  readonly #tombstones: Uint32Array;
  readonly #dead: readonly number[];
  /** Made at the first question; most snapshots are replaced before one is asked. */
  #corrections: Corrections | null = null;

  /** `previous` lends its views when it is of the same segment. */
  constructor(snapshot: SegmentSnapshot, previous: LiveSegment | undefined) {
    this.id = snapshot.id;
    this.segment = previous?.segment ?? new Segment(snapshot.data);
    this.#tombstones = new Uint32Array(snapshot.tombstones);
    this.#dead = deadDocuments(this.#tombstones);
    this.documentCount = this.segment.documentCount - this.#dead.length;
  }

  /** Nothing in it has died. */
  get isWhole(): boolean {
    return this.#dead.length === 0;
  }

  isLive(document: number): boolean {
    return this.isWhole || !isDead(this.#tombstones, document);
  }

  /** The live document of a product id in UTF-8, or -1. */
  findLiveDocument(productId: Uint8Array): number {
    const document = this.segment.findDocument(productId);
    return document >= 0 && this.isLive(document) ? document : -1;
  }

  /** Live documents of a category path, in stock or not. */
  productsOfCategory(category: number): number {
    const { products } = this.#correct();
    return (this.segment.categoryProducts[category] ?? 0) - (products.get(category) ?? 0);
  }

  inStockOfCategory(category: number): number {
    const { inStock } = this.#correct();
    return (this.segment.categoryInStock[category] ?? 0) - (inStock.get(category) ?? 0);
  }

  /** Live in-stock documents behind a spelling of a suggestion. */
  countOfSpelling(spelling: number): number {
    const { spellings } = this.#correct();
    return (this.segment.spellingCounts[spelling] ?? 0) - (spellings.get(spelling) ?? 0);
  }

  #correct(): Corrections {
    this.#corrections ??= countDead(this.segment, this.#dead);
    return this.#corrections;
  }
}

/** Dead documents by what they were counted for. */
interface Corrections {
  readonly products: ReadonlyMap<number, number>;
  readonly inStock: ReadonlyMap<number, number>;
  readonly spellings: ReadonlyMap<number, number>;
}

function countDead(segment: Segment, dead: readonly number[]): Corrections {
  const products = new Map<number, number>();
  const inStock = new Map<number, number>();
  const spellings = new Map<number, number>();
  const { offsets, items } = segment.documentSpellings;
  for (const document of dead) {
    const category = segment.categoryOf(document);
    if (category !== null) {
      increment(products, category);
      if (document < segment.inStockCount) increment(inStock, category);
    }
    for (const spelling of items.subarray(offsets[document], offsets[document + 1])) {
      increment(spellings, spelling);
    }
  }
  return { products, inStock, spellings };
}

function increment(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
