/**
 * Makes the lists of a merged segment's prefix graph from the lists of its segments: a document among the best of all is among the
 * best of its segment, so few beginnings are ranked again. Where the old lists do not reach far enough, the answer is null and the
 * caller ranks the beginning itself. Pure and without limit of steps unless the caller passes a budget; ranks are whole numbers, the
 * lower the better.
 */
// Tests: ./prefix-list-merge.test.ts.

import { noSignals } from '../engine.ts';
import { type CommonRule, usualRule } from '../products/product-question.ts';
import type { RankedDocument } from '../products/product-rank.ts';
import { offerWords } from '../products/product-search.ts';
import { cutToPlaces, ListTop } from '../products/product-top.ts';
import { lookUpProducts } from '../products/product-words.ts';
import type { Query } from '../query/query.ts';
import type { LiveSegment } from '../segment/live-segment.ts';
import type { PrefixList } from '../segment/prefix-graph.ts';
import { unlimitedBudget } from '../step-budget.ts';

/** A document of a list, under its number in the new segment. */
export type ListedDocument = Pick<RankedDocument, 'document' | 'tiers'>;

/** The best documents for a text of the graph, or null where the new segment has to be ranked. */
export type ListSource = (query: Query) => readonly ListedDocument[] | null;

/** The rule for a query of one word: all postings are read, since the tables for common words are built later. */
const allRare: CommonRule = { ...usualRule, rareMax: Number.POSITIVE_INFINITY };

/**
 * Ranks the documents of one segment without popularity and returns the best `listLength`. Each document is looked at
 * once, and only its words with the typed beginning are read, so that the steps grow with the postings alone.
 */
export function rankQuery(
  live: LiveSegment,
  query: Query,
  listLength: number,
  budget = unlimitedBudget(),
): readonly RankedDocument[] {
  const top = new ListTop(listLength);
  offerWords(
    lookUpProducts([live], query, budget),
    query,
    { signals: noSignals, budget, common: query.words.length === 1 ? allRare : usualRule },
    top,
  );
  return top.items;
}

/** The documents of a merged segment. */
export interface MergedNumbers {
  /** The new number of each document, a table for each segment; -1 for a dead document. */
  readonly numbers: readonly Int32Array[];
  /** The group of each, by its new number; empty where there is none. */
  readonly groups: Uint32Array;
}

/**
 * Creates a source of lists from the graphs of segments. A graph that was built with other synonyms is not used.
 */
export function listsOf(
  lives: readonly LiveSegment[],
  merged: MergedNumbers,
  listLength: number,
  synonymsVersion: number,
): ListSource {
  return (query) => {
    const found = lives.map(({ segment: { graph } }) =>
      graph.synonymsVersion === synonymsVersion ? graph.find(query.folded) : null,
    );
    if (found.every((list) => list === null)) return null;
    const lists = lives.map((live, source) => found[source] ?? makeList(live, query, listLength));
    return mergeLists(lists, merged, listLength);
  };
}

/** Ranks a beginning in a segment that has no list for it: few documents there hold it. */
function makeList(live: LiveSegment, query: Query, listLength: number): PrefixList {
  const ranked = rankQuery(live, query, listLength);
  return {
    documents: Uint32Array.from(ranked, ({ document }) => document),
    tiers: Uint8Array.from(ranked, ({ tiers }) => tiers),
    isComplete: ranked.length < listLength,
  };
}

function mergeLists(
  lists: readonly PrefixList[],
  { numbers, groups }: MergedNumbers,
  listLength: number,
): readonly ListedDocument[] | null {
  const all = lists.map((list, source) => liveOf(list, numbers[source] as Int32Array));
  const sorted = all.flat().sort((left, right) => rankOf(left) - rankOf(right));
  const { list: best, isFull: isLong } = cutToPlaces(sorted, listLength, groups);
  // Documents that a list leaves out rank behind its last one.
  const shortened = all.filter((_, source) => lists[source]?.isComplete === false);
  const known = Math.min(...shortened.map((list) => rankOf(list.at(-1))));
  const isFull = isLong && rankOf(best.at(-1)) <= known;
  return isFull || shortened.length === 0 ? best : null;
}

function liveOf({ documents, tiers }: PrefixList, numbers: Int32Array): ListedDocument[] {
  return Array.from(documents, (document, place) => ({
    document: numbers[document] ?? -1,
    tiers: tiers[place] ?? 0,
  })).filter(({ document }) => document >= 0);
}

/**
 * One number to sort by: less is better, -1 where there is no document. Numbers of documents are in alphabetical order
 * and take at most 32 bits.
 */
function rankOf(listed: ListedDocument | undefined): number {
  return listed === undefined ? -1 : listed.tiers * 2 ** 32 + listed.document;
}
