/**
 * Finds products that are in stock but no longer in any document (§3.1), judges whether they are too many to be plausible, and takes
 * them out of stock. Documents are compared one after the other, and only the ids of one are held at a time. It never removes a
 * product that something other than a feed wrote after the document was requested. The guard stops a run that would remove more than
 * the feed's share (50 % by default) of a store with 50 products or more in stock. 2,000 products are looked at in a statement, 500
 * removed in a transaction.
 */
// Tests: test/storage/document-ids.test.ts.
import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { pluralOf } from '../../contract/plural.ts';
import type { Clock } from '../clock.ts';
import { keepInStock, writeCounters } from '../ingest/pipeline.ts';
import { outOfStockChange } from '../ingest/product-changes.ts';
import type { StoreReader, StoreWriter } from '../storage/storage.ts';
import { DocumentIds, type RunOfFeed } from './document-ids.ts';

/** Products looked at in one statement. Chosen: a few milliseconds. */
const productsPerLook = 2_000;

/** Ids sought in one statement. */
const idsPerLook = 500;

/** A search for the absent products of one run. */
export interface AbsenceSearch {
  readonly run: RunOfFeed;
  /** The ids of its document; null if they are not in memory any more. */
  readonly own: DocumentIds | null;
  /** The change number after which a write by others than feeds keeps a product in stock. */
  readonly fence: number;
  readonly stopping: AbortSignal;
}

/** The absent products, and the documents that were checked. */
export class AbsentProducts {
  readonly #run: RunOfFeed;
  #externalIds: readonly string[];
  /** Number of the first ids whose products are out of stock by now. */
  #goneCount = 0;
  /** The run of each feed whose document was checked, by feed. */
  readonly #known = new Map<string, string>();

  private constructor(run: RunOfFeed, externalIds: readonly string[]) {
    this.#run = run;
    this.#externalIds = externalIds;
  }

  static async find(reader: StoreReader, question: AbsenceSearch): Promise<AbsentProducts> {
    const absent = new AbsentProducts(question.run, await findOutside(reader, question));
    await absent.catchUp(reader);
    return absent;
  }

  get count(): number {
    return this.#externalIds.length - this.#goneCount;
  }

  /** True where no other feed has a document. */
  get isAlone(): boolean {
    return this.#known.size === 0;
  }

  /** The first of them. */
  first(count: number): readonly string[] {
    return this.#externalIds.slice(this.#goneCount, this.#goneCount + count);
  }

  /** Leaves out the first `count` products, which are out of stock by now. */
  leaveOut(count: number): void {
    this.#goneCount += count;
  }

  /** Leaves out what the newest documents of other feeds hold that were not looked at yet. */
  async catchUp(reader: StoreReader): Promise<void> {
    // One may take the place of another while that is read, and is then looked at as well.
    for (;;) {
      const others = await reader.feeds.contentsOfOthers(this.#run.feedId);
      const next = others.find(({ feedId, runId }) => this.#known.get(feedId) !== runId);
      if (next === undefined) return;
      this.#known.set(next.feedId, next.runId);
      if (this.count === 0) continue;
      const ids = await DocumentIds.read(reader, next);
      this.#externalIds = this.first(this.count).filter((id) => !ids.has(id));
      this.#goneCount = 0;
    }
  }
}

/** The products in stock that are not in the run's own document. */
async function findOutside(
  reader: StoreReader,
  { run, own, fence, stopping }: AbsenceSearch,
): Promise<readonly string[]> {
  const present = own ?? (await DocumentIds.read(reader, run));
  const outside: string[] = [];
  for (let after: string | null = null; ; ) {
    stopping.throwIfAborted();
    const ids = await reader.feeds.removableIds({ after, limit: productsPerLook, fence });
    for (const id of ids) if (!present.has(id)) outside.push(id);
    const last = ids.at(-1);
    if (last === undefined || ids.length < productsPerLook) return outside;
    after = last;
    await turnOfOthers();
  }
}

/** Whether the store has a product with one of the ids, in stock or not. */
export async function holdsAny(reader: StoreReader, externalIds: readonly string[]): Promise<boolean> {
  for (let start = 0; start < externalIds.length; start += idsPerLook) {
    const found = await reader.products.existing(externalIds.slice(start, start + idsPerLook));
    if (found.size > 0) return true;
  }
  return false;
}

/** Why so many products may not go out of stock at once; null where they may. */
export function faultOfRemoval(gone: number, inStock: number, maxPercent: number): string | null {
  if (maxPercent >= 100 || inStock < limits.feedRemovalGuardFrom) return null;
  if (gone * 100 <= inStock * maxPercent) return null;
  const percent = Math.floor((gone * 1_000) / inStock) / 10;
  return (
    `The feed would take ${numbered(gone)} of ${numbered(inStock)} ${pluralOf(inStock, 'product')} in stock ` +
    `out of stock (${percent} %, allowed are ${maxPercent} %), so nothing was changed. ` +
    'If the feed is complete, let one run through the guard (force), or raise max_removal_percent.'
  );
}

function numbered(count: number): string {
  return count.toLocaleString('en');
}

/** The products, at most 500; those that something other than a feed wrote after the fence stay. */
export interface Removal {
  readonly externalIds: readonly string[];
  readonly fence: number;
  readonly runId: string;
}

/**
 * Takes products out of stock within the caller's transaction, and returns how many. Those that are out of stock already are
 * not touched.
 */
export async function takeOutOfStock(
  writer: StoreWriter,
  { externalIds, fence, runId }: Removal,
  clock: Clock,
): Promise<number> {
  const gone = await writer.feeds.removableAmong(externalIds, fence);
  if (gone.length === 0) return 0;
  const before = writer.store.changeNumber;
  const changeNumber = before + 1;
  const at = clock.nowMicros();
  const changes = gone.map((externalId) => ({
    ...{ externalId, changeNumber, at, runId },
    kind: 'removed' as const,
    fields: [outOfStockChange],
  }));
  await writer.products.insertChanges(changes, limits.changesPerProduct);
  await keepInStock(writer, gone, { id: runId, changeNumber });
  await writer.products.setStock(gone, false, at, changeNumber);
  const update = { changeNumber, productCount: 0, inStockCount: -gone.length, enrichmentCount: 0 };
  await writeCounters(writer, update, at);
  await writer.feeds.carryCaughtUp(before, changeNumber);
  return gone.length;
}
