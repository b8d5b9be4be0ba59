/**
 * Popularity over the segments: the score of each document, and the documents with a score in order, so clicks never renumber
 * documents. Scores are looked up by product id once per segment; in a service the index thread does that beforehand
 * (popularity-placement.ts). It never writes scores or reads the database. A product id that the segment does not hold is passed over;
 * a document without a score has 0.
 */
// Tests: ./product-top.test.ts.
import { placeTextScores, type TextLift, TextScores } from '../columns/text-scores.ts';
import type { Boosts, ScoresByText, SegmentPopularity, Signals } from '../engine.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';
import { boostedScore, boostFactor } from './boosts.ts';
import { missingWordsOf, textScoreLift } from './product-rank.ts';
import type { ProductWord } from './product-words.ts';
import type { ValueStream } from './value-stream.ts';

type ScoresById = ReadonlyMap<string, number>;

/**
 * The popularity of segments, kept by the signals' own map, which never changes after it is handed over, so that both are
 * collected together.
 */
const known = new WeakMap<ScoresById, WeakMap<Segment, SegmentPopularity>>();

/** The scores of products ({@link Signals}) in one segment. Different `texts` always come with different `products`. */
export function popularityOf(
  { id, segment }: LiveSegment,
  { products, texts, boosts }: ProductScores,
): SegmentPopularity {
  if ('ofSegment' in products) return products.ofSegment(id);
  const bySegment = known.get(products) ?? new WeakMap<Segment, SegmentPopularity>();
  known.set(products, bySegment);
  const popularity = bySegment.get(segment) ?? findPopularity(segment, { products, texts, boosts });
  bySegment.set(segment, popularity);
  return popularity;
}

type ProductScores = Pick<Signals, 'products' | 'texts' | 'boosts'>;

interface ScoreMaps {
  readonly products: ScoresById;
  readonly texts: ScoresByText | undefined;
  readonly boosts: Boosts | undefined;
}

function findPopularity(segment: Segment, { products, texts, boosts }: ScoreMaps): SegmentPopularity {
  const { scores, boosted, documents } = placeScores(segment, products, boosts ?? noBoosts);
  const byText = textScoresOf(placeTexts(segment, texts ?? new Map(), products, boosts ?? noBoosts));
  return { scores, byScore: orderByScore(documents, scores), byText, boosted };
}

/** A store without boosts. */
export const noBoosts: Boosts = { factors: [], products: new Map() };

/** What a segment's documents have; the arrays are empty where none has any. */
interface FoundScores {
  readonly scores: Float64Array<SharedArrayBuffer>;
  readonly boosted: Uint32Array<SharedArrayBuffer>;
  /** The documents that have a score or are boosted, in no order. */
  readonly documents: Set<number>;
}

/** Lays scores and boosts of products over a segment. */
export function placeScores(segment: Segment, products: ScoresById, boosts: Boosts): FoundScores {
  const found = findInSegment(segment, products);
  const rules = findInSegment(segment, boosts.products);
  const room = (isUsed: boolean, bytes: number) =>
    new SharedArrayBuffer(isUsed ? segment.documentCount * bytes : 0);
  const scores = new Float64Array(room(found.size + rules.size > 0, 8));
  const boosted = new Uint32Array(room(rules.size > 0, 4));
  for (const [document, score] of found) scores[document] = score;
  for (const [document, ofDocument] of rules) {
    boosted[document] = ofDocument;
    scores[document] = boostedScore(scores[document] ?? 0, boostFactor(boosts, ofDocument));
  }
  return { scores, boosted, documents: new Set([...found.keys(), ...rules.keys()]) };
}

/** Opens text scores in shared memory. */
export function textScoresOf(placed: SharedArrayBuffer): TextScores | null {
  return placed.byteLength === 0 ? null : new TextScores(placed);
}

/** Places text scores over a segment, for products that have a general score. */
export function placeTexts(
  segment: Segment,
  texts: ScoresByText,
  general: ScoresById,
  boosts: Boosts,
): SharedArrayBuffer {
  // Most beginnings say what their only intent says, which is placed once.
  const textsOf = new Map<ScoresById, { readonly texts: string[]; readonly scores: [number, number][] }>();
  const byProduct = new Map<string, ScoresById[]>();
  for (const [text, products] of texts) {
    const known = textsOf.get(products);
    known?.texts.push(text);
    if (known !== undefined) continue;
    textsOf.set(products, { texts: [text], scores: [] });
    for (const productId of products.keys()) {
      const of = byProduct.get(productId) ?? [];
      byProduct.set(productId, of);
      of.push(products);
    }
  }
  for (const [document, { productId, of }] of findInSegment(segment, named(byProduct))) {
    if ((general.get(productId) ?? 0) <= 0) continue;
    const factor = boostFactor(boosts, boosts.products.get(productId) ?? 0);
    for (const products of of) {
      const score = products.get(productId) ?? 0;
      if (score > 0) textsOf.get(products)?.scores.push([document, score * factor]);
    }
  }
  return placeTextScores([...textsOf.values()]);
}

function named(byProduct: ReadonlyMap<string, ScoresById[]>) {
  return new Map(Array.from(byProduct, ([productId, of]) => [productId, { productId, of }]));
}

/** The popularity of a document for a typed text: its score for the text, otherwise its general score. */
export function scoreIn({ scores }: SegmentPopularity, lift: TextLift | null, document: number): number {
  const own = scores[document] ?? 0;
  if (lift === null) return own;
  const ofText = lift.scoreOf(document);
  return ofText > 0 ? textScoreLift + ofText : own;
}

/**
 * The documents with a score, highest first, that a search at the level of `tiers` must examine. If that is cheaper, documents
 * without any of the rarest words are left out.
 */
export function popularHolders(
  popularity: SegmentPopularity,
  words: readonly ProductWord[],
  tiers: number,
  budget: QueryBudget,
): Uint32Array {
  const { scores, byScore } = popularity;
  // A product that misses no more words holds one of any so many words.
  const leads = words
    .toSorted((left, right) => left.heldMax - right.heldMax)
    .slice(0, missingWordsOf(tiers) + 1);
  const steps = leads.reduce((sum, { heldMax }) => sum + heldMax, 0) * stepsOf.postingNoted;
  if (steps >= byScore.length * words.length * stepsOf.wordOfDocument) return byScore;
  budget.spend(steps);
  const streams = leads.flatMap((word) => word.streams());
  return orderByScore(withScore(streams, scores), scores);
}

function withScore(streams: readonly ValueStream[], scores: Float64Array): Set<number> {
  const found = new Set<number>();
  for (const { documents, start, end } of streams) {
    for (let at = start; at < end; at += 1) {
      const document = documents[at] ?? 0;
      if ((scores[document] ?? 0) > 0) found.add(document);
    }
  }
  return found;
}

/** Values by document. If most documents of a segment are popular, each document is looked up instead. */
function findInSegment<Value>(segment: Segment, products: ReadonlyMap<string, Value>): Map<number, Value> {
  const found = new Map<number, Value>();
  if (segment.documentCount > products.size * documentsPerSearch) {
    for (const [productId, score] of products) {
      const document = segment.findDocument(Buffer.from(productId));
      if (document >= 0) found.set(document, score);
    }
  } else {
    for (let document = 0; document < segment.documentCount; document += 1) {
      const score = products.get(segment.productIds.text(document));
      if (score !== undefined) found.set(document, score);
    }
  }
  return found;
}

/** The number of ids that cost as much to read as one search for an id. Measured, roughly. */
const documentsPerSearch = 8;

/**
 * Sorts by score, highest first, then by number; documents without a score are left out. Sorting plain numbers, without a
 * comparison function, is several times faster.
 */
export function orderByScore(documents: Iterable<number>, scores: Float64Array): Uint32Array {
  const scored = Uint32Array.from(documents).filter((document) => (scores[document] ?? 0) > 0);
  const sorted = Float64Array.from(scored, (document) => -(scores[document] ?? 0)).sort();
  const placesByScore = new Map<number, number>();
  for (let place = sorted.length - 1; place >= 0; place -= 1) placesByScore.set(sorted[place] ?? 0, place);
  const ordered = new Uint32Array(scored.length);
  for (const document of scored.sort()) {
    const score = -(scores[document] ?? 0);
    const place = placesByScore.get(score) ?? 0;
    ordered[place] = document;
    placesByScore.set(score, place + 1);
  }
  return ordered;
}
