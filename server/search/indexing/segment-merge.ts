/**
 * Merges segments into one, from their own content: no document is analysed again and no database is asked. What only
 * dead documents held is left behind. Everything in a segment is sorted, so all of it is merged in one pass each, by bytes
 * and numbers: hardly a text is read.
 */

import { sameRanks } from '../columns/posting-table.ts';
import { StringColumn, type StringSlab } from '../columns/string-column.ts';
import type { GraphShape } from '../engine.ts';
import type { Analysis } from '../query/analysis.ts';
import { mergeDictionaries } from '../segment/dictionary.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { gatherWords, postingsOf } from '../segment/word-entries.ts';
import { mergeSpellingSections } from '../spelling/spelling-merge.ts';
import { textTerms } from '../text/text-terms.ts';
import { inOneGo } from './build-steps.ts';
import { mergeCodes, mergeDocumentOrders, mergeDocuments } from './document-merge.ts';
import { listsOf } from './prefix-list-merge.ts';
import { categoryTexts, packParts, pairWords, type SegmentParts } from './segment-builder.ts';
import { mergeSuggestions } from './suggestion-merge.ts';

/** One segment with the live documents of all. */
export function mergeLiveSegments(
  lives: readonly LiveSegment[],
  analysis: Analysis,
  shape: GraphShape,
): SharedArrayBuffer {
  const documents = mergeDocumentOrders(lives);
  const { segments, order, numbers } = documents;
  const words = mergeDictionaries(
    segments.map((segment) => segment.words),
    segments.map((segment, source) => neededTerms(segment, numbers[source] as Int32Array)),
  );
  const termCount = words.parts.terms.offsets.length - 1;
  const titleWords = gatherWords(
    segments.map((segment) => segment.titleDocuments),
    order,
    words.maps,
  );
  const otherWords = gatherWords(
    segments.map((segment) => segment.otherDocuments),
    order,
    words.maps,
  );
  const { columns, categoryPaths } = mergeDocuments(documents);
  const suggestions = mergeSuggestions(segments, order, numbers, words.maps, termCount);
  const termOf = termFinder(words.parts.terms);
  const wordsOf = (text: string) => textTerms(text, analysis.respell).map(termOf);
  const parts: SegmentParts = {
    columns,
    words: words.parts,
    spelling: mergeSpellingSections(
      words.parts.terms,
      segments.map((segment, source) => ({
        sections: segment.spellingSections,
        terms: words.maps[source] as Int32Array,
      })),
    ),
    titlePostings: postingsOf(titleWords, termCount),
    otherPostings: postingsOf(otherWords, termCount),
    titleWords,
    otherWords,
    codes: mergeCodes(documents),
    categoryPaths,
    categoryPostings: pairWords(categoryTexts(categoryPaths), wordsOf).toTable(
      sameRanks(termCount),
      sameRanks(categoryPaths.length),
    ),
    suggestions: suggestions.sections,
    suggestionPostings: suggestions.postings,
  };
  const lists = listsOf(lives, numbers, shape.listLength, analysis.synonymsVersion);
  return inOneGo(packParts(parts, analysis, shape, lists));
}

/** The merged dictionary has all words of categories, since each segment had its own. */
function termFinder({ offsets, bytes }: StringSlab): (word: string) => number {
  const terms = new StringColumn(offsets, bytes);
  return (word) => {
    const term = terms.find(Buffer.from(word));
    if (term < 0) throw new Error(`The segments hold no term ${JSON.stringify(word)}.`);
    return term;
  };
}

/** 1 for each term that a live document, a category or a suggestion holds. */
function neededTerms(segment: Segment, numbers: Int32Array): Uint8Array {
  const keep = new Uint8Array(segment.words.terms.length);
  for (const { keys } of [segment.categoryPostings, segment.suggestionPostings]) {
    for (const term of keys) keep[term] = 1;
  }
  for (const { offsets, items } of [segment.titlePostings, segment.otherPostings]) {
    for (let term = 0; term < keep.length; term += 1) {
      const end = offsets[term + 1] ?? 0;
      let place = offsets[term] ?? 0;
      while (keep[term] === 0 && place < end) {
        if ((numbers[items[place] ?? 0] ?? -1) >= 0) keep[term] = 1;
        place += 1;
      }
    }
  }
  return keep;
}
