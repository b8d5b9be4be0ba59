/**
 * Whether a query had three visitors, without keeping who they were. Each visitor of a query sets one of 31 bits, which
 * says next to nothing about the visitor, so that nodes and starts of one day, which share the day's salt, add up to
 * the same bits: different bits are different visitors for certain, and the count errs on the low side. Pure.
 */
import { limits } from '../../contract/limits.ts';

const bits = 31;

/** Enough visitors. */
export const enoughVisitors = 2 ** bits - 1;

/** `name`: of the visitor, as random as a keyed hash makes it, so that a plain hash (FNV-1a) of it and the query will do. */
export function visitorMark(name: string, query: string): number {
  let hash = 0x811c9dc5;
  for (const text of [name, query]) {
    for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  // The low bits of FNV are its weakest.
  return 2 ** (((hash ^ (hash >>> 15)) >>> 0) % bits);
}

/** Marks of both; enough of them are kept as that alone. */
export function addVisitors(left: number, right: number): number {
  const all = left | right;
  return areEnough(all) ? enoughVisitors : all;
}

/** Whether so many different visitors left marks that the query may be shown. */
export function areEnough(marks: number): boolean {
  let count = 0;
  for (let rest = marks; rest !== 0; rest &= rest - 1) count += 1;
  return count >= limits.queryVisitorsMin;
}
