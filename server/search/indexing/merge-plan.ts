/**
 * Chooses which segments to merge, and merges the segments of a plan. Both are pure: a plan may run in another thread while its index
 * changes, and the caller marks documents that died meanwhile as dead in the result. At most 600,000 live documents go into one merge:
 * larger results are never planned, so more segments stay. Inputs are trusted; no candidate gives an empty choice.
 */
// Tests: ./merge-plan.test.ts.

import type { MergeLimits, MergePlan } from '../engine.ts';
import { createAnalysis } from '../query/analysis.ts';
import { LiveSegment } from '../segment/live-segment.ts';
import { mergeLiveSegments } from './segment-merge.ts';

/**
 * The number of segments of one tier that are merged; each tier holds segments this many times as large as the tier below: a
 * store of a million products has at most about 60 segments, and each document is rewritten at most ten times. Measured
 * with an import of a million, whose merges take 17 µs a product and leave 7 segments to ask on average: with a factor
 * of 8 it would be 14 µs and 8 segments, with 16 it would be 11 µs and 15. With the merges at rest: 19, 20 and 17 µs.
 */
const mergeFactor = 4;

/**
 * Replaces {@link mergeFactor} while many products arrive at once: an import of a million leaves some 40 segments,
 * which are merged once, when it is over. Chosen: a larger factor would make keystrokes slow meanwhile.
 */
const growingFactor = 32;

/**
 * The most live documents of one merge. Chosen: a merge takes up to twice the memory of its result (measured), and
 * segments of this size are few.
 */
const mergeMaxDocuments = 600_000;

/**
 * The factor by which a segment at rest may be larger than the smaller ones with which it is rewritten: once these hold at
 * least a quarter of its documents. Every query asks each segment, so one is faster than two. Chosen: a document is still
 * rewritten seldom.
 */
const restFactor = 4;

/** The part of a segment that the choice depends on. */
interface Mergeable {
  readonly live: LiveSegment;
}

/**
 * Returns the segments to merge now, by the first rule that finds some: a segment that is more than half dead, alone; at rest, a
 * segment more than half of whose cards are stored a second time in layers, alone; the members of the lowest tier that is full, smallest first, as many as the limit allows; at rest, the smallest
 * segments up to the largest that is worth rewriting; a segment whose graph was built with other synonyms, alone. Empty
 * where no rule does.
 */
export function chooseSegments<Item extends Mergeable>(
  candidates: readonly Item[],
  synonymsVersion: number,
  { maxDocuments = Number.POSITIVE_INFINITY, isAtRest = false, isGrowing = false }: MergeLimits = {},
): readonly Item[] {
  const most = Math.min(maxDocuments, mergeMaxDocuments);
  const bySize = candidates.toSorted((left, right) => left.live.documentCount - right.live.documentCount);
  const wasted = bySize.find(({ live }) => live.documentCount * 2 < live.segment.documentCount);
  if (wasted !== undefined && wasted.live.documentCount <= most) return [wasted];
  const layered = isAtRest && bySize.find(({ live }) => live.newerCardCount * 2 > live.documentCount);
  if (layered && layered.live.documentCount <= most) return [layered];
  // Tiers come in the order of their first, smallest members.
  const tiers = Map.groupBy(bySize, ({ live }) => tierOf(live.documentCount)).values();
  const factor = isGrowing ? growingFactor : mergeFactor;
  const choices = Array.from(tiers, (members) =>
    members.length < factor ? [] : startThatFits(members, most),
  );
  const full = choices.find(({ length }) => length >= mergeFactor);
  if (full !== undefined) return full;
  const resting = isAtRest ? startWorthRewriting(bySize, most) : [];
  if (resting.length > 1) return resting;
  const stale = bySize.find(({ live }) => live.segment.graph.synonymsVersion !== synonymsVersion);
  return stale !== undefined && stale.live.documentCount <= most ? [stale] : [];
}

/** The first members that together hold no more than `maxDocuments` live documents. */
function startThatFits<Item extends Mergeable>(members: readonly Item[], maxDocuments: number): Item[] {
  let total = 0;
  return members.filter(({ live }) => {
    total += live.documentCount;
    return total <= maxDocuments;
  });
}

/** The first members up to the last one that is small enough, compared with all before it, to be rewritten with them. */
function startWorthRewriting<Item extends Mergeable>(bySize: readonly Item[], maxDocuments: number): Item[] {
  const fitting = startThatFits(bySize, maxDocuments);
  let before = 0;
  let count = 0;
  fitting.forEach(({ live }, place) => {
    if (live.documentCount <= before * restFactor) count = place + 1;
    before += live.documentCount;
  });
  return fitting.slice(0, count);
}

/** Adds up the live documents of segments. */
export function countDocuments(candidates: readonly Mergeable[]): number {
  return candidates.reduce((total, { live }) => total + live.documentCount, 0);
}

/**
 * Merges the live documents of the plan's segments into one segment. Takes long for many documents: never call it in a
 * thread that answers.
 */
export function mergeSegments({ locale, synonyms, shape, segments }: MergePlan): SharedArrayBuffer {
  const lives = segments.map((snapshot) => LiveSegment.open(snapshot));
  return mergeLiveSegments(lives, createAnalysis(locale, synonyms), shape);
}

function tierOf(documentCount: number): number {
  return Math.floor(Math.log(documentCount) / Math.log(mergeFactor));
}
