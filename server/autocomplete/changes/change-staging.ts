/**
 * Stages and builds the products of one read of a store's changes, in slices that take turns with those of all stores; and measures
 * how fast the index grows. Segments take 64,000 products (32,000 while the index answers); progress shows at most once a second. It
 * publishes and reads nothing itself; an error while building rejects the read.
 */
// Tests: ./change-staging.test.ts.
import type { SearchDocument } from '../../search/document/document.ts';
import type { IndexWriter } from '../../search/engine.ts';
import type { IndexedProduct } from '../../storage/records.ts';
import { type IndexingTurns, sliceCharacters } from '../following/indexing-turns.ts';

/** The limits of one segment. */
interface SegmentBounds {
  readonly products: number;
  /** See {@link IndexWriter.stagedWeight}. */
  readonly weight: number;
}

/**
 * Limits at which products are rewritten at most once. Together with the page that reaches the limit they are fewer than
 * 65,536, so their numbers take two bytes; they take about 130 MB until they are built (measured).
 */
const unaskedBounds: SegmentBounds = { products: 64_000, weight: 8 };

/** Limits for an index that answers: half of that memory. */
const askedBounds: SegmentBounds = { products: 32_000, weight: 4 };

/** Milliseconds between two publications of a long read's progress while the index answers. */
const showEveryMs = 1_000;

/**
 * The cost of a title, in characters of attributes: 40 µs for 60 characters, and 0.4 ms for the worst title of 255 (both measured).
 * Chosen.
 */
const perTitleCharacter = 3;

/** The factor by which building a segment takes longer than analysing its products, if they have many words. Measured. */
const buildFactor = 3;

type StagingWriter = Pick<
  IndexWriter,
  'stage' | 'holdsStaged' | 'stagedWeight' | 'publishStaged' | 'publishInSteps' | 'stagedCount'
>;

/** The fields that give the cost of a product and identify it. */
type Weighed = Pick<IndexedProduct, 'id' | 'title' | 'attributes'>;

/** The dependencies of staging, and where it sends its slices. */
interface StagingParts<Product extends Weighed> {
  readonly storeId: string;
  readonly writer: StagingWriter;
  readonly turns: IndexingTurns;
  /** Whether the index answers before the read is done. */
  readonly isAsked: boolean;
  /** Documents of a slice; done in its turn. */
  readonly toDocuments: (products: readonly Product[]) => readonly SearchDocument[];
}

/** Stages the products of one read and builds segments of them, in slices that take turns. */
export class ChangeStaging<Product extends Weighed> {
  readonly #parts: StagingParts<Product>;
  readonly #bounds: SegmentBounds;
  /** Characters that are staged and not built yet. */
  #stagedCharacters = 0;
  #builtMs: number;
  #takenCount = 0;

  constructor(parts: StagingParts<Product>) {
    this.#parts = parts;
    this.#bounds = parts.isAsked ? askedBounds : unaskedBounds;
    this.#builtMs = parts.turns.nowMs();
  }

  /** The number of products taken so far. */
  get takenCount(): number {
    return this.#takenCount;
  }

  /** Stages the products of a page, and builds a segment when the staged ones reach its limits. Returns whether everything is built. */
  async take(products: readonly Product[], isLast: boolean): Promise<boolean> {
    const { writer } = this.#parts;
    this.#takenCount += products.length;
    // A product that changes while its store is read comes twice. Building tens of thousands takes seconds.
    if (writer.holdsStaged(products.map(({ id }) => id))) await this.#buildInSteps();
    const slices = slicesOf(products);
    const rest = slices.pop() ?? [];
    // If a part of the page is built, the rest is built too: progress is recorded by whole pages.
    let mustBuild = isLast;
    for (const slice of slices) {
      await this.#inTurn(() => this.#stage(slice));
      if (writer.stagedWeight < this.#bounds.weight) continue;
      await this.#buildInSteps();
      mustBuild = true;
    }
    const isBuilt =
      mustBuild || writer.stagedCount + rest.length >= this.#bounds.products || this.#mustShow();
    // An ordinary write is published after one turn.
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

/** The last slice has the rest; it may be empty. */
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

/** Chosen: more products than this within {@link windowMs} are an import, and merges wait for its end. */
const importProducts = 4_000;

/** Time after which products count 1/e. Chosen: during an import, reads are a second apart or a little more. */
const windowMs = 10_000;

/** Counts products that were read; all times are of the same clock. */
export class Growth {
  /** The products read until {@link Growth.#atMs}; older ones count less. */
  #products = 0;
  #atMs = 0;

  add(products: number, nowMs: number): void {
    this.#products = this.#at(nowMs) + products;
    this.#atMs = nowMs;
  }

  /** Whether an import is running, judging by the products so far. */
  isImport(nowMs: number): boolean {
    return this.#at(nowMs) >= importProducts;
  }

  #at(nowMs: number): number {
    return this.#products * Math.exp((this.#atMs - nowMs) / windowMs);
  }
}
