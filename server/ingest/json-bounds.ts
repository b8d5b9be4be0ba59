/** How deep and how full JSON is, from its bytes, before anything is parsed. */

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

/**
 * The first bound that this UTF-8 text exceeds, or null. Stops at the byte that is one too many. A value is counted
 * by the bracket or comma before it. For text that is not JSON the answer means nothing.
 */
export function findExceeded(json: Uint8Array, bounds: JsonBounds): keyof JsonBounds | null {
  const { levels, values, valuesPerItem } = bounds;
  const { length } = json;
  let depth = 0;
  let counted = 0;
  let countedBefore = 0;
  for (let index = 0; index < length; index += 1) {
    const byte = json[index];
    if (byte === quote) {
      index += 1;
      while (index < length && json[index] !== quote) index += json[index] === backslash ? 2 : 1;
    } else if (byte === comma) {
      counted += 1;
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
      counted += 1;
      if (depth > levels) return 'levels';
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
      if (depth === levelsAroundItems) {
        if (counted - countedBefore > valuesPerItem) return 'valuesPerItem';
        countedBefore = counted;
      }
    }
    if (counted > values) return 'values';
  }
  return counted - countedBefore > valuesPerItem ? 'valuesPerItem' : null;
}
