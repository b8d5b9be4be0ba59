/**
 * Corrects the spelling of a query by the words of an index's live products (Contract §7), within the steps of the query's budget.
 * Null where nothing can be corrected; it never corrects codes or words that synonyms name. A query may spend at most 40,000 steps on
 * letters; when they are used up, the remaining words stay as typed.
 */
// Tests: test/search/engine-property.test.ts.

import { runOf } from './columns/posting-list.ts';
import type { PostingTable } from './columns/posting-table.ts';
import { prefixRange, type Range } from './columns/string-column.ts';
import type { Analysis } from './query/analysis.ts';
import { queryWords, stemOf } from './query/query.ts';
import type { LiveSegment } from './segment/live-segment.ts';
import { correctQuery, queryStepsMax, type SpellingDictionary } from './spelling/spelling-correction.ts';
import type { TypedWord } from './spelling/spelling-edits.ts';
import { type QueryBudget, stepsOf } from './step-budget.ts';

/** Corrects queries; made once for each version of an index. */
export interface QueryCorrector {
  /** The folded query as it should have been typed, or null where nothing in it can be corrected. */
  correct(folded: string, budget: QueryBudget): string | null;
}

export function createQueryCorrector(
  lives: readonly LiveSegment[],
  { stem, expand }: Analysis,
): QueryCorrector {
  // Where many words come first, fewer of the later ones are worth a look (spelling-correction.ts).
  const bySize = lives.toSorted((left, right) => right.documentCount - left.documentCount);
  // A word that synonyms speak of is no typo, whether the store has the thing or not.
  const isSaidOtherwise = ({ text }: TypedWord) => expand(queryWords(text)).some(({ begun }) => !begun);
  const isHeld = (word: TypedWord) => bySize.some((live) => isKnown(live, word, stem));
  return {
    correct(folded, budget) {
      const dictionaries = bySize.map((live) => dictionaryOf(live, budget));
      const letters = { steps: Math.floor(Math.min(queryStepsMax, budget.left / stepsOf.spellingStep)) };
      const { steps } = letters;
      const isKnownWord = (word: TypedWord) => {
        // A word that cannot be looked up any more stays as it was typed.
        if (!budget.allows()) return true;
        budget.spend(bySize.length * stepsOf.wordLookedUp);
        return isSaidOtherwise(word) || isHeld(word);
      };
      const corrected = correctQuery(dictionaries, folded, isKnownWord, letters);
      budget.spend((steps - letters.steps) * stepsOf.spellingStep);
      // Words that no letters were left for stay as they were typed, and that is noted.
      if (letters.steps <= 0 && steps < queryStepsMax) budget.take(budget.left + 1);
      return corrected;
    },
  };
}

function dictionaryOf(live: LiveSegment, budget: QueryBudget): SpellingDictionary {
  const { titlePostings, otherPostings, spelling } = live.segment;
  const tables = [titlePostings, otherPostings];
  return {
    words: spelling,
    frequency: (term) =>
      tables.reduce((total, table) => total + countLive(live, table, runOf(term), budget), 0),
    frequencyMax: (term) => tables.reduce((total, table) => total + countAll(table, runOf(term)), 0),
  };
}

/** Whether a live product holds the word or a form of it, or for an unfinished one any that begins so; codes too. */
function isKnown(live: LiveSegment, { text, prefix }: TypedWord, stem: (word: string) => string): boolean {
  const { words, titlePostings, otherPostings, codes, codeDocuments } = live.segment;
  const ranges = [words.find({ text, prefix }), ...words.ofStem(stemOf(text, stem)).map(runOf)];
  const isHeld = (table: PostingTable) => ranges.some((range) => hasLive(live, table, range));
  if (isHeld(titlePostings) || isHeld(otherPostings)) return true;
  const bytes = Buffer.from(text);
  const { start, end } = prefixRange(codes, bytes);
  for (let place = start; place < end; place += 1) {
    const isMet = prefix || codes.compareBytes(place, bytes) === 0;
    if (isMet && live.isLive(codeDocuments[place] ?? 0)) return true;
  }
  return false;
}

function countAll({ offsets }: PostingTable, { start, end }: Range): number {
  return (offsets[end] ?? 0) - (offsets[start] ?? 0);
}

/** Dead documents are counted too where the budget does not suffice to look at each. */
function countLive(live: LiveSegment, table: PostingTable, range: Range, budget: QueryBudget): number {
  const all = countAll(table, range);
  if (live.documentCount === live.segment.documentCount) return all;
  budget.spend(all);
  if (!budget.allows()) return all;
  const { items, offsets } = table;
  const end = offsets[range.end] ?? 0;
  let count = 0;
  for (let place = offsets[range.start] ?? 0; place < end; place += 1) {
    if (live.isLive(items[place] ?? 0)) count += 1;
  }
  return count;
}

function hasLive(live: LiveSegment, table: PostingTable, { start, end }: Range): boolean {
  const { items, offsets } = table;
  for (let term = start; term < end; term += 1) {
    const last = offsets[term + 1] ?? 0;
    for (let place = offsets[term] ?? 0; place < last; place += 1) {
      if (live.isLive(items[place] ?? 0)) return true;
    }
  }
  return false;
}
