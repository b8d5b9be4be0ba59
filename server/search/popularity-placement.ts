/**
 * Places scores of products over the segments of one index, ahead of all questions: the HTTP thread gets shared memory and needs no
 * lookup. After a change only the changed scores are looked up and merged into the order. Used by the index thread alone; what it
 * handed over is never changed. It reads no database and no clock. Scores are plain numbers, higher is more popular, and trusted; ids
 * that no segment holds are passed over.
 */
// Tests: ./popularity-placement.test.ts.
import { openSections } from './columns/sections.ts';
import type {
  Boosts,
  PlacedPopularity,
  PlacedScores,
  ScoresByText,
  SegmentPopularity,
  SegmentSnapshot,
} from './engine.ts';
import { boostedScore, boostFactor } from './products/boosts.ts';
import {
  noBoosts,
  orderByScore,
  placeScores,
  placeTexts,
  textScoresOf,
} from './products/popularity-overlay.ts';
import { Segment } from './segment/segment.ts';

/** Scores by product id, as pairs. */
export type ScoreChanges = Iterable<readonly [productId: string, score: number]>;

/** A segment, where its products with a score stand in it, and what they have. */
interface PlacedSegment {
  readonly data: SharedArrayBuffer;
  readonly segment: Segment;
  /**
   * The document of each product id, kept because the same products are clicked again and again. Below 0: not in this segment.
   */
  readonly places: Map<string, number>;
  popularity: PlacedPopularity;
}

/** The placement of one store. Not shared: it belongs to the index thread. */
export class PopularityPlacement {
  #scores = new Map<string, number>();
  #boosts: Boosts = noBoosts;
  #texts: ScoresByText = new Map();
  #index: readonly SegmentSnapshot[] = [];
  /** The segments of the index by id; empty while nothing has a score. */
  #segments = new Map<number, PlacedSegment>();

  /** Replaces all scores. */
  replace(scores: ScoreChanges): void {
    this.#scores = new Map(scores);
    this.#segments.clear();
    this.#placeNew();
  }

  /** Other scores for these products. */
  change(changes: ScoreChanges): void {
    for (const [productId, score] of changes) this.#scores.set(productId, score);
    for (const placed of this.#segments.values()) {
      placed.popularity = this.#changePopularity(placed, changes);
    }
    this.#placeNew();
  }

  /** Replaces all scores for typed texts. Scores of products come first: only products with a score have one here. */
  setTexts(texts: ScoresByText): void {
    this.#texts = texts;
    for (const placed of this.#segments.values()) {
      placed.popularity = { ...placed.popularity, byText: this.#placeTexts(placed.segment) };
    }
  }

  /** Replaces all boosts. `boosts.products` may change afterwards, each time with a call of {@link changeBoosts}. */
  setBoosts(boosts: Boosts): void {
    if (this.#boosts.products.size === 0 && boosts.products.size === 0) {
      this.#boosts = boosts;
      return;
    }
    this.#boosts = boosts;
    this.#segments.clear();
    this.#placeNew();
  }

  /** The boosts of these products changed. */
  changeBoosts(productIds: readonly string[]): void {
    const scores = productIds.map((id): [string, number] => [id, this.#scores.get(id) ?? 0]);
    for (const placed of this.#segments.values()) {
      const popularity = this.#changePopularity(placed, scores);
      if (popularity === placed.popularity) continue;
      placed.popularity = { ...popularity, byText: this.#placeTexts(placed.segment) };
    }
    this.#placeNew();
  }

  /** The scores as they would be with other boosts; nothing changes. */
  placedWith(boosts: Boosts): readonly PlacedPopularity[] {
    const tried = new PopularityPlacement();
    tried.#scores = this.#scores;
    tried.#texts = this.#texts;
    tried.#boosts = boosts;
    tried.meet(this.#index);
    return tried.placed();
  }

  /** The index consists of these segments now. */
  meet(segments: readonly SegmentSnapshot[]): void {
    this.#index = segments;
    this.#placeNew();
  }

  /** The scores as of now, of each segment that holds any. */
  placed(): readonly PlacedPopularity[] {
    return Array.from(this.#segments.values(), ({ popularity }) => popularity).filter(
      ({ scores }) => scores.byteLength > 0,
    );
  }

  #placeNew(): void {
    if (this.#scores.size === 0 && this.#boosts.products.size === 0) return;
    this.#segments = new Map(this.#index.map((segment) => [segment.id, this.#place(segment)]));
  }

  #place({ id, data }: SegmentSnapshot): PlacedSegment {
    const placed = this.#segments.get(id);
    if (placed === undefined) return this.#placeAll(id, data);
    // The same bytes in other memory: that of before is given back.
    if (placed.data !== data) return { ...placed, data, segment: new Segment(openSections(data)) };
    return placed;
  }

  #placeAll(segmentId: number, data: SharedArrayBuffer): PlacedSegment {
    const segment = new Segment(openSections(data));
    const { scores, boosted, documents } = placeScores(segment, this.#scores, this.#boosts);
    const byScore = share(orderByScore(documents, scores));
    const byText = this.#placeTexts(segment);
    return {
      data,
      segment,
      places: new Map(),
      popularity: { segmentId, scores: scores.buffer, byScore, byText, boosted: boosted.buffer },
    };
  }

  #placeTexts(segment: Segment): SharedArrayBuffer {
    return placeTexts(segment, this.#texts, this.#scores, this.#boosts);
  }

  /** `changes`: scores before boosts. */
  #changePopularity({ segment, places, popularity }: PlacedSegment, changes: ScoreChanges): PlacedPopularity {
    const changed = findChanged(segment, places, changes);
    if (changed.size === 0) return popularity;
    const { documentCount } = segment;
    const scores = new Float64Array(new SharedArrayBuffer(documentCount * 8));
    scores.set(new Float64Array(popularity.scores));
    const isBoosted = popularity.boosted.byteLength > 0 || this.#boosts.products.size > 0;
    const boosted = new Uint32Array(new SharedArrayBuffer(isBoosted ? documentCount * 4 : 0));
    if (isBoosted) boosted.set(new Uint32Array(popularity.boosted));
    const hasMoved = new Uint8Array(documentCount);
    for (const [document, { productId, score }] of changed) {
      const rules = this.#boosts.products.get(productId) ?? 0;
      scores[document] = boostedScore(score, boostFactor(this.#boosts, rules));
      if (isBoosted) boosted[document] = rules;
      hasMoved[document] = 1;
    }
    const stayed = new Uint32Array(popularity.byScore).filter((document) => hasMoved[document] === 0);
    const byScore = share(mergeByScore(stayed, orderByScore(changed.keys(), scores), scores));
    return { ...popularity, scores: scores.buffer, byScore, boosted: boosted.buffer };
  }
}

interface ChangedScore {
  readonly productId: string;
  readonly score: number;
}

function findChanged(
  segment: Segment,
  places: Map<string, number>,
  changes: ScoreChanges,
): Map<number, ChangedScore> {
  const found = new Map<number, ChangedScore>();
  for (const [productId, score] of changes) {
    let document = places.get(productId);
    if (document === undefined) {
      document = segment.findDocument(Buffer.from(productId));
      places.set(productId, document);
    }
    if (document >= 0) found.set(document, { productId, score });
  }
  return found;
}

/** Merges two lists in the order of scores. */
function mergeByScore(stayed: Uint32Array, moved: Uint32Array, scores: Float64Array): Uint32Array {
  const isAhead = (left: number, right: number) => (scores[right] ?? 0) - (scores[left] ?? 0) || left - right;
  const merged = new Uint32Array(stayed.length + moved.length);
  let place = 0;
  let next = 0;
  for (const document of moved) {
    while (next < stayed.length && isAhead(stayed[next] ?? 0, document) < 0)
      merged[place++] = stayed[next++] ?? 0;
    merged[place++] = document;
  }
  merged.set(stayed.subarray(next), place);
  return merged;
}

function share(documents: Uint32Array): SharedArrayBuffer {
  const shared = new Uint32Array(new SharedArrayBuffer(documents.byteLength));
  shared.set(documents);
  return shared.buffer;
}

const noPopularity: SegmentPopularity = {
  scores: new Float64Array(0),
  byScore: new Uint32Array(0),
  byText: null,
  boosted: new Uint32Array(0),
};

/** Opens views of shared memory; a segment that is missing in them has no scores. */
export function readPlacedScores(placed: readonly PlacedPopularity[]): PlacedScores {
  const bySegment = new Map(
    placed.map(({ segmentId, scores, byScore, byText, boosted }): [number, SegmentPopularity] => [
      segmentId,
      {
        scores: new Float64Array(scores),
        byScore: new Uint32Array(byScore),
        byText: textScoresOf(byText),
        boosted: new Uint32Array(boosted),
      },
    ]),
  );
  return { ofSegment: (segmentId) => bySegment.get(segmentId) ?? noPopularity };
}
