/**
 * Products that match a query as a whole: those with its only word, those whose titles begin with it, and those with it as a code. It
 * never changes the index and spends no steps: callers pay. A query that nothing matches gives empty lists. Grades are a byte each,
 * documents their numbers. Text must be folded; nothing is refused here.
 */
// Tests: ./whole-matches.test.ts.

import { sortedItems } from '../columns/posting-list.ts';
import type { Integers } from '../columns/sections.ts';
import { doublingBound, lowerBound, prefixRange, type Range } from '../columns/string-column.ts';
import type { Query } from '../query/query.ts';
import type { Segment } from '../segment/segment.ts';
import { codeTerms } from '../text/words.ts';
import { gradeIntent, standing } from './intent.ts';
import { packTiers } from './product-rank.ts';
import type { ValueStream } from './value-stream.ts';

/** The grade of a product by what the only word of a query is worth in it. */
const gradeOfValue = Uint8Array.from({ length: 256 }, (_, value) =>
  value === 0 ? 0 : gradeIntent(Uint8Array.of(value), standing.scattered),
);

/** The value of the word in each document. Kept between calls and left empty. */
let values = new Uint8Array(0);

/** Visits each document of the streams once, with its grade. None of the streams may be a bound. */
export function visitSingle(
  documentCount: number,
  streams: readonly ValueStream[],
  visit: (document: number, grade: number) => void,
): void {
  if (values.length < documentCount) values = new Uint8Array(documentCount);
  for (const { documents, bytes, start, end, meaning } of streams) {
    for (let at = start; at < end; at += 1) {
      const document = documents[at] ?? 0;
      const value = meaning[bytes[at] ?? 0] ?? 0;
      if (value > (values[document] ?? 0)) values[document] = value;
    }
  }
  for (const { documents, start, end } of streams) {
    for (let at = start; at < end; at += 1) {
      const document = documents[at] ?? 0;
      const value = values[document] ?? 0;
      if (value === 0) continue;
      values[document] = 0;
      visit(document, gradeOfValue[value] ?? 0);
    }
  }
}

/** Documents whose folded title begins with the query; those before `exactEnd` have no other title. */
interface TitleRange extends Range {
  readonly exactEnd: number;
}

/** Returns the titles that begin with the text: a range of in-stock documents and one of others, without empty ones. */
function titleRanges({ titles, inStockCount, documentCount }: Segment, folded: string): TitleRange[] {
  const bytes = Buffer.from(folded);
  const stocks = [
    { start: 0, end: inStockCount },
    { start: inStockCount, end: documentCount },
  ];
  return stocks
    .map((stock) => {
      const start = lowerBound(stock.start, stock.end, (place) => titles.comparePrefix(place, bytes));
      const end = doublingBound(start, stock.end, (place) => titles.comparePrefix(place, bytes) > 0);
      const exactEnd = doublingBound(start, end, (place) => titles.compareBytes(place, bytes) > 0);
      return { start, end, exactEnd };
    })
    .filter(({ start, end }) => end > start);
}

/** The tiers of products with all words of a query, in one segment. */
export class WholeTiers {
  readonly #segment: Segment;
  readonly #folded: string;
  #ranges: readonly TitleRange[] | null = null;

  constructor(segment: Segment, folded: string) {
    this.#segment = segment;
    this.#folded = folded;
  }

  /** Titles that begin with the query. */
  get ranges(): readonly TitleRange[] {
    this.#ranges ??= titleRanges(this.#segment, this.#folded);
    return this.#ranges;
  }

  of(document: number, grade: number): number {
    const inStock = document < this.#segment.inStockCount;
    for (const { start, end, exactEnd } of this.ranges) {
      if (document < start || document >= end) continue;
      return packTiers(0, inStock, document < exactEnd, true, grade);
    }
    return packTiers(0, inStock, false, false, grade);
  }
}

/** The documents with the query as a code, ascending. */
export function codeHolders({ codes, codeDocuments }: Segment, { folded }: Query): Integers {
  const holders = codeTerms(folded).flatMap((code) => {
    const bytes = Buffer.from(code);
    const { start, end } = prefixRange(codes, bytes);
    const wholeEnd = lowerBound(start, end, (place) => (codes.compareBytes(place, bytes) === 0 ? -1 : 1));
    return Array.from(codeDocuments.subarray(start, wholeEnd));
  });
  return sortedItems(Uint32Array.from(new Set(holders)));
}
