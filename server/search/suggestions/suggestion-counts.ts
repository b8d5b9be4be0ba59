/** Counts suggestions over all segments of an index: exact whatever died, and however the index is cut. */

import { mostFrequent } from '../columns/most-frequent.ts';
import { evidence } from '../phrases/suggestion-phrases.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { readDisplay } from '../segment/suggestion-spellings.ts';
import type { SuggestionCounts } from './suggestion-evidence.ts';

/** Visits each spelling of a key that a live in-stock document has, with how many have it. */
function visitSpellings(
  segments: readonly LiveSegment[],
  key: string,
  visit: (live: LiveSegment, spelling: number, count: number) => void,
): void {
  const bytes = Buffer.from(key);
  for (const live of segments) {
    const { segment } = live;
    const number = segment.findSuggestion(bytes);
    if (number < 0) continue;
    const end = segment.suggestionSpellingOffsets[number + 1] ?? 0;
    for (let spelling = segment.suggestionSpellingOffsets[number] ?? 0; spelling < end; spelling += 1) {
      const count = live.countOfSpelling(spelling);
      if (count > 0) visit(live, spelling, count);
    }
  }
}

/** What live in-stock documents say of a key; all zero where none knows it. */
export function countSuggestion(segments: readonly LiveSegment[], key: string): SuggestionCounts {
  let all = 0;
  let named = 0;
  let breaksBefore = 0;
  let breaksBehind = 0;
  visitSpellings(segments, key, ({ segment }, spelling, count) => {
    const bits = segment.spellingEvidence[spelling] ?? 0;
    all += count;
    if ((bits & evidence.named) !== 0) named += count;
    if ((bits & evidence.breaksBefore) !== 0) breaksBefore += count;
    if ((bits & evidence.breaksBehind) !== 0) breaksBehind += count;
  });
  return { key, count: all, named, breaksBefore, breaksBehind };
}

/** How a suggestion is shown: as most of those spell it who named it, or else as most titles do. */
export function displayOf(segments: readonly LiveSegment[], { key, named }: SuggestionCounts): string {
  const counts = new Map<string, number>();
  visitSpellings(segments, key, ({ segment }, spelling, count) => {
    const isNamed = ((segment.spellingEvidence[spelling] ?? 0) & evidence.named) !== 0;
    if (isNamed !== named > 0) return;
    const display = readDisplay(segment, spelling) ?? key;
    counts.set(display, (counts.get(display) ?? 0) + count);
  });
  return mostFrequent(counts);
}
