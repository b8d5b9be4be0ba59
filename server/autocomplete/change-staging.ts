/**
 * What one read of a store's changes adds to its index: staged and built in slices, each of which has a turn among those of
 * all stores; and how fast the index grows by it.
 */
import type { SearchDocument } from '../search/document/document.ts';
import type { IndexWriter } from '../search/engine.ts';
import type { IndexedProduct } from '../storage/records.ts';
import { type IndexingTurns, sliceCharacters } from './indexing-turns.ts';

/** What goes into one segment at most. */
interface SegmentBounds {
  readonly products: number;
  /** See {@link IndexWriter.stagedWeight}. */
  readonly weight: number;
}

/**
 * Products are rewritten once or never. With the page that reaches the bound they are fewer than 65,536, whose numbers take
 * two bytes, and wait in about 130 MB until they are built (measured).
 */
const unaskedBounds: SegmentBounds = { products: 64_000, weight: 8 };

/** While the index is asked: half of that memory. */
const askedBounds: SegmentBounds = { products: 32_000, weight: 4 };

/** While the index is asked, what a long read brings is shown so often. */
const showEveryMs = 1_000;

/**
 * What a product takes beside its attributes, in characters of them: 40 µs where the title has 60 characters, and 0.4 ms for the
 * worst one of 255 (both measured). Chosen.
 */
const perTitleCharacter = 3;

/** To build a segment takes so many times as long as to take its products apart, where they are full of words. Measured. */
const buildFactor = 3;

type StagingWriter = Pick<
  IndexWriter,
  'stage' | 'holdsStaged' | 'stagedWeight' | 'publishStaged' | 'publishInSteps' | 'stagedCount'
>;

/** How long a product takes, and whether it waits already. */
type Weighed = Pick<IndexedProduct, 'id' | 'title' | 'attributes'>;

/** Where slices go. */
interface StagingParts<Product extends Weighed> {
  readonly storeId: string;
  readonly writer: StagingWriter;
  readonly turns: IndexingTurns;
  /** Whether anybody is answered from the index before the read is done. */
  readonly isAsked: boolean;
  /** Documents of a slice; done in its turn. */
  readonly toDocuments: (products: readonly Product[]) => readonly SearchDocument[];
}

/** See the head of the file. */
export class ChangeStaging<Product extends Weighed> {
  readonly #parts: StagingParts<Product>;
  readonly #bounds: SegmentBounds;
  /** Of what is staged and not yet built. */
  #stagedCharacters = 0;
  #builtMs: number;
  #takenCount = 0;

  constructor(parts: StagingParts<Product>) {
    this.#parts = parts;
    this.#bounds = parts.isAsked ? askedBounds : unaskedBounds;
    this.#builtMs = parts.turns.nowMs();
  }

  /** How many products were taken so far. */
  get takenCount(): number {
    return this.#takenCount;
  }

  /** Stages the products of a page; what is too much for one segment is built at once. Returns whether all of it is built. */
  async take(products: readonly Product[], isLast: boolean): Promise<boolean> {
    const { writer } = this.#parts;
    this.#takenCount += products.length;
    // A product that changed while its store is read comes twice. A draft of tens of thousands takes seconds.
    if (writer.holdsStaged(products.map(({ id }) => id))) await this.#buildInSteps();
    const slices = slicesOf(products);
    const rest = slices.pop() ?? [];
    // Where a part of the page is built, so is the rest: what is built up to is known by whole pages.
    let mustBuild = isLast;
    for (const slice of slices) {
      await this.#inTurn(() => this.#stage(slice));
      if (writer.stagedWeight < this.#bounds.weight) continue;
      await this.#buildInSteps();
      mustBuild = true;
    }
    const isBuilt =
      mustBuild || writer.stagedCount + rest.length >= this.#bounds.products || this.#mustShow();
    // What a usual write changed is there after one turn.
    const isOneSlice = this.#stagedCharacters + charactersOf(rest) < sliceCharacters;
    await this.#inTurn(() => {
      this.#stage(rest);
      if (isBuilt && isOneSlice) this.#build();
    });
    if (isBuilt && !isOneSlice) await this.#buildInSteps();
    return isBuilt;
  }

  #mustShow(): boolean {
    const { isAsked, turns } = this.#parts;
    return isAsked && turns.nowMs() - this.#builtMs >= showEveryMs;
  }

  #inTurn<Result>(work: () => Result): Promise<Result> {
    const { turns, storeId } = this.#parts;
    return turns.run(storeId, work);
  }

  #stage(products: readonly Product[]): void {
    const { turns, storeId, writer, toDocuments } = this.#parts;
    const characters = charactersOf(products);
    this.#stagedCharacters += characters;
    turns.spend(storeId, characters);
    writer.stage(toDocuments(products));
  }

  #build(): void {
    this.#spendBuilding();
    this.#parts.writer.publishStaged();
  }

  /** Each step has a turn. */
  async #buildInSteps(): Promise<void> {
    this.#spendBuilding();
    const steps = this.#parts.writer.publishInSteps()[Symbol.iterator]();
    while ((await this.#inTurn(() => steps.next())).done !== true);
  }

  #spendBuilding(): void {
    const { turns, storeId } = this.#parts;
    turns.spend(storeId, this.#stagedCharacters * buildFactor);
    this.#stagedCharacters = 0;
    this.#builtMs = turns.nowMs();
  }
}

/** The last one is what is less than a slice; it may be empty. */
function slicesOf<Product extends Weighed>(products: readonly Product[]): Product[][] {
  const slices: Product[][] = [[]];
  let characters = 0;
  for (const product of products) {
    slices.at(-1)?.push(product);
    characters += charactersOf([product]);
    if (characters < sliceCharacters) continue;
    slices.push([]);
    characters = 0;
  }
  return slices;
}

function charactersOf(products: readonly Omit<Weighed, 'id'>[]): number {
  return products.reduce(
    (total, { title, attributes }) =>
      attributes.reduce(
        (sum, [label, value]) => sum + label.length + value.length,
        total + title.length * perTitleCharacter,
      ),
    0,
  );
}

/** Chosen: what comes at more than so many products within {@link windowMs} is an import, and merges wait for its end. */
const importProducts = 4_000;

/** After so long products count by the e-th part. Chosen: reads during an import are a second apart or a little more. */
const windowMs = 10_000;

/** Notes what was read; both times of one clock. */
export class Growth {
  /** As of {@link Growth.#atMs}. */
  #products = 0;
  #atMs = 0;

  add(products: number, nowMs: number): void {
    this.#products = this.#at(nowMs) + products;
    this.#atMs = nowMs;
  }

  /** Whether an import is under way, by what came until now. */
  isImport(nowMs: number): boolean {
    return this.#at(nowMs) >= importProducts;
  }

  #at(nowMs: number): number {
    return this.#products * Math.exp((this.#atMs - nowMs) / windowMs);
  }
}
