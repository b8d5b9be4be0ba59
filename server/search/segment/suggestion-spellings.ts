/** Reads the spellings of suggestions in a segment, most of which are stored as their keys only. */

import { lowerBound } from '../columns/string-column.ts';
import type { SuggestionPhrase } from '../phrases/suggestion-phrases.ts';
import type { Segment } from './segment.ts';

/** What is counted by itself: a phrase as somebody spells it, with what is said for it. */
export type Spelling = Pick<SuggestionPhrase, 'display' | 'evidence'>;

/** How a spelling is shown, or null where that is its key. O(log n). */
export function readDisplay({ ownSpellings, spellings }: Segment, spelling: number): string | null {
  const place = lowerBound(0, ownSpellings.length, (index) => (ownSpellings[index] ?? 0) - spelling);
  return ownSpellings[place] === spelling ? spellings.text(place) : null;
}
