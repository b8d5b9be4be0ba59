/**
 * What one read of a store's changes adds to its index: taken apart and built in slices, each of which has a turn among
 * those of all stores.
 */
import type { SearchDocument } from '../search/document/document.ts';
import type { IndexWriter } from '../search/engine.ts';
import { type IndexingTurns, sliceCharacters } from './indexing-turns.ts';

/**
 * A long read makes segments of so many: each product is rewritten by one merge less than with a segment a page, and to
 * build one takes no longer than to take a page apart (measured: 40 µs a product each).
 */
const productsPerSegment = 4_000;

/** What a product takes beside its attributes, in characters of them. Chosen after 40 µs a product, measured. */
const productCharacters = 160;

/** To build a segment takes so many times as long as to take its products apart, where they are full of words. Measured. */
const buildFactor = 3;

type StagingWriter = Pick<IndexWriter, 'stage' | 'isHeavy' | 'publishStaged' | 'stagedCount'>;

/** See the head of the file. */
export class ChangeStaging {
  readonly #storeId: string;
  readonly #writer: StagingWriter;
  readonly #turns: IndexingTurns;
  /** Of what is staged and not yet built. */
  #stagedCharacters = 0;

  constructor(storeId: string, writer: StagingWriter, turns: IndexingTurns) {
    this.#storeId = storeId;
    this.#writer = writer;
    this.#turns = turns;
  }

  /** Stages the documents of a page; what is too much for one segment is built at once. Returns whether all of it is built. */
  async take(documents: readonly SearchDocument[], isLast: boolean): Promise<boolean> {
    const slices = slicesOf(documents);
    const rest = slices.pop() ?? [];
    for (const slice of slices) {
      await this.#inTurn(() => this.#stage(slice));
      if (this.#writer.isHeavy) await this.#inTurn(() => this.#build());
    }
    const isBuilt = isLast || this.#writer.stagedCount + rest.length >= productsPerSegment;
    // What a usual write changed is there after one turn.
    const isOneSlice = this.#stagedCharacters + charactersOf(rest) < sliceCharacters;
    await this.#inTurn(() => {
      this.#stage(rest);
      if (isBuilt && isOneSlice) this.#build();
    });
    if (isBuilt && !isOneSlice) await this.#inTurn(() => this.#build());
    return isBuilt;
  }

  #inTurn(work: () => void): Promise<void> {
    return this.#turns.run(this.#storeId, work);
  }

  #stage(documents: readonly SearchDocument[]): void {
    const characters = charactersOf(documents);
    this.#stagedCharacters += characters;
    this.#turns.spend(this.#storeId, characters);
    this.#writer.stage(documents);
  }

  #build(): void {
    this.#turns.spend(this.#storeId, this.#stagedCharacters * buildFactor);
    this.#stagedCharacters = 0;
    this.#writer.publishStaged();
  }
}

/** The last one is what is less than a slice; it may be empty. */
function slicesOf(documents: readonly SearchDocument[]): SearchDocument[][] {
  const slices: SearchDocument[][] = [[]];
  let characters = 0;
  for (const document of documents) {
    slices.at(-1)?.push(document);
    characters += charactersOf([document]);
    if (characters < sliceCharacters) continue;
    slices.push([]);
    characters = 0;
  }
  return slices;
}

function charactersOf(documents: readonly SearchDocument[]): number {
  return documents.reduce(
    (total, { attributes }) =>
      attributes.reduce(
        (sum, [label, value]) => sum + label.length + value.length,
        total + productCharacters,
      ),
    0,
  );
}
