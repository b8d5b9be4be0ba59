/**
 * Paged segments (columns/segment-pages.ts): how they are opened, which pages a question lacks, and how fetched pages are released.
 * Callers fetch the pages: nothing here waits. Errors that are not `PagesMissing` are not swallowed: {@link missedPages} answers null,
 * and the caller rethrows. Page numbers count from 0, lengths are bytes; what a page holds is not checked here.
 */
// Tests: test/search/paged-segments.test.ts.

import { residentPages } from './columns/sections.ts';
import { PagesMissing, type ResidentPages, type SegmentPages } from './columns/segment-pages.ts';
import type { SegmentSnapshot } from './engine.ts';
import { pagesOf } from './segment/live-segment.ts';

/** Pages of one segment to fetch. */
export interface MissingPages {
  readonly segmentId: number;
  /** Ascending. */
  readonly numbers: readonly number[];
  /** Whether the page is still missing: another question may have fetched it meanwhile. */
  isMissing(number: number): boolean;
  /** Puts a page in its place, for all threads that hold the segment. */
  fill(number: number, bytes: Uint8Array): void;
}

/** The missing pages of a question that threw `error`: fetch them before you repeat the question. Null for any other error. */
export function missedPages(error: unknown): MissingPages[] | null {
  if (!(error instanceof PagesMissing)) return null;
  return Array.from(error.take(), ([pages, numbers]) => listMissing(pages, [...numbers]));
}

/** Pages that are needed to open the segment. Call it again when they are present: it may name further ones. */
export function missingToOpen(segment: SegmentSnapshot): MissingPages {
  const pages = pagesOf(segment);
  // The first page says which of the others.
  const numbers = pages?.isThere(0) === false ? [0] : residentPagesOf(segment);
  return listMissing(pages, numbers);
}

/** Lists all missing pages. */
export function missingPages(segment: SegmentSnapshot): MissingPages {
  const { there = new SharedArrayBuffer(0) } = segment.pages ?? {};
  return listMissing(pagesOf(segment), new Uint8Array(there).keys());
}

function residentPagesOf({ data, pages }: SegmentSnapshot): Set<number> {
  return pages === undefined ? new Set() : residentPages(data, pages.pageBytes);
}

function listMissing(pages: SegmentPages | null, numbers: Iterable<number>): MissingPages {
  const isMissing = (number: number) => pages?.isThere(number) === false;
  return {
    segmentId: pages?.segmentId ?? 0,
    numbers: Array.from(numbers)
      .filter(isMissing)
      .sort((left, right) => left - right),
    isMissing,
    fill: (number, bytes) => pages?.fill(number, bytes),
  };
}

/** Counts the pages that are always present, and the others that {@link dropPages} would release. */
export function pageUse(segment: SegmentSnapshot): { readonly resident: number; readonly fetched: number } {
  const { there = new SharedArrayBuffer(0) } = segment.pages ?? {};
  const resident = residentPagesOf(segment).size;
  return { resident, fetched: new Uint8Array(there).reduce((total, one) => total + one, 0) - resident };
}

/** The same segment with only those pages in memory that every question reads. */
export function dropPages(segment: SegmentSnapshot, pageBytes: number): SegmentSnapshot {
  const { id, data, tombstones } = segment;
  const dropped = reservePages({ id, tombstones, byteLength: data.byteLength, pageBytes });
  const bytes = new Uint8Array(data);
  for (const page of residentPages(data, pageBytes)) {
    pagesOf(dropped)?.fill(page, bytes.subarray(page * pageBytes, (page + 1) * pageBytes));
  }
  return dropped;
}

/** The layout of a segment that is not in memory yet. */
export interface PageLayout
  extends Pick<SegmentSnapshot, 'id' | 'tombstones'>,
    Pick<ResidentPages, 'pageBytes'> {
  readonly byteLength: number;
}

/** Counts over all segments: a segment that comes back has other memory than before. */
let lastGeneration = 0;

/** Reserves a segment without any pages: see {@link missingToOpen}. Call it in only one thread of a process. */
export function reservePages({ id, tombstones, byteLength, pageBytes }: PageLayout): SegmentSnapshot {
  lastGeneration += 1;
  const generation = lastGeneration;
  const there = new SharedArrayBuffer(Math.ceil(byteLength / pageBytes));
  return { id, data: new SharedArrayBuffer(byteLength), tombstones, pages: { there, generation, pageBytes } };
}
