/**
 * Sorts a draft into a segment: numbers documents, terms and suggestions in the orders that queries rely on, and
 * lays everything out in one buffer (sections.ts). The same draft content gives the same answers, whether it came
 * from documents or from older segments.
 */
import { parseCategoryPath } from './category-path.ts';
import { fold } from './fold.ts';
import type { Interner } from './integer-list.ts';
import { PairList, sameRanks } from './posting-table.ts';
import { packSections } from './sections.ts';
import {
  categorySections,
  documentSections,
  generatedSections,
  orderDocuments,
  titleWordSections,
} from './segment-columns.ts';
import type { SegmentDraft } from './segment-draft.ts';
import { buildStringSlab, sortByCodePoints } from './string-column.ts';
import { groupSuggestions, suggestionSections } from './suggestion-table.ts';
import { indexTerms, scanWords } from './words.ts';

/** Builds the segment. The draft gets the words of its categories and suggestions, and must not be used again. */
export function buildSegment(draft: SegmentDraft): SharedArrayBuffer {
  const numbering = orderDocuments(draft.documents);
  const spellings = draft.documentSpellings.toTable(numbering.ranks, sameRanks(draft.spellings.texts.length));
  const groups = groupSuggestions(draft.spellings.texts, spellings);
  const categoryWords = new PairList();
  draft.categories.texts.forEach((path, category) => {
    for (const element of parseCategoryPath(path))
      addWords(draft.terms, categoryWords, fold(element), category);
  });
  const suggestionWords = new PairList();
  groups.forEach((group, number) => {
    addWords(draft.terms, suggestionWords, group.key, number);
  });
  const terms = sortByCodePoints(draft.terms.texts);
  const termRanks = draft.terms.ranksIn(terms);
  const termSlab = buildStringSlab(terms);
  const postings = draft.postings.toTable(termRanks, numbering.ranks);
  const categoryTable = categoryWords.toTable(termRanks, sameRanks(draft.categories.texts.length));
  const suggestionTable = suggestionWords.toTable(termRanks, sameRanks(groups.length));
  return packSections({
    termOffsets: termSlab.offsets,
    termBytes: termSlab.bytes,
    postingOffsets: postings.offsets,
    postingDocuments: postings.items,
    postingMasks: postings.masks,
    categoryWordOffsets: categoryTable.offsets,
    categoryWordItems: categoryTable.items,
    suggestionWordOffsets: suggestionTable.offsets,
    suggestionWordItems: suggestionTable.items,
    ...titleWordSections(draft, numbering, termRanks),
    ...documentSections(numbering),
    ...categorySections(draft.categories.texts, numbering),
    ...generatedSections(draft, numbering),
    ...suggestionSections(draft.spellings.texts, groups, spellings),
  });
}

function addWords(terms: Interner, table: PairList, folded: string, item: number): void {
  for (const term of indexTerms(scanWords(folded))) table.add(terms.id(term), item, 0);
}
