/**
 * Sections: the layout of a segment's one buffer. A header, a table, then typed arrays, each starting at a multiple
 * of 8 bytes, so that a thread or a file maps them without copying.
 *
 *   u32 magic, u32 format version, u32 section count, u32 reserved
 *   for each section: u32 start / 8, u32 length in bytes, the highest bit set where its integers take two bytes
 *   the sections, in the order of `sectionNames`
 *
 * Numbers are in the machine's byte order; the magic number reveals a buffer of the other order. A buffer of another format version,
 * byte order or number of sections is refused with an `Error`, and its index is built from the database again; contents of sections
 * are trusted (files have checksums).
 */
// Tests: ./sections.test.ts.

/**
 * The name of a section describes its content; the order of names is part of the format. Offsets have one more entry than there are
 * items.
 */
export const sectionNames = [
  'counts',
  'wordOffsets',
  'wordBytes',
  'wordStemOffsets',
  'wordStemBytes',
  'wordStemTermOffsets',
  'wordStemTerms',
  'spellingWords',
  'spellingShared',
  'spellingSkips',
  'spellingBackwardOrder',
  'spellingBackwardShared',
  'spellingBackwardSkips',
  'titlePostingOffsets',
  'titlePostingItems',
  'titlePostingOccurrences',
  'otherPostingOffsets',
  'otherPostingItems',
  'otherPostingOccurrences',
  'titleWordOffsets',
  'titleWords',
  'titlePoints',
  'otherWordOffsets',
  'otherWords',
  'codeOffsets',
  'codeBytes',
  'codeDocuments',
  'titleOffsets',
  'titleBytes',
  'foldedTitleOffsets',
  'foldedTitleBytes',
  'externalIdOffsets',
  'externalIdBytes',
  'productIdOffsets',
  'productIdBytes',
  'documentsByProductId',
  'cardTemplateOffsets',
  'cardTemplateBytes',
  'cardTemplateNumbers',
  'cardOwnOffsets',
  'cardOwnBytes',
  'createdAt',
  'fingerprints',
  'newestDocuments',
  'documentCategories',
  'documentGroups',
  'groupOffsets',
  'groupBytes',
  'categoryPathOffsets',
  'categoryPathBytes',
  'categoryProducts',
  'categoryInStock',
  'categoryTerms',
  'categoryPostingOffsets',
  'categoryPostingItems',
  'suggestionKeyOffsets',
  'suggestionKeyBytes',
  'suggestionsByKey',
  'suggestionSpellingOffsets',
  'ownSpellings',
  'spellingOffsets',
  'spellingBytes',
  'spellingEvidence',
  'spellingCounts',
  'documentSpellingOffsets',
  'documentSpellings',
  'suggestionTerms',
  'suggestionPostingOffsets',
  'suggestionPostingItems',
  'graphFacts',
  'prefixOffsets',
  'prefixBytes',
  'prefixLists',
  'prefixListOffsets',
  'prefixListDocuments',
  'prefixListTiers',
  'prefixSuggestionOffsets',
  'prefixSuggestions',
] as const;
/** One of {@link sectionNames}. */
export type SectionName = (typeof sectionNames)[number];

/** Integers that take two bytes each where all of them fit: numbers of documents, spellings and the like. */
const narrowedNames = [
  'titlePostingItems',
  'otherPostingItems',
  'codeDocuments',
  'documentsByProductId',
  'cardTemplateNumbers',
  'newestDocuments',
  'documentGroups',
  'categoryPostingItems',
  'suggestionsByKey',
  'spellingCounts',
  'documentSpellings',
  'suggestionPostingItems',
  'prefixListDocuments',
  'prefixSuggestions',
] as const satisfies readonly SectionName[];

type NarrowedName = (typeof narrowedNames)[number];
/** A section that is stored unchanged. */
export type WideName = Exclude<SectionName, NarrowedName>;
const narrowed: ReadonlySet<SectionName> = new Set(narrowedNames);

/** The integers of a section, as narrow as they are stored. */
export type Integers = Uint16Array | Uint32Array;

/** The array of a section. */
export type SectionArray = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const magic = 0x46545347;
/** Raised with every change of the layout or of what a section means; other versions are refused. */
const formatVersion = 9;
const headerWords = 4;
const alignment = 8;

/** An array of this size has memory of its own, which is given back to the system as soon as the array is let go. */
const largeBytes = 1024 * 1024;

/**
 * Packs all sections into one buffer. Callers must not read them afterwards: each section is released once it is copied, to save
 * memory.
 */
export function packSections(sections: Readonly<Record<SectionName, SectionArray>>): SharedArrayBuffer {
  const table = new Uint32Array(headerWords + sectionNames.length * 2);
  table.set([magic, formatVersion, sectionNames.length, 0]);
  let end = align(table.byteLength);
  sectionNames.forEach((name, index) => {
    const isNarrow = narrowed.has(name) && isNarrowEnough(sections[name]);
    const byteLength = isNarrow ? sections[name].length * 2 : sections[name].byteLength;
    table[headerWords + index * 2] = end / alignment;
    table[headerWords + index * 2 + 1] = byteLength + (isNarrow ? narrowBit : 0);
    end = align(end + byteLength);
  });
  const buffer = new SharedArrayBuffer(end);
  const bytes = new Uint8Array(buffer);
  bytes.set(new Uint8Array(table.buffer));
  sectionNames.forEach((name, index) => {
    const { buffer: source, byteOffset, byteLength } = sections[name];
    const start = (table[headerWords + index * 2] ?? 0) * alignment;
    if ((table[headerWords + index * 2 + 1] ?? 0) >= narrowBit)
      new Uint16Array(buffer, start, sections[name].length).set(sections[name]);
    else bytes.set(new Uint8Array(source, byteOffset, byteLength), start);
    if (byteLength >= largeBytes && source instanceof ArrayBuffer) source.transfer(0);
  });
  return buffer;
}

const narrowBit = 0x8000_0000;
const narrowMax = 0xffff;

function isNarrowEnough(integers: SectionArray): boolean {
  for (let place = 0; place < integers.length; place += 1) {
    if ((integers[place] ?? 0) > narrowMax) return false;
  }
  return true;
}

/** Views of a segment's sections, without copies. */
export interface SectionReader {
  bytes(name: SectionName): Uint8Array;
  integers(name: WideName): Uint32Array;
  /** Returns the view of a section that may be stored narrow. */
  narrowed(name: NarrowedName): Integers;
  doubles(name: SectionName): Float64Array;
}

/** The same views of sections that are not packed yet. */
export function readSections(sections: Readonly<Record<SectionName, SectionArray>>): SectionReader {
  return {
    bytes: (name) =>
      new Uint8Array(sections[name].buffer, sections[name].byteOffset, sections[name].byteLength),
    integers: (name) => sections[name] as Uint32Array,
    narrowed: (name) => sections[name] as Integers,
    doubles: (name) => sections[name] as Float64Array,
  };
}

/** Opens a segment. Throws an Error for a buffer in another format. */
export function openSections(buffer: SharedArrayBuffer): SectionReader {
  const locate = openTable(buffer);
  return {
    bytes(name) {
      const { start, byteLength } = locate(name);
      return new Uint8Array(buffer, start, byteLength);
    },
    integers(name) {
      const { start, byteLength } = locate(name);
      return new Uint32Array(buffer, start, byteLength / 4);
    },
    narrowed(name) {
      const { start, byteLength, isNarrow } = locate(name);
      return isNarrow
        ? new Uint16Array(buffer, start, byteLength / 2)
        : new Uint32Array(buffer, start, byteLength / 4);
    },
    doubles(name) {
      const { start, byteLength } = locate(name);
      return new Float64Array(buffer, start, byteLength / 8);
    },
  };
}

type Locate = (name: SectionName) => {
  readonly start: number;
  readonly byteLength: number;
  readonly isNarrow: boolean;
};

/** Reads the table of sections; the result says where each section lies. */
function openTable(buffer: SharedArrayBuffer): Locate {
  const header = new Uint32Array(buffer, 0, headerWords);
  if (header[0] !== magic || header[1] !== formatVersion || header[2] !== sectionNames.length) {
    throw new Error('The buffer is not an index segment of this format version.');
  }
  const table = new Uint32Array(buffer, headerWords * 4, sectionNames.length * 2);
  return (name) => {
    const index = sectionNames.indexOf(name);
    const start = (table[index * 2] ?? 0) * alignment;
    const length = table[index * 2 + 1] ?? 0;
    return { start, byteLength: length & ~narrowBit, isNarrow: length >= narrowBit };
  };
}

function align(length: number): number {
  return Math.ceil(length / alignment) * alignment;
}
