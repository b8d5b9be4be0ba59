/** Whether the catalog writes the last letter of a query together with what stands before it (query/last-letter.ts). */
import { holds, runOf } from '../columns/posting-list.ts';
import { needPostings } from '../columns/posting-table.ts';
import type { Integers } from '../columns/sections.ts';
import { isMixed, type LastLetter } from '../query/last-letter.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import { type QueryBudget, stepsOf } from '../step-budget.ts';

/**
 * Whether the title of a live product holds the letter and the words before it as one word: where that could be another word
 * too, both parts as well, as `USB-C` does. Not where the budget does not suffice to find out.
 */
export function isWrittenTogether(
  segments: readonly LiveSegment[],
  { letter, before, together }: LastLetter,
  budget: QueryBudget,
): boolean {
  return segments.some((live) =>
    together.some((word) => hasAll(live, isMixed(word) ? [word] : [word, letter, before], budget)),
  );
}

/** Whether the title of a live product holds all of the words, whole. */
function hasAll(live: LiveSegment, words: readonly string[], budget: QueryBudget): boolean {
  const { words: dictionary, titlePostings } = live.segment;
  const lists: Integers[] = [];
  for (const text of words) {
    if (!budget.allows()) return false;
    budget.spend(stepsOf.wordLookedUp / 2);
    const { exact } = dictionary.find({ text, prefix: false });
    if (exact < 0) return false;
    needPostings(titlePostings, runOf(exact));
    const { items, offsets } = titlePostings;
    lists.push(items.subarray(offsets[exact], offsets[exact + 1]));
  }
  const [shortest = [], ...others] = lists.sort((left, right) => left.length - right.length);
  for (const document of shortest) {
    if (!budget.allows()) return false;
    budget.spend(1 + others.length * stepsOf.wordOfDocument);
    if (live.isLive(document) && others.every((documents) => holds(documents, document))) return true;
  }
  return false;
}
