/**
 * Builds the prefix graph of a segment by asking the ranking itself, so that both can only agree; what merged segments
 * list already is taken from there.
 */

import { countPostings } from '../columns/posting-list.ts';
import type { Integers } from '../columns/sections.ts';
import { buildStringSlab, lowerBound, type Range, type StringColumn } from '../columns/string-column.ts';
import { compareCodePoints } from '../columns/text-order.ts';
import type { GraphShape } from '../engine.ts';
import { missingWordsOf } from '../products/product-rank.ts';
import type { Analysis } from '../query/analysis.ts';
import { parseQuery, type Query } from '../query/query.ts';
import { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { lookUpWord } from '../segment/word-terms.ts';
import { unlimitedBudget } from '../step-budget.ts';
import { SuggestionMatches } from '../suggestions/suggestion-matches.ts';
import { commonPairs, type PrefixNode } from './common-pairs.ts';
import { type ListedDocument, type ListSource, rankAnew } from './prefix-list-merge.ts';

/** Sections of a graph that lists nothing. */
export const emptyGraph = {
  graphFacts: new Float64Array(3),
  prefixOffsets: new Uint32Array(1),
  prefixBytes: new Uint8Array(0),
  prefixLists: new Uint32Array(0),
  prefixListOffsets: new Uint32Array(1),
  prefixListDocuments: new Uint32Array(0),
  prefixListTiers: new Uint8Array(0),
  prefixSuggestionOffsets: new Uint32Array(1),
  prefixSuggestions: new Uint32Array(0),
};

/** Sections of the graph. */
export function buildPrefixGraph(
  segment: Segment,
  analysis: Analysis,
  shape: GraphShape,
  listFor: ListSource,
) {
  const { listLength, suggestionCount } = shape;
  const live = LiveSegment.of(segment);
  const prefixes: string[] = [];
  const places: number[] = [];
  const lists: (readonly ListedDocument[])[] = [];
  const suggestions: Integers[] = [];
  for (const text of listedTexts(segment, shape)) {
    const query = parseQuery(text, analysis);
    if (!isAsRead(query, text)) continue;
    const list = listFor(query) ?? rankAnew(live, query, listLength);
    // Products that miss a word are found by a walk, even where they would fill the list.
    if (query.words.length > 1 && !(list.length === listLength && missesNone(list.at(-1)))) continue;
    const last = lists.at(-1);
    if (last === undefined || !isSame(last, list)) lists.push(list);
    prefixes.push(text);
    places.push(lists.length - 1);
    const terms = query.words.map((word) => lookUpWord(segment.words, word));
    suggestions.push(new SuggestionMatches(live, terms, unlimitedBudget()).first(suggestionCount));
  }
  const slab = buildStringSlab(prefixes);
  const items = lists.flat();
  return {
    graphFacts: Float64Array.of(listLength, analysis.synonymsVersion, suggestionCount),
    prefixOffsets: slab.offsets,
    prefixBytes: slab.bytes,
    prefixLists: Uint32Array.from(places),
    prefixListOffsets: offsetsOf(lists),
    prefixListDocuments: Uint32Array.from(items, ({ document }) => document),
    prefixListTiers: Uint8Array.from(items, ({ tiers }) => tiers),
    prefixSuggestionOffsets: offsetsOf(suggestions),
    prefixSuggestions: Uint32Array.from(suggestions.flatMap((numbers) => [...numbers])),
  };
}

/** Beginnings that many documents hold, and pairs of a word and a beginning that many titles hold, in code point order. */
function listedTexts(segment: Segment, { minPostings, minPairTitles }: GraphShape): string[] {
  const { terms } = segment.words;
  const inTitles = (node: PrefixNode) => countPostings(segment.titlePostings, [node]) > minPairTitles;
  const pairs = commonPairs(segment, [...eachPrefix(terms, inTitles)], minPairTitles);
  const beginnings = eachPrefix(terms, (node) => postingsOf(segment, node) > minPostings);
  const texts = Array.from(beginnings, ({ text }) => text);
  return pairs.length === 0 ? texts : [...texts, ...pairs].sort(compareCodePoints);
}

/** Whether a text is read as one beginning, or as a word and a beginning: the start of a decimal number on its own is not. */
function isAsRead({ words }: Query, text: string): boolean {
  const [first] = words;
  if (words.length > 2 || words.map(({ own }) => own.text).join(' ') !== text) return false;
  return words.length === 2 || first?.joined.length === 0;
}

function missesNone(last: ListedDocument | undefined): boolean {
  return last !== undefined && missingWordsOf(last.tiers) === 0;
}

/** Where each list starts, and where the last one ends. */
function offsetsOf(lists: readonly { readonly length: number }[]): Uint32Array {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [place, { length }] of lists.entries()) offsets[place + 1] = (offsets[place] ?? 0) + length;
  return offsets;
}

function postingsOf({ titlePostings, otherPostings }: Segment, node: Range): number {
  return countPostings(titlePostings, [node]) + countPostings(otherPostings, [node]);
}

function isSame(left: readonly ListedDocument[], right: readonly ListedDocument[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ document, tiers }, place) => {
      const other = right[place];
      return other?.document === document && other.tiers === tiers;
    })
  );
}

/** The beginnings of sorted words for which `isWanted`, in code point order; their own beginnings are wanted too. */
function* eachPrefix(
  terms: StringColumn,
  isWanted: (node: PrefixNode) => boolean,
  parent: PrefixNode = { text: '', start: 0, end: terms.length },
): Generator<PrefixNode> {
  let start = parent.start;
  while (start < parent.end) {
    const next = terms.text(start).slice(parent.text.length);
    const letter = next === '' ? '' : String.fromCodePoint(next.codePointAt(0) ?? 0);
    if (letter === '') {
      start += 1;
      continue;
    }
    const text = parent.text + letter;
    const bytes = Buffer.from(text);
    const end = lowerBound(start, parent.end, (place) => (terms.comparePrefix(place, bytes) <= 0 ? -1 : 1));
    const node = { text, start, end };
    if (isWanted(node)) {
      yield node;
      yield* eachPrefix(terms, isWanted, node);
    }
    start = end;
  }
}
