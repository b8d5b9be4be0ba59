/**
 * Builds the prefix graph of a segment by asking the ranking itself, so that graph and ranking cannot differ; lists that merged
 * segments already have are reused. A list is made for each beginning that many documents hold, and for each pair of a word and a
 * beginning that many titles hold: without one, a shopper who types them would wait for a walk over all of these titles. It never
 * looks at popularity, which is laid over the lists later. It never runs in a thread that answers: each step takes some 10 ms. Texts
 * that would be read differently by a query are left out, and limits come from {@link GraphShape} (counts of postings, titles and
 * documents). Inputs are trusted.
 */
// Tests: ./prefix-graph-builder.test.ts.
import type { PostingTable } from '../columns/posting-table.ts';
import type { Integers, SectionArray } from '../columns/sections.ts';
import { buildStringSlab, lowerBound, type Range, type StringColumn } from '../columns/string-column.ts';
import { compareCodePoints } from '../columns/text-order.ts';
import type { GraphShape } from '../engine.ts';
import type { Analysis } from '../query/analysis.ts';
import { parseQuery, type Query } from '../query/query.ts';
import { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';
import { termBits } from '../segment/word-entries.ts';
import { lookUpWord } from '../segment/word-terms.ts';
import { unlimitedBudget } from '../step-budget.ts';
import { SuggestionMatches } from '../suggestions/suggestion-matches.ts';
import type { BuildSteps } from './build-steps.ts';
import { type ListedDocument, type ListSource, rankQuery } from './prefix-list-merge.ts';

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

/** Number of beginnings that one step of building ranks. Measured: some 10 ms. */
const beginningsPerStep = 64;
/** A pair takes as long as this many beginnings. */
const beginningsPerPair = 16;

/**
 * Builds the sections of the graph. `listFor` returns a list that is known already, or null; other lists are ranked
 * here.
 */
export function* buildPrefixGraph(
  segment: Segment,
  analysis: Analysis,
  shape: GraphShape,
  listFor: ListSource,
): BuildSteps<Readonly<Record<keyof typeof emptyGraph, SectionArray>>> {
  const { listLength, suggestionCount } = shape;
  const live = LiveSegment.of(segment);
  const prefixes: string[] = [];
  const places: number[] = [];
  const lists: (readonly ListedDocument[])[] = [];
  const suggestions: Integers[] = [];
  let stepLeft = beginningsPerStep;
  for (const text of yield* listedTexts(segment, shape)) {
    const query = parseQuery(text, analysis);
    if (!isAsRead(query, text)) continue;
    const list = listFor(query) ?? rankQuery(live, query, listLength);
    const last = lists.at(-1);
    if (last === undefined || !isSame(last, list)) lists.push(list);
    prefixes.push(text);
    places.push(lists.length - 1);
    const terms = query.words.map((word) => lookUpWord(segment.words, word));
    suggestions.push(new SuggestionMatches(live, terms, unlimitedBudget()).first(suggestionCount));
    stepLeft -= query.words.length === 1 ? 1 : beginningsPerPair;
    if (stepLeft > 0) continue;
    stepLeft = beginningsPerStep;
    yield;
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
function* listedTexts(segment: Segment, shape: GraphShape): BuildSteps<string[]> {
  const { minPostings, minPairTitles } = shape;
  const { terms } = segment.words;
  const inTitles = (node: Range) => countOf(segment.titlePostings, node) > minPairTitles;
  const pairs = yield* commonPairs(segment, [...eachPrefix(terms, inTitles)], shape);
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

/** Returns where each list starts, and where the last one ends. */
function offsetsOf(lists: readonly { readonly length: number }[]): Uint32Array {
  const offsets = new Uint32Array(lists.length + 1);
  for (const [place, { length }] of lists.entries()) offsets[place + 1] = (offsets[place] ?? 0) + length;
  return offsets;
}

function postingsOf({ titlePostings, otherPostings }: Segment, node: Range): number {
  return countOf(titlePostings, node) + countOf(otherPostings, node);
}

function countOf({ offsets }: PostingTable, { start, end }: Range): number {
  return (offsets[end] ?? 0) - (offsets[start] ?? 0);
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
 * Yields the beginnings of sorted words for which `isWanted` is true, in code point order. If a beginning is not
 * wanted, none that begins with it is looked at: most are not wanted, and their texts are never made.
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

/**
 * Finds the end of the terms that share their first `length` bytes with the first one. All of them share `shared` bytes
 * already.
 */
function endOfPrefix(terms: StringColumn, { start, end }: Range, shared: number, length: number): number {
  const letter = terms.bytes(start).subarray(shared, length);
  const begins = (place: number) => terms.comparePrefix(place, letter, shared) <= 0;
  // Most beginnings are shared by few terms: double the step first, then halve it.
  let step = 1;
  while (start + step < end && begins(start + step)) step *= 2;
  return lowerBound(start + (step >> 1), Math.min(start + step, end), (place) => (begins(place) ? -1 : 1));
}

/** A beginning, and the range of the dictionary whose words have it. */
export interface PrefixNode extends Range {
  readonly text: string;
}

/**
 * The texts of the pairs that have a list ({@link GraphShape}). `nodes`: beginnings that more than `minPairTitles` titles hold, each
 * before those it begins.
 */
function* commonPairs(
  segment: Segment,
  nodes: readonly PrefixNode[],
  { minPairTitles, pairsPerDocument }: GraphShape,
): BuildSteps<string[]> {
  const { titlePostings, titleDocuments, words, documentCount } = segment;
  if (documentCount <= minPairTitles) return [];
  const { nodeOfTerm, parents } = nest(nodes, words.terms.length);
  const counts = new Uint32Array(nodes.length);
  /** The last title that holds the text of each node, or -1. */
  const metIn = new Int32Array(nodes.length);
  const pairs: { readonly text: string; readonly titles: number }[] = [];
  for (let term = 0; term < words.terms.length; term += 1) {
    const start = titlePostings.offsets[term] ?? 0;
    const end = titlePostings.offsets[term + 1] ?? 0;
    if (end - start <= minPairTitles) continue;
    counts.fill(0);
    metIn.fill(-1);
    for (let at = start; at < end; at += 1) {
      const document = titlePostings.items[at] ?? 0;
      const last = titleDocuments.offsets[document + 1] ?? 0;
      for (let entry = titleDocuments.offsets[document] ?? 0; entry < last; entry += 1) {
        let node = nodeOfTerm[(titleDocuments.entries[entry] ?? 0) & termBits] ?? -1;
        // The shorter beginnings of one that was met were met with it.
        for (; node >= 0 && metIn[node] !== document; node = parents[node] ?? -1) {
          metIn[node] = document;
          counts[node] = (counts[node] ?? 0) + 1;
        }
      }
    }
    const word = words.terms.text(term);
    for (const [node, { text }] of nodes.entries()) {
      const titles = counts[node] ?? 0;
      if (titles > minPairTitles) pairs.push({ text: `${word} ${text}`, titles });
    }
    yield;
  }
  pairs.sort((left, right) => right.titles - left.titles);
  return pairs.slice(0, Math.ceil(documentCount * pairsPerDocument)).map(({ text }) => text);
}

/** Finds the longest node of each term, and for each node the next shorter one that it begins with; -1 for none. */
function nest(
  nodes: readonly PrefixNode[],
  termCount: number,
): { readonly nodeOfTerm: Int32Array; readonly parents: Int32Array } {
  const nodeOfTerm = new Int32Array(termCount).fill(-1);
  const parents = Int32Array.from(nodes, ({ start, end }, node) => {
    const parent = nodeOfTerm[start] ?? -1;
    nodeOfTerm.fill(node, start, end);
    return parent;
  });
  return { nodeOfTerm, parents };
}
