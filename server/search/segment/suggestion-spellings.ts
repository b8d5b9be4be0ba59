/** Reads the spellings of suggestions in a segment, most of which are stored as their keys only. */

import { lowerBound } from '../columns/string-column.ts';
import type { SuggestionPhrase } from '../phrases/suggestion-phrases.ts';
import type { Segment } from './segment.ts';

/** What is counted by itself: a phrase as somebody spells it, with what is said for it. */
export type Spelling = Pick<SuggestionPhrase, 'display' | 'evidence'>;

/** A spelling of a segment. O(log n), as what is spelled like its key is stored once. */
export function readSpelling(segment: Segment, spelling: number): Spelling {
  const starts = segment.suggestionSpellingOffsets;
  const behind = lowerBound(0, starts.length, (place) => ((starts[place] ?? 0) <= spelling ? -1 : 1));
  const display = readDisplay(segment, spelling) ?? segment.suggestionKeys.text(behind - 1);
  return { display, evidence: segment.spellingEvidence[spelling] ?? 0 };
}

/** How a spelling is shown, or null where that is its key. O(log n). */
export function readDisplay({ ownSpellings, spellings }: Segment, spelling: number): string | null {
  const place = lowerBound(0, ownSpellings.length, (index) => (ownSpellings[index] ?? 0) - spelling);
  return ownSpellings[place] === spelling ? spellings.text(place) : null;
}
