/**
 * Which segments are merged when, and the merge itself. Both are pure: a plan may be carried out in another thread
 * while its index goes on.
 */

import type { MergeLimits, MergePlan } from '../engine.ts';
import { createAnalysis } from '../query/analysis.ts';
import { LiveSegment } from '../segment/live-segment.ts';
import { mergeLiveSegments } from './segment-merge.ts';

/**
 * Segments of one tier are merged when there are this many, and a tier holds this many times the documents of the
 * one below: a store of a million products has at most about 60 segments, and each document is rewritten at most
 * ten times. Measured with an import of a million, whose merges take 17 µs a product and leave 7 segments to ask on average:
 * by eights it would be 14 µs and 8 segments, by sixteens 11 µs and 15. With the merges at rest: 19, 20 and 17 µs.
 */
const mergeFactor = 4;

/**
 * The same while many products come at once: an import of a million leaves some 40 segments, which are merged once, when it
 * is over. More would make keystrokes slow meanwhile. Chosen.
 */
const growingFactor = 32;

/**
 * No merge holds more: while it runs it takes up to twice the memory of its result (measured), and segments of this
 * size are few. Chosen.
 */
const mergeMaxDocuments = 600_000;

/**
 * At rest a segment is rewritten with smaller ones that hold together at least the n-th part of it: every query asks each
 * segment, so that one is asked faster than two, and a document is rewritten seldom enough. Chosen.
 */
const restFactor = 4;

/** What the choice looks at. */
interface Mergeable {
  readonly live: LiveSegment;
}

/**
 * A segment that is more than half dead, to be rewritten alone; else those of the lowest tier that is full, the
 * smallest first, as many as the limit allows; at rest, else the smallest ones up to the largest that is worth it; else
 * one whose graph was built with other synonyms, to be rewritten alone; else none.
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

/** As many of the first members as hold no more than `maxDocuments` live documents. */
function startThatFits<Item extends Mergeable>(members: readonly Item[], maxDocuments: number): Item[] {
  let total = 0;
  return members.filter(({ live }) => {
    total += live.documentCount;
    return total <= maxDocuments;
  });
}

/** The first members up to the last one that those before it are not too small for. */
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

/** Live documents of segments together. */
export function countDocuments(candidates: readonly Mergeable[]): number {
  return candidates.reduce((total, { live }) => total + live.documentCount, 0);
}

/** One segment of everything that lives in the plan's segments. Takes long for many documents. */
export function mergeSegments({ locale, synonyms, shape, segments }: MergePlan): SharedArrayBuffer {
  const lives = segments.map((snapshot) => LiveSegment.open(snapshot));
  return mergeLiveSegments(lives, createAnalysis(locale, synonyms), shape);
}

function tierOf(documentCount: number): number {
  return Math.floor(Math.log(documentCount) / Math.log(mergeFactor));
}
