/**
 * Decides when and where segments are merged: by tiers at once, and further when an index is at rest. Small merges run here, between
 * two calls; large ones run in another thread, one at a time, so writes wait for neither. Indexes take turns. Up to 256 documents or
 * 512 KiB are merged here; an index is at rest after 5 s without new products. After a failed large merge the next one waits 60 s, and
 * smaller ones go on. No answer depends on a merge.
 */
// Tests: ./index-merging.live.test.ts.
import type { Clock } from '../../clock.ts';
import type { MergePlan } from '../../search/engine.ts';
import { mergeSegments } from '../../search/indexing/merge-plan.ts';
import type { StoreIndex } from '../following/store-index.ts';

/** A merge of this many documents takes about 20 ms (chosen after 80 µs a document, measured). */
const mergeHereMaxDocuments = 256;

/** The limit for documents with many words: 50 ms (chosen after 93 KB and 10 ms a document, measured; ordinary ones take 1 KB). */
const mergeHereMaxBytes = 512 * 1024;

/** Merges in another thread; rejects if that thread failed. */
export type MergeElsewhere = (plan: MergePlan) => Promise<SharedArrayBuffer>;

/** The pause before the next large merge after a failure. Chosen. */
const retryMs = 60_000;

/** Merges of up to this many documents are tried even after failures, so merging continues. Chosen. */
const leastMaxDocuments = 4_096;

/** Milliseconds without new products after which an index is at rest: chosen. */
const restMs = 5_000;

/** The dependencies of merging, and where it reports results. */
export interface MergingDependencies {
  readonly mergeElsewhere: MergeElsewhere;
  /** Measures the pause after a failure, and the time at rest. */
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
  readonly #dependencies: MergingDependencies;
  /** Indexes to check, in the order of turns, with the time of their last growth. */
  readonly #due = new Map<StoreIndex, number>();
  /** Indexes that had a large merge, until a look finds no further one. */
  readonly #mergingMuch = new WeakSet<StoreIndex>();
  #isOtherThreadBusy = false;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** A merge fails if memory is too short for its size: then smaller ones are tried, and larger ones later. */
  #maxDocuments = Number.POSITIVE_INFINITY;

  constructor(dependencies: MergingDependencies) {
    this.#dependencies = dependencies;
  }

  /** The index got new segments. */
  note(index: StoreIndex): void {
    this.#due.set(index, this.#dependencies.clock.monotonicMs());
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
   * Does one small merge, or starts a large one on the merge thread. Returns whether it did; call it again, after a turn of the
   * event loop, until it returns false. It does not wait for a turn of its store: there is one merge per three writes, so waiting
   * merges would soon fall behind for good, and each keystroke would search more and more segments.
   */
  mergeOnce(): boolean {
    // A copy: an index that moves to the end is not visited again.
    for (const [index, grownAt] of [...this.#due]) {
      try {
        if (this.#mergeOne(index, grownAt)) return true;
      } catch (error) {
        this.#due.delete(index);
        this.#dependencies.failed(index.storeId, error);
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
        this.#dependencies.failed(index.storeId, error);
      });
    } else {
      index.adopt(plan, mergeSegments(plan));
      this.#dependencies.merged(index);
    }
    return true;
  }

  /** Null if nothing can be done for the index now. */
  #nextPlan(index: StoreIndex, grownAt: number): MergePlan | null {
    const now = this.#dependencies.clock.monotonicMs();
    const isFree = !this.#isOtherThreadBusy && now - this.#failedAt >= retryMs;
    const isAtRest = isFree && now - grownAt >= restMs;
    const maxDocuments = isFree ? this.#maxDocuments : mergeHereMaxDocuments;
    const plan = index.planMerge({ maxDocuments, isAtRest });
    // Otherwise the plan that is too large now would be found again.
    if (plan === null && isFree) this.#mergingMuch.delete(index);
    if (plan === null && isAtRest) this.#due.delete(index);
    return plan;
  }

  async #handOver(index: StoreIndex, plan: MergePlan): Promise<void> {
    const { mergeElsewhere, merged } = this.#dependencies;
    const mergeFailed = (error: unknown) => {
      this.#maxDocuments = Math.max(leastMaxDocuments, Math.floor(plan.documentCount / 2));
      return this.#noteFailure(plan, error);
    };
    const segment = await mergeElsewhere(plan).catch(mergeFailed);
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
    const { clock, warn } = this.#dependencies;
    this.#failedAt = clock.monotonicMs();
    warn(`Merging segments of ${documentCount} products failed, smaller ones go on: ${String(error)}`);
    return null;
  }
}

/** Whether the merge would delay other stores. */
function isLarge({ documentCount, segments }: MergePlan): boolean {
  const bytes = segments.reduce((total, { data }) => total + data.byteLength, 0);
  return documentCount > mergeHereMaxDocuments || bytes > mergeHereMaxBytes;
}
