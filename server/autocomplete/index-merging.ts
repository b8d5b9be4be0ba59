/**
 * When and where segments are merged: by tiers at once, and further when an index came to rest. Small merges are done
 * here, between two calls; large ones in another thread, one at a time, so that a write waits for neither. Indexes take
 * turns.
 */
import type { Clock } from '../clock.ts';
import type { MergePlan } from '../search/engine.ts';
import { mergeSegments } from '../search/indexing/merge-plan.ts';
import type { IndexPaging } from './index-paging.ts';
import type { StoreIndex } from './store-index.ts';

/** A merge of this many documents takes about 20 ms (chosen after 80 µs a document, measured). */
const mergeHereMaxDocuments = 256;

/** The same where they are full of words: 50 ms (chosen after 93 KB and 10 ms a document, measured; usual ones take 1 KB). */
const mergeHereMaxBytes = 512 * 1024;

/** Merges in another thread; rejects where that thread failed. */
export type MergeElsewhere = (plan: MergePlan) => Promise<SharedArrayBuffer>;

/** After a merge failed, the next large one waits: chosen. */
const retryMs = 60_000;

/** Merges of up to this many documents are tried even after failures, so that merging goes on. Chosen. */
const leastMaxDocuments = 4_096;

/** After this time without new products an index is at rest: chosen. */
const restMs = 5_000;

/** What merging uses, and where its results are reported. */
export interface MergingSurroundings {
  readonly mergeElsewhere: MergeElsewhere;
  /** Null where all segments are in memory as a whole. */
  readonly paging: Pick<IndexPaging, 'fetchWhole' | 'limits'> | null;
  /** Measures the pause after a failure, and rest. */
  readonly clock: Clock;
  /** The index has a new version. */
  readonly merged: (index: StoreIndex) => void;
  /** A line for the log: a large merge failed. */
  readonly warn: (message: string) => void;
  /** The segments of a store cannot be merged. */
  readonly failed: (storeId: string, error: unknown) => void;
}

/** Merges segments of all indexes in turn. */
export class IndexMerging {
  readonly #surroundings: MergingSurroundings;
  /** Indexes worth a look, in the order of turns, and when they last grew. */
  readonly #due = new Map<StoreIndex, number>();
  /** From the first large merge until a look finds no further one. */
  readonly #mergingMuch = new WeakSet<StoreIndex>();
  #isOtherThreadBusy = false;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** A merge fails where memory is short for its size: smaller ones are tried, and larger ones again later. */
  #maxDocuments = Number.POSITIVE_INFINITY;

  constructor(surroundings: MergingSurroundings) {
    this.#surroundings = surroundings;
  }

  /** The index got new segments. */
  note(index: StoreIndex): void {
    this.#due.set(index, this.#surroundings.clock.monotonicMs());
  }

  /** Forgets the index: it left memory. */
  forget(index: StoreIndex): void {
    this.#due.delete(index);
  }

  /** Whether large merges of this index are under way: much of it will soon be replaced. */
  isMergingMuch(index: StoreIndex): boolean {
    return this.#mergingMuch.has(index);
  }

  /**
   * Does one small merge, or starts a large one on the merge thread. Returns whether it did; call again until false, behind a turn of the event
   * loop. It waits for no turn of its store: a store has one merge to three writes, so merges that wait would soon be
   * behind for good, and each keystroke would look at more and more segments.
   */
  mergeOnce(): boolean {
    // As they are now: an index that goes behind the others is not met again.
    for (const [index, grownAt] of [...this.#due]) {
      try {
        if (this.#mergeOne(index, grownAt)) return true;
      } catch (error) {
        this.#due.delete(index);
        this.#surroundings.failed(index.storeId, error);
      }
    }
    return false;
  }

  #mergeOne(index: StoreIndex, grownAt: number): boolean {
    const plan = this.#nextPlan(index, grownAt);
    if (plan === null) return false;
    // Behind the others, for its next turn.
    this.#due.delete(index);
    this.#due.set(index, grownAt);
    if (isLarge(plan)) {
      if (this.#isOtherThreadBusy) {
        index.abandon(plan);
        return false;
      }
      this.#isOtherThreadBusy = true;
      this.#mergingMuch.add(index);
      void this.#handOver(index, plan).catch((error) => {
        this.#isOtherThreadBusy = false;
        this.#surroundings.failed(index.storeId, error);
      });
    } else {
      index.adopt(plan, mergeSegments(plan));
      this.#surroundings.merged(index);
    }
    return true;
  }

  /** Null where nothing can be done for it now. */
  #nextPlan(index: StoreIndex, grownAt: number): MergePlan | null {
    const now = this.#surroundings.clock.monotonicMs();
    const isFree = !this.#isOtherThreadBusy && now - this.#failedAt >= retryMs;
    const isAtRest = isFree && now - grownAt >= restMs;
    const limits = this.#surroundings.paging?.limits(index) ?? {};
    const most = Math.min(this.#maxDocuments, limits.maxDocuments ?? Number.POSITIVE_INFINITY);
    const maxDocuments = isFree ? most : mergeHereMaxDocuments;
    const keepsPaged = !isFree || limits.keepsPaged === true;
    const plan = index.planMerge({
      maxDocuments,
      isAtRest,
      keepsPaged,
    });
    // Otherwise what is too large now is looked for again.
    if (plan === null && isFree) this.#mergingMuch.delete(index);
    if (plan === null && isAtRest) this.#due.delete(index);
    return plan;
  }

  async #handOver(index: StoreIndex, plan: MergePlan): Promise<void> {
    const { mergeElsewhere, merged, paging } = this.#surroundings;
    const fetchFailed = (error: unknown) => this.#noteFailure(plan, error);
    const whole = paging === null ? plan : await paging.fetchWhole(index, plan).catch(fetchFailed);
    const mergeFailed = (error: unknown) => {
      this.#maxDocuments = Math.max(leastMaxDocuments, Math.floor(plan.documentCount / 2));
      return this.#noteFailure(plan, error);
    };
    const segment = whole && (await mergeElsewhere(whole).catch(mergeFailed));
    if (segment !== null && plan.documentCount * 2 >= this.#maxDocuments) this.#maxDocuments *= 2;
    this.#isOtherThreadBusy = false;
    if (segment === null) {
      index.abandon(plan);
    } else {
      index.adopt(plan, segment);
      merged(index);
    }
  }

  #noteFailure({ documentCount }: MergePlan, error: unknown): null {
    const { clock, warn } = this.#surroundings;
    this.#failedAt = clock.monotonicMs();
    warn(`Merging segments of ${documentCount} products failed, smaller ones go on: ${String(error)}`);
    return null;
  }
}

/** Whether the merge would hold up other stores. */
function isLarge({ documentCount, segments }: MergePlan): boolean {
  const bytes = segments.reduce((total, { data }) => total + data.byteLength, 0);
  return (
    documentCount > mergeHereMaxDocuments ||
    bytes > mergeHereMaxBytes ||
    segments.some(({ pages }) => pages !== undefined)
  );
}
