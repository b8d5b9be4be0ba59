/**
 * Orders texts by code points, unlike `<`, which differs for characters beyond the basic plane. It never changes its input and accepts
 * any text, lone surrogates too. Texts that share 64 or more levels, and stretches of more than 2^19 texts, are sorted by comparison,
 * which is slower but gives the same order.
 */
// Tests: ./text-order.test.ts.

/** Compares two texts by code points, for `Array.prototype.sort`. */
export function compareCodePoints(left: string, right: string): number {
  return compareFrom(left, right, 0);
}

/** Compares texts that have `depth` units in common. */
function compareFrom(left: string, right: string, depth: number): number {
  const length = Math.min(left.length, right.length);
  for (let place = depth; place < length; place += 1) {
    const leftUnit = left.charCodeAt(place);
    const rightUnit = right.charCodeAt(place);
    if (leftUnit !== rightUnit) return rankOf(leftUnit) - rankOf(rightUnit);
  }
  return left.length - right.length;
}

/** Returns a copy of the texts in code point order. */
export function sortByCodePoints(texts: readonly string[]): string[] {
  return hasSurrogates(texts) ? texts.toSorted(compareCodePoints) : texts.toSorted();
}

/** The places of the texts in sorted order; equal texts keep their order. */
export function orderByCodePoints(texts: readonly string[]): Uint32Array {
  const order = new Uint32Array(texts.length);
  for (let place = 0; place < order.length; place += 1) order[place] = place;
  // Ids of an import rise with its rows.
  if (!isOrdered(texts)) new TextSorting(texts, order).sort(0, order.length, 0, 0);
  return order;
}

function isOrdered(texts: readonly string[]): boolean {
  for (let place = 1; place < texts.length; place += 1) {
    if (compareFrom(texts[place - 1] ?? '', texts[place] ?? '', 0) > 0) return false;
  }
  return true;
}

const surrogate = /[\ud800-\udfff]/;

function hasSurrogates(texts: readonly string[]): boolean {
  return texts.some((text) => surrogate.test(text));
}

/** Returns the rank of a UTF-16 unit in code point order: surrogates stand for code points above all others. */
function rankOf(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit <= 0xdfff ? unit + 0x2000 : unit - 0x800;
}

/** Up to this many texts are sorted by comparing them. Measured. */
const comparedMax = 12;
/**
 * Radix sort stops at this many levels and compares from there: a merchant may write texts that have a lot in common.
 * Chosen.
 */
const depthMax = 64;

/** The number of units that go into a key of 53 bits beside a place, and the number of places that there may be. */
interface KeyForm {
  readonly units: number;
  /** Values of a unit, the end of its text among them. */
  readonly values: number;
  readonly places: number;
}

/** The first form that suits a stretch is taken: of ASCII more units fit. */
const asciiForms: readonly KeyForm[] = [
  { units: 5, values: 0x81, places: 2 ** 17 },
  { units: 4, values: 0x81, places: 2 ** 19 },
];
const anyForm: KeyForm = { units: 2, values: 0x10001, places: 2 ** 19 };

/**
 * Sorts stretches of an order by a number for some units of each text at a time, which is several times as fast as by comparing
 * them (radix sort from the most significant digit on).
 */
class TextSorting {
  readonly #texts: readonly string[];
  readonly #order: Uint32Array;
  /** The key of the text at each place of the order, valid for the stretch that is being sorted. */
  readonly #keys: Float64Array;
  readonly #before: Uint32Array;

  constructor(texts: readonly string[], order: Uint32Array) {
    this.#texts = texts;
    this.#order = order;
    this.#keys = new Float64Array(order.length);
    this.#before = new Uint32Array(order.length);
  }

  /** Sorts places from `start` to before `end`, whose texts have their first `depth` units in common. */
  sort(start: number, end: number, depth: number, level: number): void {
    const count = end - start;
    if (count < 2) return;
    if (count <= comparedMax) {
      this.#insert(start, end, depth);
      return;
    }
    if (count > anyForm.places || level > depthMax) {
      this.#order.subarray(start, end).sort((left, right) => this.#compare(left, right, depth));
      return;
    }
    const from = depth + this.#countShared(start, end, depth);
    const form = asciiForms.find(({ places }) => count <= places);
    const { units, values, places } = form && this.#makeKeys(start, end, from, form) ? form : anyForm;
    if (values === anyForm.values) this.#makeKeys(start, end, from, anyForm);
    const keys = this.#keys;
    keys.subarray(start, end).sort();
    this.#arrange(start, end, places);
    for (let first = start, last = start; first < end; first = last) {
      const key = Math.floor((keys[first] ?? 0) / places);
      const keyEnd = (key + 1) * places;
      last = first + 1;
      while (last < end && (keys[last] ?? 0) < keyEnd) last += 1;
      // If the last value is 0, the texts have ended.
      if (last - first > 1 && key % values !== 0) this.sort(first, last, from + units, level + 1);
    }
  }

  /** Insertion sort. */
  #insert(start: number, end: number, depth: number): void {
    const order = this.#order;
    for (let next = start + 1; next < end; next += 1) {
      const item = order[next] ?? 0;
      let place = next;
      for (; place > start && this.#compare(order[place - 1] ?? 0, item, depth) > 0; place -= 1) {
        order[place] = order[place - 1] ?? 0;
      }
      order[place] = item;
    }
  }

  /** Compares texts that have `depth` units in common. */
  #compare(left: number, right: number, depth: number): number {
    return compareFrom(this.#texts[left] ?? '', this.#texts[right] ?? '', depth);
  }

  /** Units that all texts of a stretch have in common behind the first `depth`. */
  #countShared(start: number, end: number, depth: number): number {
    const first = this.#texts[this.#order[start] ?? 0] ?? '';
    let shared = first.length - depth;
    for (let place = start + 1; place < end && shared > 0; place += 1) {
      const text = this.#texts[this.#order[place] ?? 0] ?? '';
      let count = 0;
      while (count < shared && text.charCodeAt(depth + count) === first.charCodeAt(depth + count)) count += 1;
      shared = count;
    }
    return shared;
  }

  /** Makes the keys of a stretch; returns whether its units fit the form. */
  #makeKeys(start: number, end: number, depth: number, { units, values, places }: KeyForm): boolean {
    for (let place = start; place < end; place += 1) {
      const text = this.#texts[this.#order[place] ?? 0] ?? '';
      let key = 0;
      for (let at = depth; at < depth + units; at += 1) {
        const value = valueAt(text, at);
        if (value >= values) return false;
        key = key * values + value;
      }
      this.#keys[place] = key * places + place - start;
    }
    return true;
  }

  /** Puts the order of a stretch into that of its keys. */
  #arrange(start: number, end: number, places: number): void {
    const before = this.#before;
    for (let place = start; place < end; place += 1) before[place] = this.#order[place] ?? 0;
    for (let place = start; place < end; place += 1) {
      const key = this.#keys[place] ?? 0;
      // The remainder, exact since `places` is a power of two: `%` takes several times as long for numbers of that size.
      this.#order[place] = before[start + (key - Math.floor(key / places) * places)] ?? 0;
    }
  }
}

/** One more than the rank of a unit; 0 behind the end. */
function valueAt(text: string, place: number): number {
  return place < text.length ? rankOf(text.charCodeAt(place)) + 1 : 0;
}

/** The key with the highest count; among equal counts the first by code points. */
export function mostFrequent(counts: ReadonlyMap<string, number>): string {
  const [first] = Array.from(counts).sort(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || compareCodePoints(left, right),
  );
  return first?.[0] ?? '';
}
