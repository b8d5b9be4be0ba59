/**
 * Measures how deep and how full JSON is, and finds the elements of its list: from its bytes, before anything is parsed. It never
 * parses or decodes. Depth counts objects and arrays, fullness counts values, places are bytes. Text that is not JSON is no error
 * here: the parser reports it.
 */
// Tests: ./json-body.test.ts.
import { finish } from './in-slices.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Objects and arrays around what a batch lists: the body and its array `products`. */
const levelsAroundItems = 2;

/** The most that a body may hold. */
export interface JsonBounds {
  /** Objects and arrays inside one another. */
  readonly levels: number;
  /** Values of the whole body, an empty object or array among them. */
  readonly values: number;
  /** Values of one item of a batch, or of a body that is one item. */
  readonly valuesPerItem: number;
}

/** The only list right within the outermost object of a text: the list in the body of a batch. */
export interface ListSpan {
  /** The place where its first element begins. */
  readonly start: number;
  /** The places where its elements end: at the commas between them, and at its bracket. An empty list has one, too. */
  readonly ends: readonly number[];
  /** Values in it. */
  readonly values: number;
}

/** The facts about JSON before it is parsed. */
export interface JsonOutline {
  /** The first bound that it exceeds, or null. */
  readonly exceeded: keyof JsonBounds | null;
  /** The byte at which it does, from 1; where it exceeds none, all have been read. */
  readonly readTo: number;
  readonly values: number;
  /** Null where there is none, or more than one. */
  readonly list: ListSpan | null;
}

/** Bytes after which others have a turn: 3 or 4 ms. Measured. */
const sliceBytes = 1024 * 1024;

/**
 * Reads UTF-8 text, in slices, up to the byte that is one too many. A value is counted by the bracket or comma before
 * it. For text that is not JSON the answer means nothing, but that it is none: then the list is none either, or one of
 * its elements, or the text without it.
 */
export function* outlineJson(json: Uint8Array, bounds: JsonBounds): Generator<undefined, JsonOutline> {
  const { levels, values, valuesPerItem } = bounds;
  const { length } = json;
  const list = new ListUnderWay();
  let depth = 0;
  let counted = 0;
  let countedBefore = 0;
  let sliceEnd = sliceBytes;
  let index = 0;
  const exceed = (exceeded: keyof JsonBounds): JsonOutline => {
    return { exceeded, readTo: Math.min(index + 1, length), values: counted, list: null };
  };
  for (; index < length; index += 1) {
    if (index >= sliceEnd) {
      yield;
      sliceEnd = index + sliceBytes;
    }
    const byte = json[index];
    if (byte === quote) {
      index += 1;
      while (index < length && json[index] !== quote) index += json[index] === backslash ? 2 : 1;
    } else if (byte === comma) {
      counted += 1;
      if (depth === levelsAroundItems) list.end(index);
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
      counted += 1;
      if (depth > levels) return exceed('levels');
      if (depth === levelsAroundItems && byte === openBracket) list.open(index + 1, counted);
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
      if (depth === levelsAroundItems) {
        if (counted - countedBefore > valuesPerItem) return exceed('valuesPerItem');
        countedBefore = counted;
      } else if (depth === levelsAroundItems - 1) {
        list.close(index, counted);
      }
    }
    if (counted > values) return exceed('values');
  }
  if (counted - countedBefore > valuesPerItem) return exceed('valuesPerItem');
  return { exceeded: null, readTo: length, values: counted, list: list.alone(length, counted) };
}

/** {@link outlineJson} at once, for small texts. */
export function findExceeded(json: Uint8Array, bounds: JsonBounds): keyof JsonBounds | null {
  return finish(outlineJson(json, bounds)).exceeded;
}

/** The first list of its depth, and whether there are more. */
class ListUnderWay {
  #listCount = 0;
  #isOpen = false;
  #start = 0;
  #valuesBefore = 0;
  #values = 0;
  readonly #ends: number[] = [];

  open(start: number, counted: number): void {
    this.#listCount += 1;
    if (this.#listCount > 1) return;
    this.#isOpen = true;
    this.#start = start;
    this.#valuesBefore = counted;
  }

  end(index: number): void {
    if (this.#isOpen) this.#ends.push(index);
  }

  close(index: number, counted: number): void {
    if (!this.#isOpen) return;
    this.#ends.push(index);
    this.#values = counted - this.#valuesBefore;
    this.#isOpen = false;
  }

  /** Returns the list if it is the only one, else null. A list without an end goes on to the end of the text. */
  alone(length: number, counted: number): ListSpan | null {
    this.close(length, counted);
    if (this.#listCount !== 1) return null;
    return { start: this.#start, ends: this.#ends, values: this.#values };
  }
}
