/** Counts suggestions over all segments of an index: exact whatever died, and however the index is cut. */

import { mostFrequent } from '../columns/most-frequent.ts';
import { evidence } from '../phrases/suggestion-phrases.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { readDisplay } from '../segment/suggestion-spellings.ts';
import type { SuggestionCounts } from './suggestion-evidence.ts';

/** A suggestion's number in one segment. */
export interface SuggestionPlace {
  readonly live: LiveSegment;
  readonly number: number;
}

/** Where segments hold a key. `known` saves the search in a segment where the key was met. */
export function placesOf(
  segments: readonly LiveSegment[],
  key: string,
  known: SuggestionPlace | null,
): SuggestionPlace[] {
  const places: SuggestionPlace[] = [];
  let bytes: Uint8Array | null = null;
  for (const live of segments) {
    if (live === known?.live) {
      places.push(known);
      continue;
    }
    bytes ??= Buffer.from(key);
    const number = live.segment.findSuggestion(bytes);
    if (number >= 0) places.push({ live, number });
  }
  return places;
}

/** Visits each spelling of a key that a live in-stock document has, with how many have it. */
function visitSpellings(
  places: readonly SuggestionPlace[],
  visit: (live: LiveSegment, spelling: number, count: number) => void,
): void {
  for (const { live, number } of places) {
    const { segment } = live;
    const end = segment.suggestionSpellingOffsets[number + 1] ?? 0;
    for (let spelling = segment.suggestionSpellingOffsets[number] ?? 0; spelling < end; spelling += 1) {
      const count = live.countOfSpelling(spelling);
      if (count > 0) visit(live, spelling, count);
    }
  }
}

/** What live in-stock documents say of a key at all its places; all zero where it has none. */
export function countSuggestion(places: readonly SuggestionPlace[], key: string): SuggestionCounts {
  let all = 0;
  let named = 0;
  let typed = 0;
  let breaksBefore = 0;
  let breaksBehind = 0;
  visitSpellings(places, ({ segment }, spelling, count) => {
    const bits = segment.spellingEvidence[spelling] ?? 0;
    all += count;
    if ((bits & evidence.named) !== 0) named += count;
    if ((bits & evidence.type) !== 0) typed += count;
    if ((bits & evidence.breaksBefore) !== 0) breaksBefore += count;
    if ((bits & evidence.breaksBehind) !== 0) breaksBehind += count;
  });
  return { key, count: all, named, typed, breaksBefore, breaksBehind };
}

/** How a suggestion is shown: as most of those spell it who named it, or else as most titles do. */
export function displayOf(places: readonly SuggestionPlace[], { key, named }: SuggestionCounts): string {
  const counts = new Map<string, number>();
  visitSpellings(places, ({ segment }, spelling, count) => {
    const isNamed = ((segment.spellingEvidence[spelling] ?? 0) & evidence.named) !== 0;
    if (isNamed !== named > 0) return;
    const display = readDisplay(segment, spelling) ?? key;
    counts.set(display, (counts.get(display) ?? 0) + count);
  });
  return mostFrequent(counts);
}
