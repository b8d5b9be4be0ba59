/**
 * Builds the prefix graph of a segment by asking the ranking itself, so that both can only agree; what merged segments
 * list already is taken from there.
 */

import type { PostingTable } from '../columns/posting-table.ts';
import type { Integers, SectionArray } from '../columns/sections.ts';
import { buildStringSlab, lowerBound, type Range, type StringColumn } from '../columns/string-column.ts';
import type { GraphShape } from '../engine.ts';
import type { Analysis } from '../query/analysis.ts';
import { parseQuery } from '../query/query.ts';
import { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { lookUpWord } from '../segment/word-terms.ts';
import { unlimitedBudget } from '../step-budget.ts';
import { SuggestionMatches } from '../suggestions/suggestion-matches.ts';
import type { BuildSteps } from './build-steps.ts';
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

/** Words that begin with the same letters: places of a dictionary. */
interface PrefixNode extends Range {
  readonly text: string;
}

/** A step of building ranks so many beginnings: some 10 ms, measured. */
const beginningsPerStep = 64;

/** Sections of the graph. */
export function* buildPrefixGraph(
  segment: Segment,
  analysis: Analysis,
  { minPostings, listLength, suggestionCount }: GraphShape,
  listFor: ListSource,
): BuildSteps<Readonly<Record<keyof typeof emptyGraph, SectionArray>>> {
  const live = LiveSegment.of(segment);
  const prefixes: string[] = [];
  const places: number[] = [];
  const lists: (readonly ListedDocument[])[] = [];
  const suggestions: Integers[] = [];
  for (const { text } of eachPrefix(segment.words.terms, (node) => postingsOf(segment, node) > minPostings)) {
    const query = parseQuery(text, analysis);
    const [word] = query.words;
    // What reads otherwise on its own, such as the beginning of a decimal number, is no one word of a query.
    if (query.words.length !== 1 || word?.own.text !== text || word.joined.length > 0) continue;
    const list = listFor(query) ?? rankAnew(live, query, listLength);
    const last = lists.at(-1);
    if (last === undefined || !isSame(last, list)) lists.push(list);
    prefixes.push(text);
    places.push(lists.length - 1);
    const matches = new SuggestionMatches(live, [lookUpWord(segment.words, word)], unlimitedBudget());
    suggestions.push(matches.first(suggestionCount));
    if (prefixes.length % beginningsPerStep === 0) yield;
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

/** Where each list starts, and where the last one ends. */
function offsetsOf(lists: readonly { readonly length: number }[]): Uint32Array {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [place, { length }] of lists.entries()) offsets[place + 1] = (offsets[place] ?? 0) + length;
  return offsets;
}

function postingsOf({ titlePostings, otherPostings }: Segment, { start, end }: Range): number {
  const count = ({ offsets }: PostingTable) => (offsets[end] ?? 0) - (offsets[start] ?? 0);
  return count(titlePostings) + count(otherPostings);
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

/**
 * The beginnings of sorted words for which `isWanted`, in code point order; their own beginnings are wanted too. Most are not
 * wanted, so that of those no text is made.
 */
function* eachPrefix(
  terms: StringColumn,
  isWanted: (node: Range) => boolean,
  parent: Range = { start: 0, end: terms.length },
  parentLength = 0,
): Generator<PrefixNode> {
  let { start } = parent;
  while (start < parent.end) {
    if (terms.lengthOf(start) === parentLength) {
      start += 1;
      continue;
    }
    const length = parentLength + characterLength(terms.byteAt(terms.startOf(start) + parentLength));
    const node = { start, end: endOfPrefix(terms, { start, end: parent.end }, parentLength, length) };
    if (isWanted(node)) {
      yield { ...node, text: terms.bytes(start).toString('utf8', 0, length) };
      yield* eachPrefix(terms, isWanted, node, length);
    }
    start = node.end;
  }
}

/** Bytes of a character in UTF-8, by its first one. */
function characterLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** Where the terms end that share their first `length` bytes with the first one; of all `shared` bytes are the same. */
function endOfPrefix(terms: StringColumn, { start, end }: Range, shared: number, length: number): number {
  const letter = terms.bytes(start).subarray(shared, length);
  const begins = (place: number) => terms.comparePrefix(place, letter, shared) <= 0;
  // Most share them with few others.
  let step = 1;
  while (start + step < end && begins(start + step)) step *= 2;
  return lowerBound(start + (step >> 1), Math.min(start + step, end), (place) => (begins(place) ? -1 : 1));
}
