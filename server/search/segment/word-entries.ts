/**
 * Stores the words of each product as one 32-bit number per word: the term, how the product holds it, and whether it is beside the
 * title's words. So a segment has at most 2^24 different words. The number of terms is not checked here; products are trusted. It
 * never changes stored entries.
 */
// Tests: ./word-entries.test.ts.

import type { Gathered } from '../columns/column-merge.ts';
import type { PostingTable } from '../columns/posting-table.ts';
import { occurrenceMax, rankBits, typeBit } from '../document/occurrence.ts';

/** The term in the low 24 bits, its occurrence in the next 7, {@link besideBit} in the highest. */
export const termBits = 0xff_ffff;
/** The number of bits below the occurrence of an entry. */
export const occurrenceShift = 24;
/** Marks a term of a title outside of its sequence of words: a compound, a measure, a last character. */
export const besideBit = 0x8000_0000;

/** The words of each document; those of document `n` start at entry `n` of the offsets. */
export interface DocumentWords {
  readonly offsets: Uint32Array;
  readonly entries: Uint32Array;
  /** Whether the entries of a document ascend by term. */
  readonly ascend?: boolean;
}

/** The terms of a document's type name. */
export function typesOf({ offsets, entries }: DocumentWords, document: number): number[] {
  const own = entries.subarray(offsets[document], offsets[document + 1]);
  const types = Array.from(own).filter((entry) => ((entry >>> occurrenceShift) & typeBit) !== 0);
  return Array.from(new Set(types.map((entry) => entry & termBits)));
}

/** Inverts a table of terms: for each document its terms, ascending, with their occurrences. */
export function invertTable(table: PostingTable): DocumentWords {
  const offsets = new Uint32Array(table.itemCount + 1);
  for (let place = 0; place < table.items.length; place += 1) {
    const next = (table.items[place] ?? 0) + 1;
    offsets[next] = (offsets[next] ?? 0) + 1;
  }
  for (let document = 0; document < table.itemCount; document += 1) {
    offsets[document + 1] = (offsets[document + 1] ?? 0) + (offsets[document] ?? 0);
  }
  const slots = offsets.slice(0, table.itemCount);
  const entries = new Uint32Array(table.items.length);
  for (let term = 0; term + 1 < table.offsets.length; term += 1) {
    const end = table.offsets[term + 1] ?? 0;
    for (let place = table.offsets[term] ?? 0; place < end; place += 1) {
      const document = table.items[place] ?? 0;
      const slot = slots[document] ?? 0;
      entries[slot] = term + (table.occurrences?.[place] ?? 0) * 2 ** occurrenceShift;
      slots[document] = slot + 1;
    }
  }
  return { offsets, entries };
}

/** The inverse of {@link invertTable}: for each term its documents, each once. */
export function postingsOf({ offsets: ends, entries }: DocumentWords, termCount: number): PostingTable {
  const itemCount = ends.length - 1;
  const offsets = new Uint32Array(termCount + 1);
  /** One more than the latest document that holds each term; later the place of the term's next document. */
  const latest = new Uint32Array(termCount);
  for (let document = 0; document < itemCount; document += 1) {
    const end = ends[document + 1] ?? 0;
    for (let place = ends[document] ?? 0; place < end; place += 1) {
      const term = (entries[place] ?? 0) & termBits;
      if (latest[term] === document + 1) continue;
      latest[term] = document + 1;
      offsets[term + 1] = (offsets[term + 1] ?? 0) + 1;
    }
  }
  for (let term = 0; term < termCount; term += 1) {
    latest[term] = offsets[term] ?? 0;
    offsets[term + 1] = (offsets[term + 1] ?? 0) + (offsets[term] ?? 0);
  }
  const next = latest;
  const items = new Uint32Array(offsets[termCount] ?? 0);
  const occurrences = new Uint8Array(items.length);
  for (let document = 0; document < itemCount; document += 1) {
    const end = ends[document + 1] ?? 0;
    for (let place = ends[document] ?? 0; place < end; place += 1) {
      const entry = entries[place] ?? 0;
      const term = entry & termBits;
      const slot = next[term] ?? 0;
      if (slot > (offsets[term] ?? 0) && items[slot - 1] === document) continue;
      items[slot] = document;
      occurrences[slot] = (entry >>> occurrenceShift) & occurrenceMax;
      next[term] = slot + 1;
    }
  }
  return { offsets, items, occurrences, itemCount };
}

/** The words of documents from several tables, under the new numbers that `maps` gives to the terms of each. */
export function gatherWords(
  tables: readonly DocumentWords[],
  { sources, items }: Gathered,
  maps: readonly Int32Array[],
): DocumentWords {
  const offsets = new Uint32Array(items.length + 1);
  let size = 0;
  for (let number = 0; number < items.length; number += 1) {
    const { offsets: ends } = tables[sources[number] ?? 0] as DocumentWords;
    const document = items[number] ?? 0;
    size += (ends[document + 1] ?? 0) - (ends[document] ?? 0);
    offsets[number + 1] = size;
  }
  const entries = new Uint32Array(size);
  let end = 0;
  for (let number = 0; number < items.length; number += 1) {
    const source = sources[number] ?? 0;
    const { offsets: ends, entries: held } = tables[source] as DocumentWords;
    const map = maps[source] as Int32Array;
    const document = items[number] ?? 0;
    const last = ends[document + 1] ?? 0;
    for (let place = ends[document] ?? 0; place < last; place += 1) {
      const entry = held[place] ?? 0;
      const term = entry & termBits;
      entries[end++] = entry - term + (map[term] ?? 0);
    }
  }
  return { offsets, entries };
}

/** The points (occurrence.ts) of the best term of each document. */
export function bestPoints({ offsets, entries }: DocumentWords): Uint8Array {
  const points = new Uint8Array(offsets.length - 1);
  for (let document = 0; document < points.length; document += 1) {
    const end = offsets[document + 1] ?? 0;
    let best = 0;
    for (let place = offsets[document] ?? 0; place < end; place += 1) {
      best = Math.max(best, ((entries[place] ?? 0) >>> occurrenceShift) & rankBits);
    }
    points[document] = best;
  }
  return points;
}
