/**
 * Builds the prefix graph of a segment by asking the ranking itself, so that both can only agree; what merged segments
 * list already is taken from there.
 */

import { countPostings } from '../columns/posting-list.ts';
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
