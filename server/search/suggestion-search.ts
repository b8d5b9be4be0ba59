/**
 * Finds and ranks suggestions (Contract §7): clicked ones first by their score, then by the in-stock products that
 * they lead to, then by the alphabet; never one that leads to none.
 *
 * A segment numbers its suggestions by strength, so each segment's matches are read from the strongest on, and a
 * suggestion's exact count over all segments is looked up when it is first met. Reading stops when no suggestion
 * that was not met can be among the best: its count is at most the sum of the counts at which reading stands (the
 * threshold algorithm of Fagin, Lotem and Naor, PODS 2001).
 */

import type { Signals } from './engine.ts';
import type { LiveSegment } from './live-segment.ts';
import { mostFrequent } from './most-frequent.ts';
import { gallop, intersect, listOf } from './posting-list.ts';
import { sameRanks } from './posting-table.ts';
import { compareCodePoints } from './string-column.ts';
import type { MatchedSegment } from './term-lookup.ts';
import { TopList } from './top-list.ts';

/** Suggestions of one segment that answer the query, strongest first. */
interface Matches {
  readonly live: LiveSegment;
  readonly numbers: Uint32Array;
}

interface Suggestion {
  readonly key: string;
  /** Decayed clicks; 0 for what nobody clicked. */
  readonly clicks: number;
  /** Live in-stock documents behind it, over all segments. */
  readonly count: number;
  readonly display: string;
}

/** At most `limit` suggestions that hold every word of the query, the last one as a prefix. */
export function searchSuggestions(
  segments: readonly MatchedSegment[],
  limit: number,
  signals: Signals,
): string[] {
  const matches = segments.map(({ live, words }) => ({
    live,
    numbers: intersect(words.map((word) => listOf(live.segment.suggestionWords, word.all))),
  }));
  return rankSuggestions(matches, limit, signals);
}

/** The best suggestions of all (§4.7 discovery). */
export function strongestSuggestions(
  segments: readonly LiveSegment[],
  limit: number,
  signals: Signals,
): string[] {
  const matches = segments.map((live) => ({ live, numbers: sameRanks(live.segment.suggestionKeys.length) }));
  return rankSuggestions(matches, limit, signals);
}

function rankSuggestions(matches: readonly Matches[], limit: number, signals: Signals): string[] {
  const segments = matches.map(({ live }) => live);
  const top = new TopList<Suggestion>(
    limit,
    (left, right) =>
      right.clicks - left.clicks || right.count - left.count || compareCodePoints(left.key, right.key),
  );
  const met = new Set<string>();
  const meet = (key: string, clicks: number) => {
    if (met.has(key)) return;
    met.add(key);
    const suggestion = weigh(segments, key, clicks);
    if (suggestion !== null) top.offer(suggestion);
  };
  for (const [key, clicks] of signals.phrases) {
    if (clicks > 0 && isMatched(matches, key)) meet(key, clicks);
  }
  readByStrength(matches, meet, (bound) => {
    const { toBeat } = top;
    return toBeat !== undefined && (toBeat.clicks > 0 || toBeat.count > bound);
  });
  return top.items.map(({ display }) => display);
}

/** Meets suggestions from the strongest on, until `isDecided` for the highest count that is still possible. */
function readByStrength(
  matches: readonly Matches[],
  meet: (key: string, clicks: number) => void,
  isDecided: (bound: number) => boolean,
): void {
  const places = matches.map(() => 0);
  const headOf = ({ live, numbers }: Matches, index: number) => {
    const number = numbers[places[index] ?? 0];
    return number === undefined ? 0 : builtCount(live, number);
  };
  for (;;) {
    const heads = matches.map(headOf);
    const bound = heads.reduce((total, count) => total + count, 0);
    if (bound === 0 || isDecided(bound)) return;
    const index = heads.indexOf(Math.max(...heads));
    const strongest = matches[index];
    const place = places[index] ?? 0;
    if (strongest === undefined) return;
    places[index] = place + 1;
    meet(strongest.live.segment.suggestionKeys.text(strongest.numbers[place] ?? 0), 0);
  }
}

/** Documents behind a suggestion when its segment was built: at least as many as live. */
function builtCount({ segment }: LiveSegment, number: number): number {
  let count = 0;
  const end = segment.suggestionSpellingOffsets[number + 1] ?? 0;
  for (let spelling = segment.suggestionSpellingOffsets[number] ?? 0; spelling < end; spelling += 1) {
    count += segment.spellingCounts[spelling] ?? 0;
  }
  return count;
}

/** Whether any segment's matches hold the key. */
function isMatched(matches: readonly Matches[], key: string): boolean {
  const bytes = Buffer.from(key);
  return matches.some(({ live, numbers }) => {
    const number = live.segment.findSuggestion(bytes);
    return number >= 0 && numbers[gallop(numbers, number, 0)] === number;
  });
}

/**
 * The suggestion of a key over all segments, or null where it leads to nothing. A sequence of title words needs
 * two products. It is spelled as most of those spell it who named it, or else as most titles do.
 */
function weigh(segments: readonly LiveSegment[], key: string, clicks: number): Suggestion | null {
  const bytes = Buffer.from(key);
  const named = new Map<string, number>();
  const sequences = new Map<string, number>();
  let total = 0;
  for (const live of segments) {
    const { segment } = live;
    const number = segment.findSuggestion(bytes);
    if (number < 0) continue;
    const end = segment.suggestionSpellingOffsets[number + 1] ?? 0;
    for (let spelling = segment.suggestionSpellingOffsets[number] ?? 0; spelling < end; spelling += 1) {
      const count = live.countOfSpelling(spelling);
      if (count === 0) continue;
      const display = segment.spellings.text(spelling);
      const counts = segment.spellingNamed[spelling] === 1 ? named : sequences;
      counts.set(display, (counts.get(display) ?? 0) + count);
      total += count;
    }
  }
  if (total === 0 || (named.size === 0 && total < 2)) return null;
  return { key, clicks, count: total, display: mostFrequent(named.size > 0 ? named : sequences) };
}
