/**
 * Compiled synonyms in shared memory: built once, by the index thread, and read by all threads without a copy. Left sides are sorted
 * by the stems of their words, so a query's words are followed through them from the first on, and left sides with the same beginning
 * are adjacent. A packed set is never changed; memory that {@link packSynonyms} did not make must not be opened, since nothing is
 * checked. A word that no left side begins with gives an empty path.
 */
// Tests: ./synonyms.test.ts.
import { mixUnits } from '../columns/interner.ts';
import { openArrays, packArrays } from '../columns/packed-arrays.ts';
import {
  buildStringSlab,
  doublingBound,
  lowerBound,
  prefixRange,
  type Range,
  StringColumn,
} from '../columns/string-column.ts';
import { sortByCodePoints } from '../columns/text-order.ts';

/** A left side of the rules during compilation. */
export interface SideDraft {
  /** Places of its right sides among the texts, in the order in which they are tried. */
  readonly alternatives: readonly number[];
  /** The number of words of a query that begin it, at least, within a script without spaces; 0 if no words do. */
  readonly begunFrom: number;
}

/** The parts of a set. */
export interface SetDraft {
  /** The left sides by the stems of their words, joined by spaces. */
  readonly sides: ReadonlyMap<string, SideDraft>;
  /** Right sides, as folded words joined by spaces, with their places. */
  readonly texts: ReadonlyMap<string, number>;
  /** The left sides that a last word may begin: {@link beginningKey} to the key of the side. */
  readonly beginnings: ReadonlyMap<string, string>;
}

/** A left side whose last word is begun, by the stems of the words before it and the last word as it is folded. */
export function beginningKey(stemsBefore: readonly string[], last: string): string {
  return [...stemsBefore, `\u0001${last}`].join(' ');
}

/** The place of each array in a packed set. */
const places = {
  sideOffsets: 0,
  sideBytes: 1,
  textOffsets: 2,
  textBytes: 3,
  beginningOffsets: 4,
  beginningBytes: 5,
  alternativeOffsets: 6,
  alternatives: 7,
  beginningSides: 8,
  runSides: 9,
  runsBegunFrom: 10,
  facts: 11,
  sideFirsts: 12,
  beginningFirsts: 13,
} as const;

/** Packs a set, to be opened by {@link SynonymSet}. */
export function packSynonyms({ sides, texts, beginnings }: SetDraft): SharedArrayBuffer {
  const keys = sortByCodePoints([...sides.keys()]);
  const placeOf = new Map(keys.map((key, place) => [key, place]));
  const sorted = keys.map((key) => sides.get(key) as SideDraft);
  const begun = sortByCodePoints([...beginnings.keys()]);
  const runs = sorted.flatMap(({ begunFrom }, side) => (begunFrom > 0 ? [{ side, begunFrom }] : []));
  const slabs = [keys, [...texts.keys()], begun].flatMap((strings) => {
    const { offsets, bytes } = buildStringSlab(strings);
    return [offsets, bytes];
  });
  return packArrays([
    ...slabs,
    ...packLists(sorted.map(({ alternatives }) => alternatives)),
    Uint32Array.from(begun, (key) => placeOf.get(beginnings.get(key) ?? '') ?? 0),
    Uint32Array.from(runs, ({ side }) => side),
    Uint32Array.from(runs, ({ begunFrom }) => begunFrom),
    Uint32Array.of(begun.reduce((most, key) => Math.max(most, key.split(' ').length), 0)),
    packFilter(keys.map(firstOf)),
    packFilter(begun.filter((key) => key.includes(' ')).map(firstOf)),
  ]);
}

/** Packs lists one behind the other, with the place where each begins. */
function packLists(lists: readonly (readonly number[])[]): [offsets: Uint32Array, items: Uint32Array] {
  const offsets = new Uint32Array(lists.length + 1);
  lists.forEach(({ length }, place) => {
    offsets[place + 1] = (offsets[place] ?? 0) + length;
  });
  const items = new Uint32Array(offsets[lists.length] ?? 0);
  lists.forEach((list, place) => {
    items.set(list, offsets[place]);
  });
  return [offsets, items];
}

function firstOf(key: string): string {
  return key.slice(0, key.indexOf(' ') >>> 0);
}

/** A bit for each of some words, and by chance for a few others (Bloom filter with one hash). */
function packFilter(words: readonly string[]): Uint32Array {
  let size = 1;
  while (size * 2 < words.length) size *= 2;
  const filter = new Uint32Array(size);
  for (const word of words) {
    const bit = mixUnits(word);
    filter[(bit >>> 5) & (size - 1)] = (filter[(bit >>> 5) & (size - 1)] ?? 0) | (1 << (bit & 31));
  }
  return filter;
}

function mayHold(filter: Uint32Array, word: string): boolean {
  const bit = mixUnits(word);
  return (((filter[(bit >>> 5) & (filter.length - 1)] ?? 0) >>> (bit & 31)) & 1) === 1;
}

/** A path of query words through the left sides. */
export interface SynonymPath {
  /** Left sides that the words are, by the number of these words. */
  readonly whole: readonly { readonly wordCount: number; readonly side: number }[];
  /** Left sides that begin with all the words and go on with another one. */
  readonly goingOn: Range;
}

const space = Buffer.from(' ');
const nowhere: Range = { start: 0, end: 0 };

/** The path of words that no left side begins with. */
export const noPath: SynonymPath = { whole: [], goingOn: nowhere };

/** Reads a packed set. */
export class SynonymSet {
  /** Crosses threads by reference; another thread opens it by the constructor. */
  readonly memory: SharedArrayBuffer;
  /** The most words of a left side that a last word may begin. */
  readonly longest: number;
  readonly #sides: StringColumn;
  readonly #alternativeOffsets: Uint32Array;
  readonly #alternatives: Uint32Array;
  readonly #texts: StringColumn;
  readonly #beginnings: StringColumn;
  readonly #beginningSides: Uint32Array;
  readonly #runSides: Uint32Array;
  readonly #runsBegunFrom: Uint32Array;
  readonly #sideFirsts: Uint32Array;
  readonly #beginningFirsts: Uint32Array;

  /** `memory`: as {@link packSynonyms} gives it. */
  constructor(memory: SharedArrayBuffer) {
    const { bytes, integers } = openArrays(memory, Object.keys(places).length);
    this.memory = memory;
    this.#sides = new StringColumn(integers(places.sideOffsets), bytes(places.sideBytes));
    this.#alternativeOffsets = integers(places.alternativeOffsets);
    this.#alternatives = integers(places.alternatives);
    this.#texts = new StringColumn(integers(places.textOffsets), bytes(places.textBytes));
    this.#beginnings = new StringColumn(integers(places.beginningOffsets), bytes(places.beginningBytes));
    this.#beginningSides = integers(places.beginningSides);
    this.#runSides = integers(places.runSides);
    this.#runsBegunFrom = integers(places.runsBegunFrom);
    this.longest = integers(places.facts)[0] ?? 0;
    this.#sideFirsts = integers(places.sideFirsts);
    this.#beginningFirsts = integers(places.beginningFirsts);
  }

  /** Returns false only if no left side begins with a word of this stem. */
  mayBegin(stem: string): boolean {
    return mayHold(this.#sideFirsts, stem);
  }

  /** Returns false only if no left side that a last word may begin has a word of this stem first, and others behind it. */
  mayStartMeasure(stem: string): boolean {
    return mayHold(this.#beginningFirsts, stem);
  }

  /** The left side with this key, or -1. */
  find(key: string): number {
    return this.#sides.find(Buffer.from(key));
  }

  /** Each of a left side's right sides: folded words joined by spaces. */
  alternativesOf(side: number): string[] {
    const [start, end] = [this.#alternativeOffsets[side], this.#alternativeOffsets[side + 1]];
    return Array.from(this.#alternatives.subarray(start, end), (text) => this.#texts.text(text));
  }

  /** `stems`: those of a query's words from one on. Looks at no more of them than left sides go on with. */
  follow(stems: readonly string[]): SynonymPath {
    const whole: { wordCount: number; side: number }[] = [];
    let reached: Range = { start: 0, end: this.#sides.length };
    let length = 0;
    for (const [place, text] of stems.entries()) {
      const stem = Buffer.from(text);
      if (place > 0) {
        reached = this.#narrow(reached, length, space);
        length += space.length;
      }
      reached = this.#narrow(reached, length, stem);
      length += stem.length;
      if (reached.start === reached.end) return { whole, goingOn: nowhere };
      // The shortest of those that begin alike comes first.
      if (this.#sides.lengthOf(reached.start) === length)
        whole.push({ wordCount: place + 1, side: reached.start });
    }
    return { whole, goingOn: this.#narrow(reached, length, space) };
  }

  /** Left sides among the first `most` that begin like `key` ({@link beginningKey}) and are longer, in their order. */
  begunBy(key: string, most: number): number[] {
    const bytes = Buffer.from(key);
    const { start, end } = prefixRange(this.#beginnings, bytes);
    const isWhole = start < end && this.#beginnings.lengthOf(start) === bytes.length;
    const longer = isWhole ? start + 1 : start;
    return Array.from(this.#beginningSides.subarray(longer, Math.min(end, longer + most)));
  }

  /** Returns those of the left sides `among` whose last run of characters `wordCount` words begin; looks at the first `most`. */
  runsBegunBy(wordCount: number, among: Range, most: number): number[] {
    const runs = this.#runSides;
    const first = lowerBound(0, runs.length, (place) => (runs[place] ?? 0) - among.start);
    const begun: number[] = [];
    for (let place = first; place < Math.min(runs.length, first + most); place += 1) {
      const side = runs[place] ?? 0;
      if (side >= among.end) break;
      if ((this.#runsBegunFrom[place] ?? 0) <= wordCount) begun.push(side);
    }
    return begun;
  }

  /** Returns those of the left sides `within` that go on with these bytes; all of them are alike up to the byte `from`. */
  #narrow({ start, end }: Range, from: number, bytes: Uint8Array): Range {
    const compare = (place: number) => this.#sides.comparePrefix(place, bytes, from);
    const first = lowerBound(start, end, compare);
    return { start: first, end: doublingBound(first, end, (place) => compare(place) > 0) };
  }
}
