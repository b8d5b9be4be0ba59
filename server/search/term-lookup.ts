/** Finds the terms of a segment that answer the words of a query: binary searches, once for all groups of answers. */
import type { LiveSegment } from './live-segment.ts';
import type { TermMatch } from './posting-list.ts';
import type { Query, TermPattern } from './query.ts';
import { prefixRange, type Segment } from './segment.ts';

/** A segment and what answers each word of the query in it. */
export interface MatchedSegment {
  readonly live: LiveSegment;
  readonly words: readonly WordMatch[];
}

/** What answers one word of the query in one segment. */
export interface WordMatch {
  /** Terms that meet the word itself: what stands side by side in a title is told by them. */
  readonly own: TermMatch;
  /** `own` and the terms that meet the word joined with its neighbours. */
  readonly all: readonly TermMatch[];
}

/** One entry for each word of the query. */
export function lookUpWords(segment: Segment, query: Query): WordMatch[] {
  const known = new Map<string, TermMatch>();
  const find = (pattern: TermPattern) => {
    const key = `${pattern.prefix ? '*' : '='}${pattern.text}`;
    const match = known.get(key) ?? findTerms(segment, pattern);
    known.set(key, match);
    return match;
  };
  return query.words.map((word) => {
    const own = find(word.own);
    return { own, all: [own, ...word.joined.map(find)] };
  });
}

function findTerms(segment: Segment, pattern: TermPattern): TermMatch {
  const bytes = Buffer.from(pattern.text);
  const { start, end } = prefixRange(segment.terms, bytes);
  const equal = start < end && segment.terms.compareBytes(start, bytes) === 0;
  const exact = equal ? start : -1;
  if (pattern.prefix) return { start, end, exact };
  return { start, end: equal ? start + 1 : start, exact };
}
