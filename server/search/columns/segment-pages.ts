/**
 * Segments that are only partly in memory. Their buffer has its full size, but parts that were never written take no memory. Before a
 * reader reads a list or a string, it checks once that all of it is present. If a page is missing, the question stops, and is repeated
 * from its beginning when the page is there. Sections that are read without a check are always present (see `pagedSections`). It reads
 * no file itself: another thread fetches the pages of `PagesMissing`. Pages are numbered from 0 and have `pageBytes` bytes, except the
 * last one, which may be shorter; bytes of another length throw an `Error`. A page that is present never disappears from its buffer.
 */
// Tests: ./segment-pages.test.ts.

/** The pages of a segment's buffer that are present. Buffers and plain data, so it crosses threads by reference. */
export interface ResidentPages {
  /** One byte a page, not 0 where it is there. */
  readonly there: SharedArrayBuffer;
  /** Bytes in each page but the last. */
  readonly pageBytes: number;
  /** Counts from 1 and differs for each buffer: readers keep their views of one buffer only. */
  readonly generation: number;
}

/** Thrown when a question needs missing pages: a single object for all questions, with the pages to fetch. */
export class PagesMissing extends Error {
  #noted = new Map<SegmentPages, Set<number>>();

  note(pages: SegmentPages, page: number): void {
    const noted = this.#noted.get(pages) ?? new Set();
    this.#noted.set(pages, noted.add(page));
  }

  /** Takes the noted pages and forgets them. The code that catches the error calls it. */
  take(): ReadonlyMap<SegmentPages, ReadonlySet<number>> {
    const taken = this.#noted;
    this.#noted = new Map();
    return taken;
  }
}

const pagesMissing = new PagesMissing('Pages of a segment are not in memory.');

/** The pages of one segment. */
export class SegmentPages {
  readonly segmentId: number;
  readonly #data: Uint8Array;
  /** One byte a page, set once the page is there: other threads read it by this one. */
  readonly #there: Uint8Array;
  readonly #pageBytes: number;

  constructor(segmentId: number, data: SharedArrayBuffer, { there, pageBytes }: ResidentPages) {
    this.segmentId = segmentId;
    this.#pageBytes = pageBytes;
    this.#data = new Uint8Array(data);
    this.#there = new Uint8Array(there);
  }

  /** Throws {@link PagesMissing} unless the entries of a section can be read. */
  need(section: Uint8Array | Uint16Array | Uint32Array, start: number, end: number): void {
    if (!this.holds(section, start, end)) throw pagesMissing;
  }

  /** Whether the entries can be read. Notes missing pages; {@link giveUpUnless} throws for them afterwards. */
  holds(section: Uint8Array | Uint16Array | Uint32Array, start: number, end: number): boolean {
    if (end <= start) return true;
    const { byteOffset, BYTES_PER_ELEMENT: size } = section;
    const last = Math.floor((byteOffset + end * size - 1) / this.#pageBytes);
    let isThere = true;
    for (let page = Math.floor((byteOffset + start * size) / this.#pageBytes); page <= last; page += 1) {
      if (this.isThere(page)) continue;
      pagesMissing.note(this, page);
      isThere = false;
    }
    return isThere;
  }

  isThere(page: number): boolean {
    return Atomics.load(this.#there, page) !== 0;
  }

  /** Puts a page in its place, for all threads. Throws an Error where it has another length. */
  fill(page: number, bytes: Uint8Array): void {
    const length = Math.min(this.#pageBytes, this.#data.length - page * this.#pageBytes);
    if (bytes.length !== length) throw new Error(`page ${page} has another length`);
    this.#data.set(bytes, page * this.#pageBytes);
    Atomics.store(this.#there, page, 1);
  }
}

/** Throws {@link PagesMissing} if {@link SegmentPages.holds} returned false. */
export function giveUpUnless(isThere: boolean): void {
  if (!isThere) throw pagesMissing;
}

/** Collects missing pages while several things are read, so they are fetched together. */
export class Misses {
  #count = 0;

  /** Takes what a look threw. Throws it again unless it is {@link PagesMissing}, or one too many. */
  add(error: unknown): void {
    if (!(error instanceof PagesMissing)) throw error;
    this.#count += 1;
    giveUpUnless(this.#count < missesMax);
  }

  /** Does a look; null where it lacks pages. */
  unlessMissing<Result>(look: () => Result): Result | null {
    try {
      return look();
    } catch (error) {
      this.add(error);
      return null;
    }
  }

  /** Throws {@link PagesMissing} if any look lacked pages. Call it after the last look. */
  end(): void {
    giveUpUnless(this.#count === 0);
  }
}

/**
 * The number of looks with missing pages after which the question gives up: further looks may be needless once these pages are
 * present. Measured: with 16, the slowest questions take twice as many rounds.
 */
const missesMax = 64;
