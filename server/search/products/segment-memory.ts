/**
 * What was found out about a segment for one question, kept for the next ones: a segment never changes. Of each kind so many
 * are kept, those that were asked for last; all of it is collected with the segment.
 */
import type { Segment } from '../segment/segment.ts';

/** One kind of it. */
export class SegmentMemory<Value> {
  readonly #keptMax: number;
  /** By key, those that were asked for last at the end. */
  readonly #known = new WeakMap<Segment, Map<string, Value>>();

  /** `keptMax`: of one segment. */
  constructor(keptMax: number) {
    this.#keptMax = keptMax;
  }

  /** What is known under a key, or made now. */
  get(segment: Segment, key: string, make: () => Value): Value {
    const values = this.#known.get(segment) ?? new Map<string, Value>();
    this.#known.set(segment, values);
    const value = values.get(key) ?? make();
    values.delete(key);
    const [oldest] = values.keys();
    if (values.size >= this.#keptMax && oldest !== undefined) values.delete(oldest);
    values.set(key, value);
    return value;
  }
}
