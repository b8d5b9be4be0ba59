/**
 * The write side of the engine: turns changes into segments and tombstones, and merges segments by tiers. Every
 * product has at most one live document over all segments; that, and not their order, is what keeps answers right.
 */
import type { SearchDocument } from './document.ts';
import type { IndexSnapshot, IndexWriter, SegmentSnapshot } from './engine.ts';
import { LiveSegment } from './live-segment.ts';
import { buildSegment } from './segment-builder.ts';
import { SegmentDraft } from './segment-draft.ts';
import { addSegment } from './segment-merge.ts';
import { createSuggestionSource, type SuggestionSource } from './suggestion-phrases.ts';
import { buryDocuments, createTombstones } from './tombstones.ts';

/**
 * Segments of one tier are merged when there are this many, and a tier holds this many times the documents of the
 * one below: a store of a million products has at most about 60 segments, and each document is rewritten at most
 * ten times. Chosen; no measurement.
 */
const mergeFactor = 4;

/** Makes an empty index. `locale` is a BCP 47 tag; it decides lower case and stop words of suggestions. */
export function createIndexWriter(options: { readonly locale: string }): IndexWriter {
  return new SegmentWriter(options.locale);
}

/** A segment of the writer: what it publishes, and its own view of it. */
interface OwnSegment {
  readonly snapshot: SegmentSnapshot;
  readonly live: LiveSegment;
}

class SegmentWriter implements IndexWriter {
  readonly #locale: string;
  readonly #suggestions: SuggestionSource;
  #segments: OwnSegment[] = [];
  #nextId = 1;
  /** The latest snapshot, until something changes. */
  #snapshot: IndexSnapshot | null = null;

  constructor(locale: string) {
    this.#locale = locale;
    this.#suggestions = createSuggestionSource(locale);
  }

  get documentCount(): number {
    return this.#segments.reduce((total, { live }) => total + live.documentCount, 0);
  }

  apply(documents: readonly SearchDocument[]): void {
    if (documents.length === 0) return;
    const latest = new Map(documents.map((document) => [document.productId, document]));
    const draft = new SegmentDraft();
    for (const document of latest.values()) draft.addDocument(document, this.#suggestions);
    const built = this.#build(draft);
    const productIds = Array.from(latest.keys(), (productId) => Buffer.from(productId));
    this.#publish([...buryProducts(this.#segments, productIds), built]);
  }

  snapshot(): IndexSnapshot {
    this.#snapshot ??= { locale: this.#locale, segments: this.#segments.map(({ snapshot }) => snapshot) };
    return this.#snapshot;
  }

  merge(): boolean {
    const due = segmentsToMerge(this.#segments);
    if (due.length === 0) return false;
    const draft = new SegmentDraft();
    for (const { live } of due) addSegment(draft, live);
    this.#publish([...this.#segments.filter((own) => !due.includes(own)), this.#build(draft)]);
    return true;
  }

  #build(draft: SegmentDraft): OwnSegment {
    const data = buildSegment(draft);
    const snapshot = { id: this.#nextId, data, tombstones: createTombstones(draft.documents.length) };
    this.#nextId += 1;
    return { snapshot, live: new LiveSegment(snapshot, undefined) };
  }

  #publish(segments: OwnSegment[]): void {
    this.#segments = segments;
    this.#snapshot = null;
  }
}

/** Marks the live documents of these product ids dead; a segment without live documents is dropped. */
function buryProducts(segments: readonly OwnSegment[], productIds: readonly Uint8Array[]): OwnSegment[] {
  return segments
    .map((own) => {
      const dead = productIds.map((id) => own.live.findLiveDocument(id)).filter((document) => document >= 0);
      if (dead.length === 0) return own;
      const snapshot = { ...own.snapshot, tombstones: buryDocuments(own.snapshot.tombstones, dead) };
      return { snapshot, live: new LiveSegment(snapshot, own.live) };
    })
    .filter(({ live }) => live.documentCount > 0);
}

/** A segment that is more than half dead, to be rewritten alone; else the lowest tier that is full; else none. */
function segmentsToMerge(segments: readonly OwnSegment[]): readonly OwnSegment[] {
  const wasted = segments.find(({ live }) => live.documentCount * 2 < live.segment.documentCount);
  if (wasted !== undefined) return [wasted];
  const tiers = Map.groupBy(segments, ({ live }) => tierOf(live.documentCount));
  const full = Array.from(tiers).filter(([, members]) => members.length >= mergeFactor);
  const [lowest] = full.sort(([left], [right]) => left - right);
  return lowest?.[1] ?? [];
}

function tierOf(documentCount: number): number {
  return Math.floor(Math.log(documentCount) / Math.log(mergeFactor));
}
