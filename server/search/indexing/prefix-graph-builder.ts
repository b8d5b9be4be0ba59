/** Builds the prefix graph of a segment by asking the ranking itself, so that both can only agree. */

import { countPostings } from '../columns/posting-list.ts';
import type { Range } from '../columns/string-column.ts';
import { buildStringSlab, lowerBound, type StringColumn } from '../columns/string-column.ts';
import type { GraphShape, Signals } from '../engine.ts';
import type { RankedDocument } from '../products/product-rank.ts';
import { offerWords } from '../products/product-search.ts';
import { ProductTop } from '../products/product-top.ts';
import { lookUpProducts } from '../products/product-words.ts';
import type { Analysis } from '../query/analysis.ts';
import { parseQuery } from '../query/query.ts';
import { LiveSegment } from '../segment/live-segment.ts';
import type { Segment } from '../segment/segment.ts';

/** Sections of a graph that lists nothing. */
export const emptyGraph = {
  graphFacts: new Float64Array(2),
  prefixOffsets: new Uint32Array(1),
  prefixBytes: new Uint8Array(0),
  prefixLists: new Uint32Array(0),
  prefixListOffsets: new Uint32Array(1),
  prefixListDocuments: new Uint32Array(0),
  prefixListTiers: new Uint8Array(0),
};

/** Words that begin with the same letters: places of a dictionary. */
interface PrefixNode extends Range {
  readonly text: string;
}

/** Sections of the graph. */
export function buildPrefixGraph(
  segment: Segment,
  analysis: Analysis,
  { minPostings, listLength }: GraphShape,
) {
  const live = LiveSegment.of(segment);
  const prefixes: string[] = [];
  const places: number[] = [];
  const lists: RankedDocument[][] = [];
  for (const { text } of eachPrefix(segment.words.terms, (node) => postingsOf(segment, node) > minPostings)) {
    const query = parseQuery(text, analysis);
    const [word] = query.words;
    // What reads otherwise on its own, such as the beginning of a decimal number, is no one word of a query.
    if (query.words.length !== 1 || word?.own.text !== text || word.joined.length > 0) continue;
    const top = new ProductTop(listLength);
    offerWords(lookUpProducts([live], query), query, noSignals, top);
    const last = lists.at(-1);
    if (last === undefined || !isSame(last, top.items)) lists.push([...top.items]);
    prefixes.push(text);
    places.push(lists.length - 1);
  }
  const slab = buildStringSlab(prefixes);
  const items = lists.flat();
  let end = 0;
  return {
    graphFacts: Float64Array.of(listLength, analysis.synonymsVersion),
    prefixOffsets: slab.offsets,
    prefixBytes: slab.bytes,
    prefixLists: Uint32Array.from(places),
    prefixListOffsets: Uint32Array.from([0, ...lists.map((list) => (end += list.length))]),
    prefixListDocuments: Uint32Array.from(items, ({ document }) => document),
    prefixListTiers: Uint8Array.from(items, ({ tiers }) => tiers),
  };
}

const noSignals: Signals = { products: new Map(), phrases: new Map() };

function postingsOf({ titlePostings, otherPostings }: Segment, node: Range): number {
  return countPostings(titlePostings, [node]) + countPostings(otherPostings, [node]);
}

function isSame(left: readonly RankedDocument[], right: readonly RankedDocument[]): boolean {
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
