/**
 * The write side of the engine: turns changes into segments and tombstones, and plans merges by tiers. Every product has at most one
 * live document over all segments, so answers do not depend on the order of segments. It never changes a published segment or bitmap
 * of tombstones and reads no database. Unknown product ids are passed over; foreign segments, wrong tombstones and a plan of another
 * index throw an `Error`. Documents are trusted.
 */
// Tests: test/search/writer.test.ts, server/autocomplete/answering/index-registry.live.test.ts.

import { openSections } from './columns/sections.ts';
import type { SearchDocument } from './document/document.ts';
import {
  type CompiledSynonyms,
  type GraphShape,
  type IndexSnapshot,
  type IndexWriter,
  type MergeLimits,
  type MergePlan,
  type SegmentSnapshot,
  type SynonymSettings,
  usualSynonyms,
} from './engine.ts';
import { type BuildSteps, runAllSteps } from './indexing/build-steps.ts';
import { chooseSegments, countDocuments, mergeSegments } from './indexing/merge-plan.ts';
import { buildSegment } from './indexing/segment-builder.ts';
import { SegmentDraft } from './indexing/segment-draft.ts';
import { type Analysis, compileForIndex, createAnalysis } from './query/analysis.ts';
import { buryDocuments, createTombstones, LiveSegment } from './segment/live-segment.ts';
import { usualShape } from './segment/prefix-graph.ts';
import { Segment } from './segment/segment.ts';

/** The initial state of a writer. */
export interface IndexWriterOptions {
  /** BCP 47; see {@link IndexSnapshot}. */
  readonly locale: string;
  /** Makes ids of segments, none twice for one store; absent means 1, 2, 3, which do for one life. */
  readonly newSegmentId?: () => number;
  /** Absent means the common ones of the language. Compiled ones are those of another writer of the locale. */
  readonly synonyms?: SynonymSettings | CompiledSynonyms;
  /** The limits by which lists of the prefix graph are cut; absent for the usual ones. */
  readonly graph?: GraphShape;
  /** Segments of an earlier writer of the same store and locale, to go on from; absent means an empty index. */
  readonly segments?: readonly SegmentSnapshot[];
}

/** Creates a writer. Throws an Error for segments in another version of the format, or with tombstones of another size. */
export function createIndexWriter(options: IndexWriterOptions): IndexWriter {
  return new SegmentWriter(options);
}

/** A segment of the writer: what it publishes, and its own view of it. */
interface OwnSegment {
  readonly snapshot: SegmentSnapshot;
  readonly live: LiveSegment;
}

class SegmentWriter implements IndexWriter {
  readonly #locale: string;
  readonly #shape: GraphShape;
  #synonyms: CompiledSynonyms;
  #analysis: Analysis;
  readonly #newSegmentId: () => number;
  #segments: OwnSegment[];
  /** Plans under way, each with the product ids that were written since it was made. */
  readonly #plans = new Map<MergePlan, Uint8Array[][]>();
  /** Documents that are taken apart already, and shown together. */
  #staged: { readonly draft: SegmentDraft; readonly productIds: Set<string> } | null = null;
  /** The latest snapshot, until something changes. */
  #snapshot: IndexSnapshot | null = null;

  constructor({
    locale,
    synonyms = usualSynonyms,
    graph = usualShape,
    newSegmentId = countUp(),
    segments = [],
  }: IndexWriterOptions) {
    this.#locale = locale;
    this.#shape = graph;
    this.#synonyms = compiled(locale, synonyms);
    this.#analysis = createAnalysis(locale, this.#synonyms);
    this.#newSegmentId = newSegmentId;
    this.#segments = segments.map(openSegment);
  }

  get documentCount(): number {
    return countDocuments(this.#segments);
  }

  get stagedCount(): number {
    return this.#staged?.productIds.size ?? 0;
  }

  get stagedWeight(): number {
    return this.#staged?.draft.weight ?? 0;
  }

  stage(documents: readonly SearchDocument[]): void {
    const latest = new Map(documents.map((document) => [document.productId, document]));
    // A draft cannot forget a document again.
    if (this.holdsStaged([...latest.keys()])) this.publishStaged();
    this.#staged ??= { draft: new SegmentDraft(this.#analysis), productIds: new Set() };
    for (const [productId, document] of latest) {
      this.#staged.draft.add(document);
      this.#staged.productIds.add(productId);
    }
  }

  discardStaged(): void {
    this.#staged = null;
  }

  holdsStaged(productIds: readonly string[]): boolean {
    const staged = this.#staged?.productIds;
    return staged !== undefined && productIds.some((productId) => staged.has(productId));
  }

  publishStaged(): void {
    runAllSteps(this.publishInSteps());
  }

  *publishInSteps(): BuildSteps<void> {
    if (this.#staged === null || this.stagedCount === 0) return;
    const { draft, productIds } = this.#staged;
    this.#staged = null;
    const built = this.#wrap(yield* buildSegment(draft, this.#analysis, this.#shape));
    const written = Array.from(productIds, (productId) => Buffer.from(productId));
    for (const underWay of this.#plans.values()) underWay.push(written);
    this.#replace([...buryProducts(this.#segments, written), built]);
  }

  apply(documents: readonly SearchDocument[]): void {
    this.stage(documents);
    this.publishStaged();
  }

  erase(productIds: readonly string[]): void {
    this.publishStaged();
    const erased = productIds.map((productId) => Buffer.from(productId));
    for (const underWay of this.#plans.values()) underWay.push(erased);
    this.#replace(buryProducts(this.#segments, erased));
  }

  setSynonyms(synonyms: SynonymSettings | CompiledSynonyms): void {
    if (synonyms.version === this.#synonyms.version) return;
    // Documents that were analysed with earlier rules stay together.
    this.publishStaged();
    this.#synonyms = compiled(this.#locale, synonyms);
    this.#analysis = createAnalysis(this.#locale, this.#synonyms);
    this.#snapshot = null;
  }

  snapshot(): IndexSnapshot {
    this.#snapshot ??= {
      locale: this.#locale,
      synonyms: this.#synonyms,
      segments: this.#segments.map(({ snapshot }) => snapshot),
    };
    return this.#snapshot;
  }

  planMerge(limits: MergeLimits = {}): MergePlan | null {
    const setAside = new Set(Array.from(this.#plans.keys(), planIds).flat());
    const free = this.#segments.filter(({ snapshot }) => !setAside.has(snapshot.id));
    const due = chooseSegments(free, this.#synonyms.version, limits);
    if (due.length === 0) return null;
    const plan = {
      locale: this.#locale,
      synonyms: this.#synonyms,
      shape: this.#shape,
      segments: due.map(({ snapshot }) => snapshot),
      documentCount: countDocuments(due),
    };
    this.#plans.set(plan, []);
    return plan;
  }

  adopt(plan: MergePlan, merged: SharedArrayBuffer): void {
    const written = this.#takePlan(plan);
    const replaced = new Set(planIds(plan));
    const others = this.#segments.filter(({ snapshot }) => !replaced.has(snapshot.id));
    this.#replace([...others, ...buryProducts([this.#wrap(merged)], written.flat())]);
  }

  abandon(plan: MergePlan): void {
    this.#takePlan(plan);
  }

  merge(limits: MergeLimits = {}): boolean {
    const plan = this.planMerge(limits);
    if (plan === null) return false;
    this.adopt(plan, mergeSegments(plan));
    return true;
  }

  #takePlan(plan: MergePlan): Uint8Array[][] {
    const written = this.#plans.get(plan);
    if (written === undefined) throw new Error('The plan is not under way in this index.');
    this.#plans.delete(plan);
    return written;
  }

  #wrap(data: SharedArrayBuffer): OwnSegment {
    const used = new Set(this.#segments.map(({ snapshot }) => snapshot.id));
    let id = this.#newSegmentId();
    // Segments of an earlier life may hold the number.
    while (used.has(id)) id = this.#newSegmentId();
    const { documentCount } = new Segment(openSections(data));
    return openSegment({ id, data, tombstones: createTombstones(documentCount) });
  }

  #replace(segments: OwnSegment[]): void {
    this.#segments = segments;
    this.#snapshot = null;
  }
}

function compiled(locale: string, synonyms: SynonymSettings | CompiledSynonyms): CompiledSynonyms {
  return 'rules' in synonyms ? compileForIndex(locale, synonyms) : synonyms;
}

function openSegment(snapshot: SegmentSnapshot): OwnSegment {
  const live = LiveSegment.open(snapshot);
  if (snapshot.tombstones.byteLength !== createTombstones(live.segment.documentCount).byteLength) {
    throw new Error('The tombstones do not fit their segment.');
  }
  return { snapshot, live };
}

/** Marks the live documents of these product ids dead; a segment without live documents is dropped. */
function buryProducts(segments: readonly OwnSegment[], productIds: readonly Uint8Array[]): OwnSegment[] {
  return segments
    .map((own) => {
      const dead = productIds.map((id) => own.live.findLiveDocument(id)).filter((document) => document >= 0);
      if (dead.length === 0) return own;
      const snapshot = { ...own.snapshot, tombstones: buryDocuments(own.snapshot.tombstones, dead) };
      return { snapshot, live: LiveSegment.open(snapshot, own.live) };
    })
    .filter(({ live }) => live.documentCount > 0);
}

function planIds({ segments }: MergePlan): number[] {
  return segments.map(({ id }) => id);
}

function countUp(): () => number {
  let last = 0;
  return () => {
    last += 1;
    return last;
  };
}
