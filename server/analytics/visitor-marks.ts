/**
 * Tells whether a query had three visitors, without keeping who they were. Each visitor of a query sets one of 31 bits, which says
 * next to nothing about the visitor. Nodes and starts of one day share the day's salt, so their bits add up: different bits are
 * certainly different visitors, and the count errs on the low side. Pure. It never stores a name. Any text is accepted; three visitors
 * are `limits.queryVisitorsMin`.
 */
// Tests: ./search-counter.test.ts.
import { limits } from '../../contract/limits.ts';

/** Bits of marks: as many as a 32-bit integer holds without its sign. */
const bits = 31;

/** Enough visitors. */
export const enoughVisitors = 2 ** bits - 1;

/** The mark of a visitor. `name` is a keyed hash and so random enough for a plain hash (FNV-1a) of it and the query. */
export function visitorMark(name: string, query: string): number {
  let hash = 0x811c9dc5;
  for (const text of [name, query]) {
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  // The low bits of FNV are its weakest.
  return 2 ** (((hash ^ (hash >>> 15)) >>> 0) % bits);
}

/** Joins marks. Enough of them become {@link enoughVisitors}, which says nothing else. */
export function addVisitors(left: number, right: number): number {
  const all = left | right;
  return areEnough(all) ? enoughVisitors : all;
}

/** Whether enough different visitors left marks for the query to be shown. */
export function areEnough(marks: number): boolean {
  let count = 0;
  for (let rest = marks; rest !== 0; rest &= rest - 1) count += 1;
  return count >= limits.queryVisitorsMin;
}
