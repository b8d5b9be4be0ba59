/**
 * The write side of the engine: turns changes into segments and tombstones, and plans merges by tiers. Every product has at most one
 * live document over all segments, so answers do not depend on the order of segments. It never changes a published segment or bitmap
 * of tombstones and reads no database. Unknown product ids are passed over; foreign segments, wrong tombstones and a plan of another
 * index throw an `Error`. Documents are trusted.
 */
// Tests: test/search/writer.test.ts, server/autocomplete/answering/index-registry.live.test.ts.

import { openSections } from './columns/sections.ts';
import type { SearchDocument } from './document/document.ts';
import { fingerprintOf } from './document/fingerprint.ts';
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
import { CardLayerDraft, type NewCard } from './segment/card-layers.ts';
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

/** What was written since a plan was made. */
interface Written {
  /** Products that were written or erased: their documents in the plan's segments are out of date. */
  readonly productIds: Uint8Array[];
  /** Products of which only the card changed, by id. */
  readonly cards: Map<string, NewCard>;
}

class SegmentWriter implements IndexWriter {
  readonly #locale: string;
  readonly #shape: GraphShape;
  #synonyms: CompiledSynonyms;
  #analysis: Analysis;
  readonly #newSegmentId: () => number;
  #segments: OwnSegment[];
  /** Plans under way, each with what was written since it was made. */
  readonly #plans = new Map<MergePlan, Written>();
  /** New cards that no snapshot shows yet, by segment. */
  readonly #newCards = new Map<number, CardLayerDraft>();
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
      const fingerprint = fingerprintOf(document);
      if (this.#takeCard(document, fingerprint)) continue;
      this.#staged.draft.add(document, fingerprint);
      this.#staged.productIds.add(productId);
    }
  }

  /** Takes the card of a product whose live document differs in nothing else; returns false for any other. */
  #takeCard(document: SearchDocument, fingerprint: number): boolean {
    const productId = Buffer.from(document.productId);
    const found = findLive(this.#segments, productId);
    if (found === null || found.own.live.segment.fingerprints[found.document] !== fingerprint) return false;
    const { productId: id, title, card } = document;
    const newCard = { productId: id, title, card };
    this.#addCard(found, newCard);
    for (const { cards } of this.#plans.values()) cards.set(id, newCard);
    return true;
  }

  #addCard({ own, document }: FoundDocument, newCard: NewCard): void {
    const { id } = own.snapshot;
    const draft = this.#newCards.get(id) ?? new CardLayerDraft();
    draft.add(document, newCard);
    this.#newCards.set(id, draft);
    this.#snapshot = null;
  }

  /** Makes the new cards part of their segments. */
  #showCards(): void {
    if (this.#newCards.size === 0) return;
    this.#segments = this.#segments.map((own) => {
      const draft = this.#newCards.get(own.snapshot.id);
      if (draft === undefined) return own;
      const { cards: layers = [] } = own.snapshot;
      const cards = draft.finish(layers, own.live.segment.cards, () => this.#newId());
      const snapshot = { ...own.snapshot, cards };
      return { snapshot, live: LiveSegment.open(snapshot, own.live) };
    });
    this.#newCards.clear();
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
    for (const underWay of this.#plans.values()) underWay.productIds.push(...written);
    this.#replace([...buryProducts(this.#segments, written), built]);
  }

  apply(documents: readonly SearchDocument[]): void {
    this.stage(documents);
    this.publishStaged();
  }

  erase(productIds: readonly string[]): void {
    this.publishStaged();
    const erased = productIds.map((productId) => Buffer.from(productId));
    for (const underWay of this.#plans.values()) underWay.productIds.push(...erased);
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
    this.#showCards();
    this.#snapshot ??= {
      locale: this.#locale,
      synonyms: this.#synonyms,
      segments: this.#segments.map(({ snapshot }) => snapshot),
    };
    return this.#snapshot;
  }

  planMerge(limits: MergeLimits = {}): MergePlan | null {
    this.#showCards();
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
    this.#plans.set(plan, { productIds: [], cards: new Map() });
    return plan;
  }

  adopt(plan: MergePlan, merged: SharedArrayBuffer): void {
    const { productIds, cards } = this.#takePlan(plan);
    const replaced = new Set(planIds(plan));
    for (const id of replaced) this.#newCards.delete(id);
    const others = this.#segments.filter(({ snapshot }) => !replaced.has(snapshot.id));
    const adopted = buryProducts([this.#wrap(merged)], productIds);
    this.#replace([...others, ...adopted]);
    for (const newCard of cards.values()) {
      const found = findLive(adopted, Buffer.from(newCard.productId));
      if (found !== null) this.#addCard(found, newCard);
    }
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

  #takePlan(plan: MergePlan): Written {
    const written = this.#plans.get(plan);
    if (written === undefined) throw new Error('The plan is not under way in this index.');
    this.#plans.delete(plan);
    return written;
  }

  #wrap(data: SharedArrayBuffer): OwnSegment {
    const { documentCount } = new Segment(openSections(data));
    return openSegment({ id: this.#newId(), data, tombstones: createTombstones(documentCount) });
  }

  #newId(): number {
    const used = new Set(
      this.#segments.flatMap(({ snapshot: { id, cards = [] } }) => [id, ...cards.map((layer) => layer.id)]),
    );
    let id = this.#newSegmentId();
    // Segments and layers of an earlier life may hold the number.
    while (used.has(id)) id = this.#newSegmentId();
    return id;
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

/** A live document, and the segment that has it. */
interface FoundDocument {
  readonly own: OwnSegment;
  readonly document: number;
}

/** Finds the live document of a product; null if there is none. */
function findLive(segments: readonly OwnSegment[], productId: Uint8Array): FoundDocument | null {
  for (const own of segments) {
    const document = own.live.findLiveDocument(productId);
    if (document >= 0) return { own, document };
  }
  return null;
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
