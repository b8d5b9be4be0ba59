/** How the words of products are stored beside them, one number each. */

import type { PostingTable } from '../columns/posting-table.ts';
import { pointBits } from '../document/occurrence.ts';

/** The term in the low 24 bits, its occurrence in the next 7, {@link besideBit} in the highest. */
export const termBits = 0xff_ffff;
/** By so many bits an entry is shifted to bring its occurrence to the low ones. */
export const occurrenceShift = 24;
/** Marks a term that a title holds, but not in its sequence of words: a compound, a measure, a last character. */
export const besideBit = 0x8000_0000;

/** The words of each document; those of document `n` start at entry `n` of the offsets. */
export interface DocumentWords {
  readonly offsets: Uint32Array;
  readonly entries: Uint32Array;
}

/** A table of terms turned over: for each document its terms, ascending, with their occurrences. */
export function turnOver(table: PostingTable): DocumentWords {
  const offsets = new Uint32Array(table.itemCount + 1);
  for (const document of table.items) offsets[document + 1] = (offsets[document + 1] ?? 0) + 1;
  for (let document = 0; document < table.itemCount; document += 1) {
    offsets[document + 1] = (offsets[document + 1] ?? 0) + (offsets[document] ?? 0);
  }
  const next = offsets.slice(0, table.itemCount);
  const entries = new Uint32Array(table.items.length);
  for (let term = 0; term + 1 < table.offsets.length; term += 1) {
    const end = table.offsets[term + 1] ?? 0;
    for (let place = table.offsets[term] ?? 0; place < end; place += 1) {
      const document = table.items[place] ?? 0;
      const slot = next[document] ?? 0;
      entries[slot] = term + (table.occurrences?.[place] ?? 0) * 2 ** occurrenceShift;
      next[document] = slot + 1;
    }
  }
  return { offsets, entries };
}

/**
 * The points (occurrence.ts) of the two best terms of each document: the best in the low four bits, the second in the
 * high ones.
 */
export function bestPoints({ offsets, entries }: DocumentWords): Uint8Array {
  const points = new Uint8Array(offsets.length - 1);
  for (let document = 0; document < points.length; document += 1) {
    const end = offsets[document + 1] ?? 0;
    let best = 0;
    let second = 0;
    let bestTerm = -1;
    for (let place = offsets[document] ?? 0; place < end; place += 1) {
      const entry = entries[place] ?? 0;
      const found = (entry >>> occurrenceShift) & pointBits;
      const term = entry & termBits;
      // A repeated word is no second one.
      if (term === bestTerm) continue;
      if (found > best) {
        second = best;
        best = found;
        bestTerm = term;
      } else if (found > second) {
        second = found;
      }
    }
    points[document] = best + second * (pointBits + 1);
  }
  return points;
}
