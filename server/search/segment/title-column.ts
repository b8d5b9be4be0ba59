/**
 * Titles, original and folded, in one column: if folding only lowers ASCII case, as for most titles, the folded form is derived from
 * the title, and nothing is stored for it. It never changes a title. Titles are trusted (the pipeline refuses control characters, such
 * as the mark U+0001).
 */
// Tests: ./title-column.test.ts.
import { buildStringSlab, StringColumn, type StringSlab } from '../columns/string-column.ts';

/** Stands before a folded title that is stored, so that an empty entry says: as the title, in lower case. */
const storedMark = '\u0001';
const plain = /^[ -~]*$/;

/** Titles of documents, and their folded forms where these need storing, in the order of the documents. */
export function buildTitleSlabs(
  documents: readonly { readonly title: string; readonly foldedTitle: string }[],
): { readonly titles: StringSlab; readonly folded: StringSlab } {
  return {
    titles: buildStringSlab(documents.map(({ title }) => title)),
    folded: buildStringSlab(
      documents.map(({ title, foldedTitle }) =>
        isPlain(title, foldedTitle) ? '' : storedMark + foldedTitle,
      ),
    ),
  };
}

/** Folding neither drops nor adds anything: as ASCII of the same length it can only have lowered the case. */
function isPlain(title: string, foldedTitle: string): boolean {
  return title.length === foldedTitle.length && plain.test(title);
}

/** Reads titles. Comparisons use folded titles and code points unless they say otherwise. */
export class TitleColumn {
  readonly titles: StringColumn;
  /** The folded titles as stored, for merging. */
  readonly foldedTitles: StringColumn;
  readonly #titleOffsets: Uint32Array;
  readonly #titleBytes: Uint8Array;
  readonly #foldedOffsets: Uint32Array;
  readonly #foldedBytes: Uint8Array;

  constructor(titles: StringSlab, folded: StringSlab) {
    this.titles = new StringColumn(titles.offsets, titles.bytes);
    this.foldedTitles = new StringColumn(folded.offsets, folded.bytes);
    this.#titleOffsets = titles.offsets;
    this.#titleBytes = titles.bytes;
    this.#foldedOffsets = folded.offsets;
    this.#foldedBytes = folded.bytes;
  }

  /** 0 where the folded title begins with the bytes, else below or above 0 as it stands before or after all that do. */
  comparePrefix(document: number, prefix: Uint8Array): number {
    return this.#compare(document, prefix, true);
  }

  compareBytes(document: number, wanted: Uint8Array): number {
    return this.#compare(document, wanted, false);
  }

  /** Folded titles, then titles, by code points. */
  compare(document: number, other: TitleColumn, otherDocument: number): number {
    return (
      this.#compareFolded(document, other, otherDocument) ||
      this.titles.compare(document, other.titles, otherDocument)
    );
  }

  #compare(document: number, wanted: Uint8Array, asPrefix: boolean): number {
    const isStored = this.#isStored(document);
    const bytes = isStored ? this.#foldedBytes : this.#titleBytes;
    const start = this.#foldedStart(document);
    const length = this.#foldedEnd(document) - start;
    for (let place = 0; place < wanted.length; place += 1) {
      if (place === length) return -1;
      const byte = bytes[start + place] ?? 0;
      const difference = (isStored ? byte : lower(byte)) - (wanted[place] ?? 0);
      if (difference !== 0) return difference;
    }
    return asPrefix ? 0 : length - wanted.length;
  }

  /** UTF-8 of folded text has no byte that lower case would change. */
  #compareFolded(document: number, other: TitleColumn, otherDocument: number): number {
    const bytes = this.#isStored(document) ? this.#foldedBytes : this.#titleBytes;
    const otherBytes = other.#isStored(otherDocument) ? other.#foldedBytes : other.#titleBytes;
    const start = this.#foldedStart(document);
    const otherStart = other.#foldedStart(otherDocument);
    const length = this.#foldedEnd(document) - start;
    const otherLength = other.#foldedEnd(otherDocument) - otherStart;
    for (let place = 0; place < length && place < otherLength; place += 1) {
      const difference = lower(bytes[start + place] ?? 0) - lower(otherBytes[otherStart + place] ?? 0);
      if (difference !== 0) return difference;
    }
    return length - otherLength;
  }

  #isStored(document: number): boolean {
    return (this.#foldedOffsets[document + 1] ?? 0) > (this.#foldedOffsets[document] ?? 0);
  }

  /** Returns where the bytes of a folded title start, in the column that has them. */
  #foldedStart(document: number): number {
    // The first byte of a stored one is its mark.
    if (this.#isStored(document)) return (this.#foldedOffsets[document] ?? 0) + 1;
    return this.#titleOffsets[document] ?? 0;
  }

  #foldedEnd(document: number): number {
    return (
      (this.#isStored(document) ? this.#foldedOffsets[document + 1] : this.#titleOffsets[document + 1]) ?? 0
    );
  }
}

function lower(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte;
}
