/**
 * Sorts a draft into a segment: numbers documents, words and suggestions in the orders that queries rely on, and lays out all sections
 * in one shared buffer (sections.ts). segment-merge.ts makes the same parts from older segments; the same documents give the same
 * answers either way. Pure; inputs are trusted. A draft can be built once only. Each step takes some 10 ms, and memory is up to twice
 * that of the result. It never changes a segment that exists.
 */
// Tests: ./segment-merge.test.ts.

import { dropEmptyKeys, PairList, type PostingTable, sameRanks } from '../columns/posting-table.ts';
import { packSections, readSections } from '../columns/sections.ts';
import { StringColumn, type StringSlab } from '../columns/string-column.ts';
import { parseCategoryPath } from '../document/document.ts';
import type { GraphShape } from '../engine.ts';
import type { Analysis } from '../query/analysis.ts';
import { buildDictionary, type DictionaryParts, dictionarySections } from '../segment/dictionary.ts';
import { Segment } from '../segment/segment.ts';
import { bestPoints, type DocumentWords, invertTable } from '../segment/word-entries.ts';
import { buildSpellingSections, type SpellingSections } from '../spelling/spelling-sections.ts';
import { textTerms } from '../text/text-terms.ts';
import type { BuildSteps } from './build-steps.ts';
import { buildPrefixGraph, emptyGraph } from './prefix-graph-builder.ts';
import type { ListSource } from './prefix-list-merge.ts';
import {
  type CodeColumns,
  categorySections,
  codeColumns,
  columnSections,
  columnsOf,
  type DocumentColumns,
  orderDocuments,
  titleWordsOf,
} from './segment-columns.ts';
import type { SegmentDraft } from './segment-draft.ts';
import {
  groupSuggestions,
  type SuggestionGroup,
  type SuggestionSections,
  suggestionSections,
} from './suggestion-table.ts';

/** The parts of a segment before they are laid out. */
export interface SegmentParts {
  readonly columns: DocumentColumns;
  readonly words: DictionaryParts;
  readonly spelling: SpellingSections;
  /** Word -> documents that hold it in the title. */
  readonly titlePostings: PostingTable;
  /** Word -> documents that hold it elsewhere only. */
  readonly otherPostings: PostingTable;
  readonly titleWords: DocumentWords;
  readonly otherWords: DocumentWords;
  readonly codes: CodeColumns;
  /** The category paths as JSON text, in the order of their numbers. */
  readonly categoryPaths: readonly string[];
  /** Word -> category paths. */
  readonly categoryPostings: PostingTable;
  readonly suggestions: SuggestionSections;
  /** Word -> suggestions. */
  readonly suggestionPostings: PostingTable;
}

/**
 * Builds a segment from a draft. Adds the words of categories and suggestions to the draft, which is of no further use.
 */
export function* buildSegment(draft: SegmentDraft, analysis: Analysis, shape: GraphShape): BuildSteps {
  const numbering = orderDocuments(draft.documents);
  yield;
  const { spellings } = draft;
  const documentSpellings = draft.documentSpellings.toTable(numbering.ranks, sameRanks(spellings.length));
  const groups = groupSuggestions(spellings, documentSpellings);
  yield;
  const wordsOf = (text: string) => textTerms(text, analysis.respell).map((word) => draft.words.id(word));
  const ofCategories = pairWords(categoryTexts(draft.categories.texts), wordsOf);
  const ofSuggestions = pairWords(suggestionTexts(groups), wordsOf);
  yield;
  const words = buildDictionary(draft.words.texts, analysis.stem);
  yield;
  const spelling = buildSpellingSections(textsOf(words.parts.terms));
  yield;
  const postings = draft.postings.toTables(words.ranks, numbering.order);
  yield;
  const columns = yield* columnsOf(draft, numbering);
  yield;
  const titleWords = titleWordsOf(draft, numbering, words.ranks);
  const otherWords = invertTable(postings.other);
  yield;
  const codes = codeColumns(draft.codes, draft.codeDocuments.view(), numbering.ranks);
  yield;
  const parts: SegmentParts = {
    columns,
    words: words.parts,
    spelling,
    titlePostings: postings.title,
    otherPostings: postings.other,
    titleWords,
    otherWords,
    codes,
    categoryPaths: draft.categories.texts,
    categoryPostings: ofCategories.toTable(words.ranks, sameRanks(draft.categories.texts.length)),
    suggestions: suggestionSections(spellings, groups, documentSpellings),
    suggestionPostings: ofSuggestions.toTable(words.ranks, sameRanks(groups.length)),
  };
  yield;
  return yield* packParts(parts, analysis, shape, () => null);
}

/** Lays out the parts and the prefix graph in one buffer, which readers in other threads share. */
export function* packParts(
  parts: SegmentParts,
  analysis: Analysis,
  shape: GraphShape,
  listFor: ListSource,
): BuildSteps {
  const { spelling, titlePostings, otherPostings } = parts;
  const categories = dropEmptyKeys(parts.categoryPostings);
  const suggestions = dropEmptyKeys(parts.suggestionPostings);
  const sections = {
    ...columnSections(parts.columns),
    ...dictionarySections(parts.words),
    spellingWords: spelling.words,
    spellingShared: spelling.forward.shared,
    spellingSkips: spelling.forward.skips,
    spellingBackwardOrder: spelling.backwardOrder,
    spellingBackwardShared: spelling.backward.shared,
    spellingBackwardSkips: spelling.backward.skips,
    titlePostingOffsets: titlePostings.offsets,
    titlePostingItems: titlePostings.items,
    titlePostingOccurrences: occurrencesOf(titlePostings),
    otherPostingOffsets: otherPostings.offsets,
    otherPostingItems: otherPostings.items,
    otherPostingOccurrences: occurrencesOf(otherPostings),
    titleWordOffsets: parts.titleWords.offsets,
    titleWords: parts.titleWords.entries,
    titlePoints: bestPoints(parts.titleWords),
    otherWordOffsets: parts.otherWords.offsets,
    otherWords: parts.otherWords.entries,
    codeOffsets: parts.codes.codes.offsets,
    codeBytes: parts.codes.codes.bytes,
    codeDocuments: parts.codes.documents,
    ...categorySections(parts.categoryPaths, parts.columns),
    categoryTerms: categories.keys,
    categoryPostingOffsets: categories.offsets,
    categoryPostingItems: categories.items,
    ...parts.suggestions,
    suggestionTerms: suggestions.keys,
    suggestionPostingOffsets: suggestions.offsets,
    suggestionPostingItems: suggestions.items,
  };
  const segment = new Segment(readSections({ ...sections, ...emptyGraph }));
  const graph = yield* buildPrefixGraph(segment, analysis, shape, listFor);
  return packSections({ ...sections, ...graph });
}

/** Parses category paths, which are stored as JSON text, into their elements. */
export function categoryTexts(paths: readonly string[]): string[][] {
  return paths.map(parseCategoryPath);
}

/** The keys of suggestions, as texts. */
function suggestionTexts(groups: readonly SuggestionGroup[]): string[][] {
  return groups.map(({ key }) => [key]);
}

/** Pairs the words of some texts with the number of the item that they belong to. */
export function pairWords(
  items: readonly (readonly string[])[],
  wordsOf: (text: string) => readonly number[],
): PairList {
  const pairs = new PairList();
  items.forEach((texts, item) => {
    for (const text of texts) {
      for (const word of wordsOf(text)) pairs.add(word, item);
    }
  });
  return pairs;
}

/** The strings of a slab. */
function textsOf({ offsets, bytes }: StringSlab): string[] {
  const column = new StringColumn(offsets, bytes);
  return Array.from({ length: column.length }, (_, place) => column.text(place));
}

function occurrencesOf({ occurrences }: PostingTable): Uint8Array {
  return occurrences ?? new Uint8Array(0);
}
