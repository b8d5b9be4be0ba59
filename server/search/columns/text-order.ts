/** Orders of texts by code points, which `<` on strings is not beyond the basic plane. */

/** For `Array.prototype.sort`. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let place = 0; place < length; place += 1) {
    const leftUnit = left.charCodeAt(place);
    const rightUnit = right.charCodeAt(place);
    if (leftUnit !== rightUnit) return rankOf(leftUnit) - rankOf(rightUnit);
  }
  return left.length - right.length;
}

/** A sorted copy. */
export function sortByCodePoints(texts: readonly string[]): string[] {
  return hasSurrogates(texts) ? texts.toSorted(compareCodePoints) : texts.toSorted();
}

/** The places of the texts in order; equal texts stay in the order given. */
export function orderByCodePoints(texts: readonly string[]): Uint32Array {
  const order = Uint32Array.from(texts.keys());
  const compare = comparatorOf(texts);
  sortStretch(order, 0, texts, compare, 0);
  return order;
}

/** The fastest comparison that orders these texts: the native one, unless a surrogate occurs. */
function comparatorOf(texts: readonly string[]): (left: string, right: string) => number {
  return hasSurrogates(texts) ? compareCodePoints : compareUnits;
}

function compareUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const surrogate = /[\ud800-\udfff]/;

function hasSurrogates(texts: readonly string[]): boolean {
  return texts.some((text) => surrogate.test(text));
}

/** Of a UTF-16 unit: surrogates stand for code points above all others. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit <= 0xdfff ? unit + 0x2000 : unit - 0x800;
}

/** Fewer texts are sorted by comparing them. Measured. */
const comparedMax = 24;
/** Deeper stretches too: a merchant may write texts that have a lot in common. */
const depthMax = 64;
/** More than this many places do not fit beside two units into the 53 bits of a key. */
const keyedMax = 2 ** 19;
/** Values of the next unit of a text, its end among them. */
const unitValues = 0x10001;

/**
 * Sorts places of texts that have `depth` units in common: by a number for the next two units, which is several times as
 * fast as by a comparison (radix sort from the most significant digit on).
 */
function sortStretch(
  order: Uint32Array,
  depth: number,
  texts: readonly string[],
  compare: (left: string, right: string) => number,
  level: number,
): void {
  const count = order.length;
  if (count <= comparedMax || count > keyedMax || level > depthMax) {
    order.sort((left, right) => compare(texts[left] ?? '', texts[right] ?? ''));
    return;
  }
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place += 1) {
    const text = texts[order[place] ?? 0] ?? '';
    keys[place] = (valueAt(text, depth) * unitValues + valueAt(text, depth + 1)) * keyedMax + place;
  }
  keys.sort();
  const before = order.slice();
  for (let place = 0; place < count; place += 1) order[place] = before[(keys[place] ?? 0) % keyedMax] ?? 0;
  for (let start = 0, end = 0; start < count; start = end) {
    const units = Math.floor((keys[start] ?? 0) / keyedMax);
    while (end < count && Math.floor((keys[end] ?? 0) / keyedMax) === units) end += 1;
    // Where the second value is 0, the texts have ended.
    if (end - start > 1 && units % unitValues !== 0) {
      sortStretch(order.subarray(start, end), depth + 2, texts, compare, level + 1);
    }
  }
}

/** One more than the rank of a unit; 0 behind the end. */
function valueAt(text: string, place: number): number {
  return place < text.length ? rankOf(text.charCodeAt(place)) + 1 : 0;
}
